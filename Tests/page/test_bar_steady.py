"""A pointer that goes one way sees pictures that go that way, and steps miss none."""
import pytest

from .page_support import BARCODE

# Each picture that is painted, by the number that it carries itself.
NOTE = f"""() => {{
  window.painted = [];
  const read = {BARCODE};
  document.querySelector('vernier-view').addEventListener('picturepainted',
    () => painted.push(read()));
}}"""


@pytest.mark.parametrize('start, way', [(0, 1), (199, -1)])
def test_a_slow_drag_one_way_never_shows_a_picture_the_other_way(server, open_page, start, way):
    scrubber = open_page(server, 'start.ts', frame=start)
    scrubber.page.evaluate(NOTE)
    scrubber.grab(0.5)
    x, y = scrubber.point(0.5)
    for step in range(100):
        scrubber.page.mouse.move(x + way * (10 + 3 * step), y)
        scrubber.page.wait_for_timeout(8)
        # No busy machine keeps a pointer from seeing some pictures on its way.
        scrubber.page.wait_for_function('(least) => painted.length >= least', arg=step // 8)
    scrubber.release()
    scrubber.land()
    painted = scrubber.page.evaluate('painted')
    assert len(set(painted)) >= 10
    assert painted == sorted(painted, reverse=way < 0)


@pytest.mark.parametrize('media', ['start.ts', 'vfr.mkv'])
def test_steps_back_show_each_frame_once(server, open_page, media):
    scrubber = open_page(server, media, frame=62)
    shown = []
    for _ in range(26):
        scrubber.press(',')
        shown.append(scrubber.land())
    assert shown == list(range(61, 35, -1))
