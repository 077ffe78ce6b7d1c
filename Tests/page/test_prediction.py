"""The bar under the pointer on a slow link, where every answer comes 400 ms after the question."""

import pytest

from .conditions import DRAWN
from .page_support import with_answers
from .slow_link import SlowLink

# Where the bar's line is drawn, in pixels from the bar's left end.
LINE = """const bar = document.querySelector('vernier-bar');
const line = bar.shadowRoot.querySelector('.hairline');
const drawn = () => parseInt(line.style.left, 10);"""

# Moves the pointer before an animation frame, the `i`th.
MOVE = """await new Promise((done) => setTimeout(done));
    const clientX = from + 7 * i + 0.25;
    bar.dispatchEvent(new PointerEvent('pointermove', {
      pointerId: 1, buttons: 1, clientX, clientY: y }));"""

# Moves the pointer before each of some animation frames; gives where that frame draws the line, and
# where the pointer is by then. The pointer began at `from`, and the position at 0.
FOLLOW = f"""async ([from, y, frames]) => {{
  {LINE}
  const found = [];
  for (let i = 1; i <= frames; i += 1) {{
    {MOVE}
    // Asked for after the page has asked for the same frame, this comes after the page has drawn.
    await new Promise(requestAnimationFrame);
    found.push([drawn(), Math.round(clientX - from)]);
  }}
  return found;
}}"""

WATCH = f"""() => {{
  {LINE}
  window.series = [drawn()];
  new MutationObserver(() => series.push(drawn())).observe(line, {{ attributeFilter: ['style'] }});
}}"""


@pytest.fixture
def slow(server, serve):
    with SlowLink(0.2) as link:
        allowed = ['--allow-host', f'127.0.0.1:{link.port}', '--allow-origin', link.url]
        link.server = serve(*server.paths, extra=allowed)
        yield link


def pointer(scrubber, along):
    """Takes the bar, and returns where it was taken."""
    scrubber.grab(along)
    return [*scrubber.point(along)]


def test_the_bar_is_where_the_pointer_is_in_every_animation_frame(slow, open_page):
    scrubber = open_page(slow, 'long-gop.mp4')
    found = scrubber.page.evaluate(FOLLOW, [*pointer(scrubber, 0.2), 60])
    assert [line for line, _ in found] == [place for _, place in found]
    scrubber.pull(0.5)
    scrubber.release()
    assert scrubber.land() > 0


# The same with what the bubble says: the frame, its time and its timecode, and where the line is.
WORDS = f"""async ([from, y, frames]) => {{
  {LINE}
  const bubble = document.querySelector('vernier-bubble');
  const found = [];
  for (let i = 1; i <= frames; i += 1) {{
    {MOVE}
    await new Promise(requestAnimationFrame);
    const said = ['frame', 'time', 'timecode'].map((name) => bubble.getAttribute(name));
    found.push([Number(bar.getAttribute('position')), ...said]);
  }}
  return found;
}}"""


def test_the_words_are_where_the_pointer_is_in_every_animation_frame(slow, open_page):
    """Drop-frame timecode from an hour on: within the first minute no label is left out."""
    scrubber = open_page(slow, 'dropframe.mov')
    found = scrubber.page.evaluate(WORDS, [*pointer(scrubber, 0.2), 60])
    assert len({position for position, *_ in found}) == len(found)
    for position, said, time, timecode in found:
        frame = min(int(position * 240 + 1e-6), 239)
        assert said == f'≈ frame {frame}'
        minutes, seconds = time.split(':')
        assert 60 * int(minutes) + float(seconds) == pytest.approx(frame * 1001 / 30000, abs=6e-4)
        assert timecode == f'01:00:{frame // 30:02};{frame % 30:02}'
    # Once the server has answered they are its own.
    target = scrubber.answered()['target']
    scrubber.bubble.get_by_text(f'frame {target["frame"]}', exact=True).wait_for()
    assert scrubber.bubble.get_attribute('timecode') == target['timecode']
    scrubber.release()
    scrubber.land()


def test_no_answer_that_agrees_moves_the_bar(slow, open_page):
    scrubber = open_page(slow, 'long-gop.mp4')
    scrubber.page.evaluate(WATCH)
    scrubber.grab(0.1)
    for step in range(1, 41):
        scrubber.pull(0.1 + step * 0.015, away=step * 2, steps=2)
        scrubber.page.wait_for_timeout(25)
    scrubber.release()
    scrubber.page.evaluate(DRAWN)
    at_release = scrubber.page.evaluate('series.length')
    scrubber.land()
    series = scrubber.page.evaluate('series')
    assert len(set(series)) > 30 and series == sorted(series)
    # What comes in after the pointer has let go changes nothing.
    assert set(series[at_release - 1:]) == {series[-1]}
    width = scrubber.bar.bounding_box()['width']
    assert series[-1] == pytest.approx(scrubber.state['position'] * width, abs=0.51)


def test_keys_in_a_drag_s_wake_land_where_the_server_says(slow, open_page):
    scrubber = open_page(slow, 'long-gop.mp4')
    scrubber.grab(0.1)
    scrubber.pull(0.4)
    scrubber.release()
    for key in ['ArrowRight', 'ArrowRight', 'ArrowLeft']:
        scrubber.press(key)
    scrubber.grab(0.5)
    scrubber.pull(0.6)
    scrubber.release()
    scrubber.land()
    line = scrubber.page.evaluate(f'() => {{ {LINE} return drawn(); }}')
    width = scrubber.bar.bounding_box()['width']
    assert line == pytest.approx(scrubber.state['position'] * width, abs=0.51)


def test_the_server_s_word_stands_where_it_disagrees(server, open_page):
    scrubber = open_page(server)

    def contrary(message):
        if message['type'] == 'state':
            message['position'] = message['raw'] = message['position'] / 2
        return message

    with_answers(scrubber, server, 'long-gop.mp4', contrary)
    scrubber.page.wait_for_selector('vernier-bar:not([disabled])')
    scrubber.grab(0.2)
    scrubber.pull(0.7)
    scrubber.release()
    scrubber.page.wait_for_function("""() => Math.abs(
      document.querySelector('vernier-bar').getAttribute('position') - 0.25) < 0.005""")


def test_without_the_model_the_page_shows_what_the_server_answers(slow, open_page):
    scrubber = open_page(slow)
    scrubber.page.route('**/scrub-model.wasm', lambda route: route.abort())
    scrubber.page.goto('about:blank')
    scrubber.open('long-gop.mp4')
    found = scrubber.page.evaluate(FOLLOW, [*pointer(scrubber, 0.2), 3])
    assert found[0][0] == 0 < found[0][1], 'nothing else draws the bar at once'
    scrubber.pull(0.7)
    scrubber.release()
    assert scrubber.land() > 0
    assert scrubber.state['position'] == pytest.approx(0.5, abs=0.002)


def test_a_server_that_sends_a_broken_model_still_scrubs(server, open_page):
    scrubber = open_page(server)
    scrubber.page.route('**/scrub-model.wasm', lambda route: route.fulfill(
        body=b'not wasm', content_type='application/wasm'))
    scrubber.page.goto('about:blank')
    scrubber.open('start.ts')
    scrubber.grab(0.2)
    scrubber.pull(0.7)
    scrubber.release()
    assert scrubber.land() > 0
