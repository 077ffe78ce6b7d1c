"""What a person chooses: snaps and laws, what is kept, the language."""
import re

import pytest
from playwright.sync_api import expect

from .marking import Marker
from .page_support import index_of
from .test_bar_wheel import ticks


def test_snap_and_law_switch_in_mid_drag_and_move_nothing(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=20)
    keyframes = {one['frame'] for one in index_of(server, 'dropframe.mov') if one['key']}
    scrubber.press('t')
    snap = scrubber.page.get_by_role('combobox', name='Snap')
    # It takes some of the page's height.
    snap.wait_for()
    scrubber.grab(0.1)
    scrubber.pull(0.35)
    before = scrubber.answered()
    for choice in ['frame', 'keyframe']:
        scrubber.press('s')
        scrubber.page.wait_for_function(
            'choice => document.querySelector("[name=snap]").value === choice', arg=choice)
    scrubber.press('Shift+s')
    assert scrubber.answered()['raw'] == before['raw']
    expect(snap).to_have_value('keyframe')
    scrubber.pull(0.45)
    assert scrubber.answered()['target']['frame'] in keyframes - {before['target']['frame']}
    scrubber.pull(0.46, away=100)
    # Halfway to where the linear law comes to a stop.
    assert scrubber.answered()['gain'] == pytest.approx(0.5, abs=0.02)
    scrubber.release()
    assert scrubber.land() in keyframes


def test_settings_survive_a_reload(server, open_page):
    scrubber = open_page(server, 'start.ts')
    page = scrubber.page
    scrubber.press('t')
    page.get_by_role('combobox', name='Snap').select_option('keyframe')
    scrubber.press('e')
    page.get_by_role('combobox', name='Appearance').select_option('dark')
    page.get_by_role('combobox', name='When it snaps').select_option('release')
    page.reload()
    scrubber.settle()
    page.locator('#tools').wait_for()
    expect(page.get_by_role('combobox', name='Snap')).to_have_value('keyframe')
    assert page.evaluate('document.documentElement.style.colorScheme') == 'dark'
    keyframes = {one['frame'] for one in index_of(server, 'start.ts') if one['key']}
    scrubber.grab(0.2)
    scrubber.pull(0.55)
    assert scrubber.answered()['target']['frame'] not in keyframes
    scrubber.release()
    assert scrubber.land() in keyframes


def test_who_comes_without_a_link_sees_what_there_is_however_late_that_comes(server, open_page):
    scrubber = open_page(server)
    page, held = scrubber.page, []
    page.goto('about:blank')
    page.route('**/page/media-list.js', lambda route: held.append(route))
    page.goto(server.url)
    # By then the address names what is open.
    page.wait_for_function("() => location.hash.includes('media=')")
    held.pop().continue_()
    page.locator('#list a').first.wait_for()


@pytest.mark.parametrize('broken', [
    "localStorage.vernier = '{'", "localStorage.vernier = '[7]'",
    "Storage.prototype.setItem = () => { throw new Error('full'); }; localStorage.vernier = 1",
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed'); } })",
])
def test_a_broken_store_breaks_nothing_else(server, open_page, broken):
    scrubber = open_page(server)
    scrubber.page.add_init_script(f"if (location.protocol === 'http:') {{ {broken} }}")
    scrubber.page.goto('about:blank')
    scrubber.open('start.ts', 7)
    assert scrubber.land() == 7
    scrubber.press('t')
    scrubber.page.get_by_role('combobox', name='Snap').select_option('keyframe')
    scrubber.page.locator('vernier-bar').focus()
    scrubber.press('.')
    assert scrubber.land() == 8


def test_the_page_speaks_japanese_to_those_who_do(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=9, locale='ja-JP')
    page = scrubber.page
    assert page.locator('html').get_attribute('lang') == 'ja'
    page.get_by_text('フレーム 9 / 239').wait_for()
    page.get_by_role('slider', name='位置').wait_for()
    page.wait_for_selector('vernier-bar[aria-valuetext^="フレーム 9、"]')
    scrubber.press('e')
    page.get_by_role('combobox', name='言語').select_option('en')
    page.get_by_text('Frame 9 of 239').wait_for()
    assert page.locator('html').get_attribute('lang') == 'en'
    page.get_by_role('combobox', name='Language').wait_for()
    page.reload()
    page.get_by_text('Frame 9 of 239').wait_for()


