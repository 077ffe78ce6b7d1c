"""The wheel over the bar, and the part of the track that is in view."""
import pytest
from playwright.sync_api import expect

from .alone import alone, open_alone  # noqa: F401

NOTCH = 100


# Counts the pixels that the page has heard of, of which a browser makes one event or several, once
# the bar has made something of them.
COUNT = """() => {
  const isNew = window.heard === undefined;
  window.heard = 0;
  if (isNew) addEventListener('wheel', async ({ deltaX, deltaY }) => {
    await import('/elements/bar-wheel.js');
    await new Promise(requestAnimationFrame);
    heard += Math.abs(deltaX + deltaY);
  }, { passive: true });
}"""


def turn(scrubber, notches, modifier=None):
    """Turns the wheel upward, over where the pointer is."""
    page = scrubber.page
    page.evaluate(COUNT)
    if modifier:
        page.keyboard.down(modifier)
    for _ in range(abs(notches)):
        page.mouse.wheel(0, -NOTCH if notches > 0 else NOTCH)
    page.wait_for_function(f'() => heard >= {abs(notches) * NOTCH}')
    if modifier:
        page.keyboard.up(modifier)


def about(scrubber, media):
    address = f'{scrubber.server.url}/api/v1/media/{scrubber.server.media(media)}'
    index = scrubber.page.request.get(f'{address}/index?format=json').json()
    return scrubber.page.request.get(address).json(), index


def view(scrubber):
    """The part of the track in view."""
    text = scrubber.bar.get_attribute('range')
    return tuple(map(float, text.split())) if text else (0, 1)


def line(scrubber):
    """Where the position is drawn, in pixels from the bar's left end."""
    box, bar = scrubber.bar.locator('.hairline').bounding_box(), scrubber.bar.bounding_box()
    return box['x'] + 1 - bar['x']


def ticks(scrubber, kind):
    """Where ticks are painted, in pixels from the bar's left end."""
    return scrubber.bar.locator(f'.{kind}').evaluate(
        '(path) => [...path.getAttribute("d").matchAll(/M([\\d.]+)/g)].map(([, x]) => Number(x))')


@pytest.mark.parametrize('modifier, notches, frame', [
    (None, 2, 110), (None, -1, 20), ('Alt', 3, 53), ('Alt', -4, 46)])
def test_the_wheel_goes_by_seconds_and_with_alt_by_frames(server, open_page, modifier, notches,
                                                          frame):
    scrubber = open_page(server, 'long-gop.mp4', frame=50)
    scrubber.page.mouse.move(*scrubber.point(0.7))
    turn(scrubber, notches, modifier)
    assert scrubber.land() == frame


def test_the_wheel_with_shift_goes_by_keyframes(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=100)
    _, index = about(scrubber, 'dropframe.mov')
    keys = [entry['frame'] for entry in index if entry['key']]
    scrubber.page.mouse.move(*scrubber.point(0.3))
    turn(scrubber, 1, 'Shift')
    assert scrubber.land() == min(frame for frame in keys if frame > 100)
    turn(scrubber, -1, 'Shift')
    assert scrubber.land() == max(frame for frame in keys if frame <= 100)


@pytest.mark.parametrize('direction', ['ltr', 'rtl'])
def test_zoom_keeps_the_place_under_the_pointer(alone, open_page, direction):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', direction=direction)
    width = scrubber.bar.bounding_box()['width']
    for along, notches in [(0.3, 4), (0.8, 5), (0.5, -3), (0.1, 30)]:
        scrubber.page.mouse.move(*scrubber.point(along))
        share = along if direction == 'ltr' else 1 - along
        low, high = view(scrubber)
        place = low + share * (high - low)
        turn(scrubber, notches, 'Control')
        low, high = view(scrubber)
        assert abs(low + share * (high - low) - place) * width / (high - low) < 1
    assert 600 * (high - low) * 40 == pytest.approx(width, rel=0.01)
    turn(scrubber, -60, 'Control')
    assert view(scrubber) == (0, 1)


def test_in_view_the_pointer_and_the_line_go_together(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    scrubber.page.mouse.move(*scrubber.point(0.5))
    turn(scrubber, 8, 'Control')
    before = line(scrubber)
    scrubber.grab(0.5)
    scrubber.pull(0.6)
    scrubber.answered()
    assert line(scrubber) - before == pytest.approx(0.1 * scrubber.bar.bounding_box()['width'], abs=1)
    assert scrubber.state['target']['frame'] == pytest.approx(
        300 + 600 * 0.1 * (view(scrubber)[1] - view(scrubber)[0]), abs=1)
    # Beyond the end of the view, the view follows.
    scrubber.pull(1.4)
    scrubber.answered()
    assert 0 <= line(scrubber) <= scrubber.bar.bounding_box()['width']
    assert view(scrubber)[0] <= scrubber.state['position'] <= view(scrubber)[1]
    arrow = scrubber.bubble.locator('.arrow').bounding_box()
    assert arrow['x'] + 8 - scrubber.bar.bounding_box()['x'] == pytest.approx(line(scrubber), abs=1)
    scrubber.release()
    scrubber.land()


def test_another_media_is_in_view_as_a_whole(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.page.mouse.move(*scrubber.point(0.5))
    turn(scrubber, 5, 'Control')
    assert view(scrubber) != (0, 1)
    scrubber.open_list()
    scrubber.page.get_by_role('link', name='vfr.mkv').click()
    scrubber.page.wait_for_selector('vernier-bar:not([range])')
    expect(scrubber.page.locator('vernier-ruler[range], vernier-bubble[range]')).to_have_count(0)
