"""The wheel over the bar in Firefox: by pixels, as WebDriver turns it, and by lines, as a pointer."""
import pytest

from page.page_support import index_of
from page.test_bar_wheel import COUNT

NOTCH = 100  # pixels

# A notch upward as the window system tells of it, at a point of the page in view.
# Only the window may do that, not the page: hence --remote-allow-system-access.
LINES = """(x, y) => {
  const { left, top } = gBrowser.selectedBrowser.getBoundingClientRect();
  windowUtils.sendWheelEvent(
    left + x, top + y, 0, -3, 0, WheelEvent.DOM_DELTA_LINE, 0, 0, -3, 0);
}"""


def turn(scrubber, notches, modifier=None):
    """Turns the wheel upward, over the bar."""
    scrubber.tab.evaluate(COUNT)
    if modifier:
        scrubber.tab.key('Down', modifier)
    for _ in range(abs(notches)):
        scrubber.tab.wheel(*scrubber.point(0.7), -NOTCH if notches > 0 else NOTCH)
    scrubber.wait(f'heard >= {abs(notches) * NOTCH}')
    if modifier:
        scrubber.tab.key('Up', modifier)


def test_the_wheel_goes_by_seconds_frames_and_keyframes(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', 50)
    keys = [entry['frame'] for entry in index_of(server, 'long-gop.mp4') if entry['key']]
    after = min(frame for frame in keys if frame > 79)
    for modifier, notches, frame in [
        (None, 2, 110), (None, -1, 80), ('Alt', 3, 83), ('Alt', -4, 79), ('Shift', 1, after),
        ('Shift', -1, max(frame for frame in keys if frame < after)),
    ]:
        turn(scrubber, notches, modifier)
        assert scrubber.land() == frame, (modifier, notches)


def test_a_notch_that_firefox_counts_in_lines_is_a_notch(server, open_page, browser):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.tab.send('browsingContext.activate')
    for _ in range(9):
        browser.window().evaluate(LINES, *scrubber.point(0.7))
    # Comes after the last of them.
    scrubber.press('Control')
    scrubber.answered()
    assert scrubber.land() == 9 * 30


def test_the_wheel_with_control_zooms_about_the_pointer(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    turn(scrubber, 4, 'Control')
    low, high = map(float, scrubber.tab.evaluate(
        "document.querySelector('vernier-bar').getAttribute('range')").split())
    assert high - low == pytest.approx(1.25 ** -4)
    assert low + 0.7 * (high - low) == pytest.approx(0.7, abs=0.001)
    # The browser has not taken it for its own.
    assert scrubber.tab.evaluate('devicePixelRatio') == 1
    scrubber.grab(0.3)
    scrubber.pull(0.4)
    assert scrubber.answered()['position'] == pytest.approx(0.1 * (high - low), abs=0.001)
    scrubber.release()
    scrubber.land()
