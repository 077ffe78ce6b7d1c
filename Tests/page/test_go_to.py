"""The go-to field: every form of a place, and why it does not go there."""


def test_the_go_to_field_goes_where_it_is_told(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    steps = [
        ('01:00:00;02', 2), ('01:00:01:00', 30), ('f123', 123), ('50%', 120), ('+10f', 130),
        ('-30f', 100), ('0', 0), ('2.1', 62), ('0:04.000', 119), ('100 %', 239),
    ]
    field = scrubber.page.get_by_role('textbox', name='Go to')
    for written, frame in steps:
        scrubber.press('g')
        field.fill(written)
        scrubber.page.keyboard.press('Enter')
        scrubber.page.locator('dialog').wait_for(state='detached')
        assert scrubber.land() == frame, written


def test_the_go_to_field_says_why_it_does_not_go(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    scrubber.press('g')
    field = scrubber.page.get_by_role('textbox', name='Go to')
    for written, why in [
        ('01:01:00;00', '01:01:00;00 does not exist: drop-frame'),
        ('01:05:00;01', 'does not exist: drop-frame'),
        ('01:10:00;00', 'from 01:00:00;00 to 01:00:07;29'),
        ('f240', 'from 0 to 239'), ('99', 'from 0 to 8'), ('101%', 'Write a timecode'),
        ('soon', 'Write a timecode'),
    ]:
        field.fill(written)
        scrubber.page.keyboard.press('Enter')
        scrubber.page.get_by_role('alert').get_by_text(why).wait_for()
    scrubber.page.keyboard.press('Escape')
    scrubber.page.locator('dialog').wait_for(state='detached')
    assert scrubber.land() == 5


def test_the_go_to_field_does_not_depend_on_the_words_of_a_refusal(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=5)
    page = scrubber.page

    def reword(route):
        answer = route.fetch()
        body = answer.json()
        route.fulfill(response=answer, json=body if answer.ok else {**body, 'detail': 'Nein.'})

    page.route('**/target?**', reword)
    scrubber.press('g')
    field = page.get_by_role('textbox', name='Go to')
    for written, why in [('01:10:00;00', 'from 01:00:00;00 to 01:00:07;29'),
                         ('f240', 'from 0 to 239'), ('99', 'from 0 to 8.008')]:
        field.fill(written)
        page.keyboard.press('Enter')
        page.get_by_role('alert').get_by_text(why).wait_for()
