"""Marks on the page are the server's: two pages see the same, and neither overwrites the other."""
import json

from playwright.sync_api import expect

from .marking import MEDIA, Marker, between, marks_of
from .page_support import comes_to, with_answers
from .pictures import look


def two(open_page, own_server):
    return [Marker(open_page(own_server, MEDIA, frame=30)) for _ in range(2)]


def test_two_pages_see_each_other_s_marks_at_once(own_server, open_page):
    one, other = two(open_page, own_server)
    one.mark(60, 80)
    other.marks.get_by_text('frame 60').wait_for()
    other.marks.get_by_text('21 frames').wait_for()
    other.scrubber.press('n')
    expect(one.rows).to_have_count(1)
    assert one.names() == ['Segment 1']
    one.rows.locator('input').fill('Tor ⚽')
    one.page.keyboard.press('Enter')
    expect(other.rows.locator('input')).to_have_value('Tor ⚽')
    other.go_to(100)
    other.rows.get_by_role('button', name='End it at').click()
    one.rows.get_by_text('frames 60 to 100').wait_for()
    marks = marks_of(own_server)
    assert (marks['in'], marks['out']) == (60, 80)
    assert marks['segments'] == [{'id': 1, 'name': 'Tor ⚽', 'first': 60, 'last': 100}]
    one.rows.get_by_role('button', name='Go to Tor').click()
    assert one.scrubber.land() == 60
    one.rows.get_by_role('button', name='Remove').click()
    expect(other.rows).to_have_count(0)
    other.scrubber.press('u')
    expect(one.rows).to_have_count(1)
    one.scrubber.press('Shift+u')
    expect(other.rows).to_have_count(0)


def test_marks_are_there_when_the_page_comes_again_and_the_bar_shows_them(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    one.segment(60, 120)
    one.segment(300, 420)
    look(one.page, 'marks-segments')
    one.page.set_viewport_size({'width': 1280, 'height': 800})
    one.page.reload()
    one.scrubber.settle()
    expect(one.rows).to_have_count(2)
    one.marks.get_by_text('121 frames').wait_for()
    width = one.scrubber.bar.bounding_box()['width']
    lines = one.scrubber.bar.locator('.segments:not(vernier-waveform *)').evaluate(
        '(path) => [...path.getAttribute("d").matchAll(/[\\d.]+/g)].map(Number)')
    drawn = [round(x * 600 / width) for x in lines if x != 0]
    assert all(abs(at - frame) <= 1 for at, frame in zip(drawn, [60, 120, 300, 420], strict=True))


def test_a_change_that_comes_too_late_is_told_kindly_and_the_newest_is_shown(own_server, open_page):
    one, other = two(open_page, own_server)

    def unread(route):
        upstream = route.connect_to_server()

        def forward(message):
            # What others change does not come through.
            if not isinstance(message, str) or '"type":"marks"' not in message \
                    or 'seq' in json.loads(message):
                route.send(message)

        upstream.on_message(forward)

    one.page.route_web_socket('**/api/v1/scrub?*', unread)
    one.page.reload()
    one.scrubber.settle()
    one.page.wait_for_function('() => wire.marks === 0')
    other.mark(200, 220)
    one.scrubber.press('i')
    one.says('Someone else changed the marks meanwhile')
    one.marks.get_by_text('frame 200').wait_for()
    marks = marks_of(own_server)
    assert (marks['in'], marks['out'], marks['version']) == (200, 220, 2)
    look(one.page, 'marks-stale')


def test_two_changes_in_a_row_do_not_stand_in_each_other_s_way(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    one.scrubber.press('i')
    for key in ['.', 'o', 'n']:
        one.page.keyboard.press(key)
    expect(one.rows).to_have_count(1)
    marks = marks_of(own_server)
    assert marks['version'] == 3
    assert (marks['in'], marks['segments'][0]['first']) == (30, 30)


def test_keys_are_obeyed_in_their_order_however_slowly_their_files_come(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    held = []
    one.page.route('**/page/*.js', lambda route: held.append(route))
    for key in ['i', 'o', 'n']:
        one.page.keyboard.press(key)
    one.page.wait_for_timeout(200)

    def rows():
        if held:
            held.pop().continue_()
            one.page.wait_for_timeout(200)
        return one.rows.count()

    comes_to(one.page, rows, 1)
    one.marks.get_by_text('1 frame', exact=True).wait_for()


def test_an_in_mark_behind_the_out_mark_takes_its_place(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    one.mark(60, 80)
    one.go_to(90)
    one.scrubber.press('i')
    one.marks.get_by_text('frame 90').wait_for()
    expect(one.marks.get_by_text('frame 80')).to_have_count(0)
    assert marks_of(own_server)['in'] == 90 and 'out' not in marks_of(own_server)


def test_what_the_server_refuses_is_said_in_its_words(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    one.segment(60, 80)
    one.go_to(90)
    one.rows.get_by_role('button', name='Start it at').click()
    one.says('That does not go: the end')
    assert marks_of(own_server)['segments'][0]['first'] == 60
    expect(one.scrubber.banner).to_be_hidden()


def test_marks_that_a_browser_kept_before_are_not_lost(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    media = own_server.media(MEDIA)
    kept = {media: {'in': {'frame': 10, 'time': 0}, 'out': {'frame': 20, 'time': 0}}}
    keep = f"localStorage.setItem('vernier.marks', '{json.dumps(kept)}')"
    one.page.evaluate(keep)
    one.page.reload()
    one.says('on the server now')
    one.marks.get_by_text('11 frames').wait_for()
    assert one.page.evaluate("localStorage.getItem('vernier.marks')") == '{}'
    one.mark(60, 80)
    # Beside what the server has, they become a segment.
    one.page.evaluate(keep)
    one.page.reload()
    expect(one.rows).to_have_count(1)
    assert one.names() == ['Kept in this browser']
    marks = marks_of(own_server)
    assert (marks['in'], marks['segments'][0]['first'], marks['segments'][0]['last']) == (60, 10, 20)


def test_before_every_frame_is_known_it_says_that_marks_wait(own_server, open_page):
    one = Marker(open_page(own_server))
    with_answers(one.scrubber, own_server, MEDIA,
                 lambda message: None if message['type'] == 'marks' else message)
    one.scrubber.settle()
    one.scrubber.press('i')
    one.says('Marks can be set once every frame is known')


def test_a_change_that_goes_with_the_socket_is_not_taken_for_done(own_server, open_page):
    one = Marker(open_page(own_server, MEDIA, frame=30))
    cut = []

    def hear(route, upstream, message):
        if 'edit' in message and not cut:
            cut.append(message)
            return route.close(code=1001)
        upstream.send(json.dumps(message))

    between(one.scrubber, hear)
    one.scrubber.press('i')
    one.says('nothing is known to have changed')
    one.scrubber.banner.wait_for(state='hidden')
    one.scrubber.settle()
    expect(one.marks).to_be_hidden()
    one.scrubber.press('i')
    one.marks.get_by_text('frame 30').wait_for()
    assert cut and marks_of(own_server)['version'] == 1
