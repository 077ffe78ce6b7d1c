"""A pointer that moves finely: zones, what they say, the tick at their edges, and Shift."""
import pytest
from playwright.sync_api import expect

from .page_support import comes_to

VIBRATIONS = """() => {
  window.ticks = 0;
  navigator.vibrate = () => { ticks += 1; return true; };
}"""


def labels(scrubber):
    """What the zones on the pointer's side say, from the bar outward."""
    return scrubber.bar.locator('.zone:not([hidden]) span').all_inner_texts()


def said(scrubber):
    """What the pointer is worth, as the bar says it."""
    return scrubber.bar.locator('.word').inner_text()


def test_zones_say_what_the_pointer_is_worth_and_tick_once_at_an_edge(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.page.evaluate(VIBRATIONS)
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    assert scrubber.bar.locator('.zone').count() == 0
    scrubber.pull(0.5, away=30)
    scrubber.bar.locator('.zone').first.wait_for()
    # 1 − d² / 10000, and a hundredth at least.
    comes_to(scrubber.page, lambda: labels(scrubber), ['×0.75', '×0.5', '×0.01'])
    scrubber.pull(0.5, away=60)
    state = scrubber.answered()
    assert state['gain'] == pytest.approx(0.64)
    worth = state['framesPerUnit']
    assert worth == pytest.approx(0.64 * 600 / scrubber.bar.bounding_box()['width'], rel=0.01)
    comes_to(scrubber.page, lambda: said(scrubber), f'×0.64 · 1 frame per {1 / worth:.1f} px')
    assert labels(scrubber) == ['×0.75', '×0.5', '×0.01']
    trembles_over_an_edge(scrubber)
    crosses_the_bar(scrubber)
    scrubber.release()
    scrubber.land()
    expect(scrubber.bar.locator('.zone')).to_have_count(0)


def crosses_the_bar(scrubber):
    """The zones are on the side of the pointer."""
    below = scrubber.bar.locator('.below:not([hidden])')
    assert below.count() == 0
    scrubber.pull(0.5, away=-80)
    scrubber.answered()
    expect(below).to_have_count(3)


def trembles_over_an_edge(scrubber):
    """It is felt once."""
    for away in [72, 69, 72, 69, 72]:
        scrubber.pull(0.5, away=away, steps=1)
        scrubber.answered()
    assert scrubber.page.evaluate('ticks') == 2


def test_no_tick_where_none_is_wanted(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.page.evaluate(VIBRATIONS)
    scrubber.page.evaluate("document.querySelector('vernier-bar').setAttribute('haptic', 'off')")
    scrubber.grab(0.3)
    scrubber.pull(0.4, away=90)
    scrubber.bar.locator('.zone[data-current]').wait_for()
    scrubber.release()
    assert scrubber.page.evaluate('ticks') == 0


def test_shift_moves_finely_on_the_bar_and_never_jumps(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    width = scrubber.bar.bounding_box()['width']
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    before = scrubber.answered()['raw']
    frame = scrubber.state['target']['frame']
    keyboard = scrubber.page.keyboard
    # As if 95 pixels away: 1 − 95² / 10000.
    for press, gain in [(keyboard.down, 0.0975), (keyboard.up, 1), (keyboard.down, 0.0975)]:
        press('Shift')
        # The pointer rests: what it is worth changes at once.
        state = scrubber.answered()
        assert (state['raw'], state['gain']) == (before, pytest.approx(gain))
        scrubber.bar.get_by_text('×0.1 ·').wait_for(state='visible' if gain < 1 else 'hidden')
    scrubber.pull(0.5 + 100 / width)
    state = scrubber.answered()
    assert state['gain'] == pytest.approx(0.0975, abs=0.02)
    assert state['raw'] - before == pytest.approx(0.0975 * 100 / width, rel=0.05)
    keyboard.up('Shift')
    scrubber.release()
    assert frame < scrubber.land() <= frame + 8


def test_a_drag_that_begins_with_shift_begins_without_a_jump(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    before = scrubber.state['raw']
    scrubber.page.keyboard.down('Shift')
    scrubber.grab(0.4)
    x, y = scrubber.point(0.4)
    for way in range(1, 21):
        scrubber.page.mouse.move(x + way, y)
    after = scrubber.answered()['raw']
    width = scrubber.bar.bounding_box()['width']
    assert 0 < after - before <= 0.11 * 20 / width
    scrubber.page.keyboard.up('Shift')
    scrubber.release()
    scrubber.land()


def test_zones_follow_the_law_of_the_server(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    law = '{ kind: "tiered", tiers: [[0, 1], [50, 0.5], [100, 0.25], [150, 0.1]], hysteresis: 15 }'
    scrubber.page.evaluate(f"() => {{ document.querySelector('vernier-bar').law = {law}; }}")
    scrubber.grab(0.3)
    scrubber.pull(0.4, away=40)
    scrubber.bar.locator('.zone').first.wait_for()
    assert labels(scrubber) == ['×0.5', '×0.25', '×0.1']
    middle = scrubber.point(0.4)[1]
    edges = [zone['y'] + zone['height'] for zone in
             (band.bounding_box() for band in scrubber.bar.locator('.above').all())]
    assert [middle - edge for edge in edges] == pytest.approx([50, 100, 150], abs=1)
    scrubber.release()
