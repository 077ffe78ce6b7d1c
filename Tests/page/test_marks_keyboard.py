"""Someone without a pointer names, moves, takes away and clears what is marked."""
from .conditions import READY
from .marking import MEDIA, Marker
from .person import Person


def test_with_keys_alone_a_person_keeps_segments(own_server, open_page):
    scrubber = open_page(own_server, MEDIA, frame=30)
    Marker(scrubber).mark(60, 80)
    person = Person(scrubber)
    person.tab_to('Position', 'Shift+Tab')
    names_a_segment(person)
    moves_and_removes_another(person)
    clears(person)
    person.tab_to('Position', 'Shift+Tab')


def names_a_segment(person):
    page = person.page
    person.press('n')
    page.locator('.segments li').wait_for()
    person.tab_to('Name of frames 60 to 80')
    person.press('Control+a')
    page.keyboard.type('Goal')
    person.press('Enter')
    person.is_at('Go to Goal')
    person.press('Enter')
    person.lands(60)


def moves_and_removes_another(person):
    rows = person.page.locator('.segments li')
    person.press('Home', 'n')
    rows.nth(1).wait_for()
    person.press('ArrowDown')
    person.is_at('Go to Segment 2')
    person.tab_to('Start it at the frame in view')
    person.press('Enter')
    rows.get_by_text('frames 0 to 80').wait_for()
    person.tab_to('Remove segment')
    person.press('Enter')
    rows.nth(1).wait_for(state='detached')
    # What was removed had the keyboard: the one beside it has it now.
    person.is_at('Remove segment')
    person.press('u')
    rows.nth(1).wait_for()
    person.press('Shift+u')
    rows.nth(1).wait_for(state='detached')


def clears(person):
    page = person.page
    person.tab_to('Clear marks', 'Shift+Tab')
    person.press('Enter')
    dialog = page.get_by_role('dialog', name='Clear marks')
    dialog.get_by_role('button', name='Slide to clear all marks').evaluate(READY)
    person.tab_to('Slide to clear all marks')
    person.press('Enter')
    page.wait_for_timeout(500)
    person.press('Enter')
    page.locator('#marks').wait_for(state='hidden')
