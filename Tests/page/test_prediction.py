"""The bar under the pointer on a slow link, where every answer comes 400 ms after the question."""

import re

import pytest

from .conditions import DRAWN, UNTIL
from .page_support import comes_to, index_of, with_answers
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


# The index is known that the stops of a snap are taken from, and the session has come to rest since.
PREDICTS = """async (snap) => {
  const { app } = await import('/page/app.js');
  for (const end = performance.now() + 60000; performance.now() < end;) {
    if (wire.configuration?.snap.to === snap && app.prediction.position !== null) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`${snap} is not predicted`);
}"""


def stops_of(about, index, snap):
    """The positions of a snap's stops, by arithmetic alone."""
    span = about['end'] - about['first']
    ticks = [entry['pts'] - about['first'] for entry in index]
    second = about['timebase'][1] / about['timebase'][0]
    return [tick / span for tick in {
        'frame': ticks,
        'keyframe': [tick for tick, entry in zip(ticks, index) if entry['key']],
        'chapter': [ticks[chapter['frame']] for chapter in about['chapters']],
        'count': [span * i / 10 for i in range(11)],
        'step': [span * i / 20 for i in range(21)],
        'time': [max(tick for tick in ticks if tick <= moment * second + 1)
                 for moment in range(int(span / second) + 1)],
    }[snap]]


def test_snaps_are_where_the_server_will_say_in_every_animation_frame(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov')
    media = slow.media('dropframe.mov')
    about = slow.server.get(f'/api/v1/media/{media}').json()
    index = index_of(slow.server, 'dropframe.mov')
    width = scrubber.bar.bounding_box()['width']
    # Between chapters and a count are marks and listed stops, of which there are none.
    for snap, keys in {'frame': 1, 'keyframe': 1, 'time': 1, 'chapter': 1, 'count': 3, 'step': 1}.items():
        scrubber.press('Home')
        scrubber.settle()
        for _ in range(keys):
            scrubber.press('s')
        scrubber.page.evaluate(PREDICTS, snap)
        stops = stops_of(about, index, snap)
        found = scrubber.page.evaluate(FOLLOW, [*pointer(scrubber, 0.2), 60])
        for i, (line, _) in enumerate(found, 1):
            raw = (7 * i + 0.25) / width
            before = max(stop for stop in stops if stop <= raw + 1e-9)
            near = before if snap == 'frame' else min(stops, key=lambda stop: abs(stop - raw))
            assert line == pytest.approx(near * width, abs=1), snap
        # At rest it is where the server says.
        scrubber.release()
        assert scrubber.settle()['position'] in stops
        assert scrubber.page.evaluate(f'() => {{ {LINE} return drawn(); }}') == pytest.approx(
            scrubber.state['position'] * width, abs=0.51)


def test_written_stops_are_where_the_server_will_say(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov')
    scrubber.press('e')
    page = scrubber.page
    page.get_by_role('combobox', name='Snap', exact=True).select_option('stops')
    page.get_by_role('textbox', name='Listed stops').fill('f30, 25%, 4, f200')
    scrubber.press('Tab')
    page.wait_for_function("() => wire.configuration.snap.stops?.length === 4")
    scrubber.press('Escape')
    stops = [30 / 240, 0.25, 119 / 240, 200 / 240]
    found = page.evaluate(FOLLOW, [*pointer(scrubber, 0.2), 60])
    width = scrubber.bar.bounding_box()['width']
    for i, (line, _) in enumerate(found, 1):
        raw = (7 * i + 0.25) / width
        assert line == pytest.approx(min(stops, key=lambda stop: abs(stop - raw)) * width, abs=1)
    scrubber.release()
    assert min(abs(scrubber.settle()['position'] - stop) for stop in stops) < 1e-9


def test_marks_are_predicted_to_be_where_the_server_will_say(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov', 100)
    page = scrubber.page
    for key in ['i', 'Shift+ArrowRight', 'Shift+ArrowRight', 'o', 'Home']:
        scrubber.press(key)
    page.locator('#marks').get_by_text('frame 120', exact=True).wait_for()
    scrubber.press('t')
    page.get_by_role('combobox', name='Snap').select_option('marks')
    page.wait_for_function('() => wire.configuration.snap.stops?.length === 2')
    scrubber.settle()
    width = scrubber.bar.bounding_box()['width']
    lines = {line for line, _ in page.evaluate(FOLLOW, [*pointer(scrubber, 0.1), 90])[1:]}
    assert sorted(lines) == pytest.approx([100 / 240 * width, 120 / 240 * width], abs=1)
    scrubber.release()
    assert scrubber.settle()['target']['frame'] in (100, 120)


# The prediction follows.
FOLLOWS = f"""async () => {{
  const {{ app }} = await import('/page/app.js');
  await ({UNTIL})(() => app.prediction.position !== null);
  await ({DRAWN})();
}}"""


def test_a_drag_before_its_stops_are_there_is_predicted_from_then_on(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov')
    page, held = scrubber.page, []
    # The pictures along the bar ask for a part.
    page.route(re.compile(r'/index\?(?!.*from=)'), lambda route: held.append(route))
    for _ in range(2):
        scrubber.press('s')
    page.wait_for_function("() => wire.configuration.snap.to === 'keyframe'")
    # All frames are asked for when the snap is chosen, once for all who need them.
    comes_to(page, lambda: len(held), 1)
    start = pointer(scrubber, 0.2)
    page.evaluate(FOLLOW, [*start, 30])
    held[0].continue_()
    page.evaluate(FOLLOWS)
    near = keyframe_near(slow, scrubber)
    assert page.evaluate(f'() => {{ {LINE} return drawn(); }}') == near(30)
    for step, (line, _) in enumerate(page.evaluate(FOLLOW, [*start, 60]), 1):
        assert line == near(step)
    scrubber.release()
    assert scrubber.settle()['position'] in near.stops
    assert len(held) == 1


def keyframe_near(slow, scrubber):
    """Where the line is to be after so many steps of the pointer, in pixels."""
    about = slow.server.get(f'/api/v1/media/{slow.media("dropframe.mov")}').json()
    width = scrubber.bar.bounding_box()['width']

    def near(step):
        raw = (7 * step + 0.25) / width
        return pytest.approx(min(near.stops, key=lambda stop: abs(stop - raw)) * width, abs=1)

    near.stops = stops_of(about, index_of(slow.server, 'dropframe.mov'), 'keyframe')
    return near


def test_a_snap_whose_code_comes_in_mid_drag_is_predicted_from_then_on(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov')
    page, held = scrubber.page, []
    near = keyframe_near(slow, scrubber)
    page.route('**/page/snap-stops.js', lambda route: held.append(route))
    start = pointer(scrubber, 0.2)
    assert page.evaluate(FOLLOW, [*start, 20])[-1][0] == 140
    for _ in range(2):
        scrubber.press('s')
    page.wait_for_function("() => wire.configuration.snap.to === 'keyframe'")
    page.evaluate(FOLLOW, [*start, 30])
    held[0].continue_()
    page.evaluate(FOLLOWS)
    assert page.evaluate(f'() => {{ {LINE} return drawn(); }}') == near(30)
    for step, (line, _) in enumerate(page.evaluate(FOLLOW, [*start, 60]), 1):
        assert line == near(step)
    scrubber.release()
    assert scrubber.settle()['position'] in near.stops


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