def test_a_drag_snaps_to_what_is_marked(own_server, open_page):
    """Marks are listed stops; one that is set later is one as well."""
    scrubber = open_page(own_server, 'start.ts')
    marker = Marker(scrubber)
    marker.mark(50, 150)
    scrubber.press('t')
    scrubber.page.get_by_role('combobox', name='Snap').select_option('marks')
    scrubber.page.wait_for_function("() => wire.configuration.snap.stops?.length === 2")
    marker.go_to(110)
    scrubber.press('i')
    scrubber.page.wait_for_function("""() => {
      const { snap } = wire.configuration;
      return snap.to === 'stops' && Math.abs(snap.stops[0] - 110 / 200) < 1e-6;
    }""")
    scrubber.press('Home')
    scrubber.settle()
    scrubber.grab(0.1)
    for along, frame in [(0.3, 110), (0.74, 110), (0.78, 150)]:
        scrubber.pull(along)
        assert scrubber.answered()['target']['frame'] == frame
    scrubber.release()
    assert scrubber.land() == 150
    scrubber.press('e')
    scrubber.page.get_by_role('dialog').get_by_role('combobox', name='Snap', exact=True).select_option('none')
    scrubber.page.wait_for_function("() => wire.configuration.snap.to === 'none'")


def test_a_drag_snaps_to_places_that_are_written(server, open_page):
    """Of 240 frames; what is not in the film is left out, and what cannot be read changes nothing."""
    scrubber = open_page(server, 'dropframe.mov', frame=10)
    page = scrubber.page
    scrubber.press('t')
    page.get_by_role('combobox', name='Snap').select_option('stops')
    # They have to be written first.
    field = page.get_by_role('textbox', name='Listed stops')
    expect(field).to_be_focused()
    field.fill('f60, 01:00:04;00\u300150 %, f240')
    field.blur()
    alert = page.get_by_role('alert')
    expect(alert).to_have_text(re.compile('^240 is not in this media'))
    expect(field).to_have_accessible_description(re.compile('with commas between them.*240 is not in'))
    page.wait_for_function('() => wire.configuration.snap.stops?.length === 2')
    field.fill('f60, soon')
    field.blur()
    expect(alert).to_have_text(re.compile('^soon is not a place'))
    expect(field).to_have_attribute('aria-invalid', 'true')
    # Wherever the focus is by then.
    scrubber.press('Escape')
    page.get_by_role('dialog').wait_for(state='detached')
    assert len(ticks(scrubber, 'stops')) == 2
    page.reload()
    scrubber.settle()
    page.wait_for_function("() => wire.configuration.snap.stops?.length === 2")
    scrubber.grab(0.2)
    for along, frame in [(0.3, 60), (0.53, 60), (0.6, 120), (0.9, 120)]:
        scrubber.pull(along)
        assert scrubber.answered()['target']['frame'] == frame
    scrubber.release()
    assert scrubber.land() == 120
    # Another film has its own places for them.
    scrubber.open('start.ts')
    page.wait_for_function("() => Math.abs(wire.configuration.snap.stops?.[0] - 60 / 200) < 1e-6")


def test_what_is_beyond_an_end_counts_or_is_forgotten_as_is_chosen(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=150)
    page = scrubber.page
    for choice, comes_to in [('clamp', 0.9), ('accumulate', 1)]:
        scrubber.press('e')
        page.get_by_role('combobox', name='Beyond an end').select_option(choice)
        scrubber.press('Escape')
        page.wait_for_function('choice => wire.configuration.overshoot === choice', arg=choice)
        scrubber.grab(0.5)
        # From 0.75 to 1.15, and a tenth of the bar back.
        scrubber.pull(0.9)
        assert scrubber.answered()['position'] == 1
        scrubber.pull(0.8)
        assert scrubber.answered()['position'] == pytest.approx(comes_to, abs=0.002)
        scrubber.press('Escape')
        scrubber.release()
        assert scrubber.land() == 150
