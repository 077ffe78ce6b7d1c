"""Someone without a pointer does all there is to do, and always sees where the keyboard is."""
import pytest
from playwright.sync_api import expect

from .page_support import index_of
from .person import Person


@pytest.fixture
def person(server, open_page):
    return Person(open_page(server, permissions=['clipboard-read', 'clipboard-write']))


def test_with_keys_alone_a_person_does_everything(person, server):
    finds_a_film(person)
    scrubs(person, index_of(server, 'dropframe.mov'))
    plays_between_marks(person)
    goes_by_marks(person)
    plays_on_and_back(person)
    chooses(person)
    opens_and_closes(person)
    copies(person)
    moves_finely(person)


def finds_a_film(person):
    page = person.page
    page.locator('#list a').first.wait_for()
    person.press('Tab')
    person.is_at('Media')
    person.press('/')
    person.is_at('Search media')
    page.keyboard.type('drop')
    expect(page.locator('#list li:not([hidden]) .name')).to_have_text(['dropframe.mov'])
    person.press('Enter')
    page.wait_for_function("() => document.title.startsWith('dropframe.mov')")
    person.lands(0)
    person.tab_to('Position', 'Shift+Tab')


def scrubs(person, index):
    after = min(one['frame'] for one in index if one['key'] and one['frame'] > 12)
    last = len(index) - 1
    for key, frame in [
        ('ArrowRight', 1), ('.', 2), ('Shift+ArrowRight', 12), ('Alt+ArrowRight', after),
        ('Alt+ArrowLeft', max(one['frame'] for one in index if one['key'] and one['frame'] < after)),
        ('PageUp', 74), ('PageUp', 149), ('PageDown', 74), ('End', last), (',', last - 1),
        ('Home', 0), ('5', 120), ('Shift+Backspace', 0),
    ]:
        person.press(key)
        person.lands(frame)
    for place, frame in [('01:00:02;00', 60), ('f200', 200), ('25%', 60), ('+10f', 70)]:
        person.go_to(place)
        person.lands(frame)


def plays_between_marks(person):
    page = person.page
    person.go_to('f60')
    person.lands(60)
    person.press('i', 'Shift+ArrowRight', 'Shift+ArrowRight')
    person.lands(80)
    person.press('o', 'r')
    page.locator('#marks').get_by_text('21 frames').wait_for()
    person.go_to('f65')
    person.lands(65)
    person.press(' ')
    page.wait_for_selector('vernier-view[player]')
    seen = person.played(lambda seen: any(b < a for a, b in zip(seen, seen[1:])))
    # How late a busy browser turns is not said.
    assert min(seen) >= 60
    person.press(' ')
    page.wait_for_selector('vernier-view:not([player])')
    assert person.scrubber.land() >= 60
    person.press('r')


def goes_by_marks(person):
    page = person.page
    person.tab_to('In.*frame 60')
    person.press('Enter')
    person.lands(60)
    for key, frame in [('o', 80), ('i', 60)]:
        person.press(f'Shift+{key}')
        person.lands(frame)
        person.press(key)
    page.locator('#marks').wait_for(state='hidden')
    person.tab_to('Position', 'Shift+Tab')


def plays_on_and_back(person):
    page = person.page
    person.press('Home', 'l', 'l')
    page.get_by_text('Playing ×2').wait_for()
    person.played(lambda seen: seen and seen[-1] > 30)
    person.press('k')
    there = person.scrubber.land()
    assert there > 30
    person.press('j')
    page.get_by_text('Backward ×1').wait_for()
    page.wait_for_function(f'() => wire.state.target.frame < {there - 10}')
    person.press('k')
    assert person.scrubber.land() < there - 10


def chooses(person):
    """The tools, the snap and the law, by their keys and in their lists."""
    page, scrubber = person.page, person.scrubber
    person.press('t', 's')
    snap, law = (page.get_by_role('combobox', name=name) for name in ('Snap', 'Fineness'))
    scrubber.answered()
    expect(snap).to_have_value('frame')
    person.tab_to('Snap')
    person.press('ArrowDown')
    expect(snap).to_have_value('keyframe')
    page.wait_for_function("() => wire.configuration.snap.to === 'keyframe'")
    person.tab_to('Position', 'Shift+Tab')
    person.press('End')
    assert scrubber.land() > 200
    person.press('j')
    page.wait_for_function('() => wire.state.target.frame < 200')
    person.press('k')
    scrubber.land()
    assert scrubber.state['target']['key']
    person.press('Shift+s')
    page.wait_for_function("() => wire.configuration.law.kind === 'linear'")
    expect(law).to_have_value('linear')
    # Seconds, chapters, marks, listed stops, tenths, twentieths, and around.
    person.press(*7 * 's')
    page.wait_for_function("() => wire.configuration.snap.to === 'none'")
    expect(snap).to_have_value('none')


def opens_and_closes(person):
    page = person.page
    for key, name, first in [('?', 'Help', 'Close'), ('e', 'Settings', 'Close')]:
        person.press(key)
        dialog = page.get_by_role('dialog', name=name)
        dialog.wait_for()
        person.is_at(first)
        if key == 'e':
            person.tab_to('Appearance')
            person.press('ArrowDown')
            page.wait_for_function("() => document.documentElement.style.colorScheme === 'light'")
        person.press('Escape')
        page.locator('dialog').wait_for(state='detached')
        person.is_at('Position')
    panel = page.locator('.panel')
    person.press('d')
    panel.wait_for()
    person.press('Home', '.')
    panel.get_by_text('Latency').wait_for()
    person.press('d')
    panel.wait_for(state='hidden')
    person.press('m')
    page.locator('#media').wait_for(state='hidden')
    person.press('m')
    page.locator('#media').wait_for()


def copies(person):
    page = person.page
    person.press('End')
    person.lands(239)
    person.press('c')
    page.get_by_text('Frame 239 is copied').wait_for()
    kinds = page.evaluate('async () => (await navigator.clipboard.read())[0].types')
    assert kinds == ['image/png']
    person.press('Shift+c')
    page.get_by_text('A link to frame 239').wait_for()
    assert page.evaluate('navigator.clipboard.readText()').endswith('&frame=239')
    person.where()


def moves_finely(person):
    person.press('f')
    person.page.get_by_role('slider', name='Jog wheel').wait_for()
    person.press('Home')
    person.tab_to('Jog wheel')
    person.press('ArrowRight', 'ArrowRight')
    person.lands(2)
    person.tab_to('Speed')
    person.press('Home')
    stops = person.page.get_by_role('slider', name='Speed')
    expect(stops).to_have_attribute('aria-valuetext', '×0.25')
    person.press('f')
    person.page.locator('#drawer').wait_for(state='hidden')
