"""Snaps under the pointer on a slow link, where every answer comes 400 ms after the question."""

import re

import pytest

from .conditions import DRAWN, UNTIL
from .page_support import comes_to, index_of
from .test_prediction import FOLLOW, LINE, pointer, slow  # noqa: F401 (a fixture)

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
