"""What a snap adds to the pointer's way is shown before it happens, and for a moment after."""
import re

import pytest
from playwright.sync_api import expect

from .conditions import CANVAS, UNTIL
from .landings import clock, distance, frames_of, nearest, shown_at, stops_of
from .test_prediction import FOLLOW, pointer, slow  # noqa: F401 (fixture)

# The picture of the frame under a pointer that rests without letting go.
UNDER_HAND = f"""() => ({UNTIL})(() => {{
  const {{ exact, frame }} = {CANVAS}.dataset;
  return exact === 'true' && Number(frame) === wire.state.target.frame;
}})"""


# Notes what the bubble's line says, and whether it can be seen.
SAID = """() => {
  const [line] = document.getElementsByClassName('residual');
  const { parentElement: bubble } = line;
  window.said = [];
  new MutationObserver(() => said.push([line.textContent, bubble.hasAttribute('open')]))
    .observe(line, { childList: true });
}"""


def choose(scrubber, snap, when):
    """As the settings sheet and its keys do."""
    page = scrubber.page
    scrubber.press('e')
    page.get_by_role('combobox', name='Snap', exact=True).select_option(snap)
    page.get_by_role('combobox', name='When it snaps').select_option(when)
    scrubber.press('Escape')
    page.wait_for_function('when => wire.configuration.snap.when === when', arg=when)
    line(scrubber).wait_for(state='attached')


def line(scrubber):
    return scrubber.bubble.locator('.residual')


def drawn(scrubber):
    """Where the bar's line of the residual begins, and where it ends, in pixels."""
    shape = scrubber.bar.locator('.residual').get_attribute('d')
    return [int(place) for place in re.match(r'M(-?\d+) .*H(-?\d+)m', shape).groups()]


@pytest.mark.parametrize('media, start, snap', [
    ('dropframe.mov', 60, 'keyframe'), ('vfr.mkv', 60, 'keyframe'), ('long-gop.mp4', 100, 'keyframe'),
    ('dropframe.mov', 10, 'second'), ('dropframe.mov', 15, 'chapter'),
])
def test_on_release_the_pointer_is_free_and_sees_where_it_will_land(server, open_page, media, start, snap):
    times, *_ = frames_of(media)
    scrubber = open_page(server, media, frame=start)
    choose(scrubber, snap, 'release')
    page = scrubber.page
    page.evaluate(SAID)
    scrubber.grab(0.2)
    for along in [0.26, 0.5]:
        scrubber.pull(along)
        frame = scrubber.answered()['target']['frame']
        page.evaluate(UNDER_HAND)
        assert scrubber.barcode == scrubber.painted == frame
        stop = nearest(media, snap, frame)
        assert frame != stop
        by = distance(times, frame, stop)
        expect(line(scrubber)).to_have_text(f'→ {clock(times[stop])} ({by})')
        state = scrubber.answered()
        about = server.get(f'/api/v1/media/{server.media(media)}').json()
        span = (about['end'] - about['first']) * about['timebase'][0] / about['timebase'][1]
        width = scrubber.bar.bounding_box()['width']
        ends = [state['raw'] * width, times[stop] / span * width]
        assert drawn(scrubber) == pytest.approx(ends, abs=0.51)
    scrubber.release()
    assert scrubber.land() == stop
    # What was promised has happened, and that is there to be seen until the bubble fades.
    scrubber.bubble.wait_for(state='hidden')
    page.wait_for_selector('vernier-bar:not([residual])')
    assert page.evaluate('said').count([f'moved {by}', True]) == 1, page.evaluate('said')[-6:]
    assert page.evaluate('said')[-1] == [f'moved {by}', True]
    page.wait_for_selector(f'vernier-bar[aria-valuenow="{stop}"]')
    assert scrubber.bar.get_attribute('aria-valuetext') == f'Frame {stop}, {clock(times[stop])}'
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == start
    expect(line(scrubber)).to_have_text('')


def test_while_snapping_the_way_back_to_the_pointer_is_told(server, open_page):
    media = 'dropframe.mov'
    times, stops = frames_of(media)[0], stops_of(media, 'keyframe')
    scrubber = open_page(server, media, frame=60)
    choose(scrubber, 'keyframe', 'live')
    scrubber.grab(0.2)
    for along in [0.28, 0.55]:
        scrubber.pull(along)
        state = scrubber.answered()
        stop = state['target']['frame']
        seconds = server.get(f'/api/v1/media/{server.media(media)}').json()['duration']
        frame = shown_at(times, state['raw'] * seconds)
        assert stop in stops and frame != stop
        expect(line(scrubber)).to_have_text(f'pointer {distance(times, stop, frame)}')
    # In mid-drag the other way: nothing moves, and it is on the stop.
    before = scrubber.answered()
    scrubber.press('w')
    expect(line(scrubber)).to_have_text('')
    assert scrubber.answered()['raw'] == before['raw']
    scrubber.pull(0.57)
    expect(line(scrubber)).to_have_text(re.compile('^→'))
    assert scrubber.answered()['target']['frame'] not in stops
    scrubber.press('w')
    expect(line(scrubber)).to_have_text('')
    scrubber.pull(0.575)
    expect(line(scrubber)).to_have_text(re.compile('^pointer'))
    scrubber.release()
    assert scrubber.land() in stops
    scrubber.page.wait_for_selector('vernier-bar:not([residual])')


def test_a_pointer_that_holds_still_is_told_however_late_the_file_comes(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=60)
    held = []
    scrubber.page.route('**/page/snap-distance.js', lambda route: held.append(route))
    scrubber.press('s')
    scrubber.press('s')
    scrubber.page.wait_for_function("() => wire.configuration.snap.to === 'keyframe'")
    scrubber.grab(0.2)
    scrubber.pull(0.28)
    assert scrubber.answered()['phase'] == 'scrubbing'
    held.pop().continue_()
    expect(line(scrubber)).to_have_text(re.compile(r'^pointer \+\d+ frames$'))
    scrubber.release()
    scrubber.land()


def test_a_pointer_that_holds_still_is_told_although_the_server_is_busy_at_first(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=60)
    choose(scrubber, 'keyframe', 'release')
    refused = []

    def answer(route):
        if len(refused) >= 6:
            return route.continue_()
        refused.append(route)
        return route.fulfill(status=503)

    scrubber.page.route('**/target?*', answer)
    scrubber.grab(0.2)
    scrubber.pull(0.28)
    expect(line(scrubber)).to_have_text(re.compile(r'^→ .* frames\)$'))
    assert len(refused) == 6
    scrubber.release()
    scrubber.land()


def test_what_is_taken_back_or_never_moved_lands_nowhere(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=70)
    choose(scrubber, 'keyframe', 'release')
    page = scrubber.page
    scrubber.grab(0.2)
    page.wait_for_selector('vernier-bar[dragging]')
    scrubber.pull(0.2, away=40)
    page.wait_for_timeout(100)
    assert scrubber.bar.get_attribute('residual') is None
    expect(line(scrubber)).to_have_text('')
    scrubber.release()
    assert scrubber.land() == 70
    scrubber.grab(0.2)
    scrubber.pull(0.4)
    page.wait_for_selector('vernier-bar[residual]')
    scrubber.press('Escape')
    assert scrubber.land() == 70
    assert scrubber.bar.get_attribute('residual') is None
    scrubber.release()


def test_the_bar_is_under_the_pointer_until_it_lets_go_however_slow_the_link(slow, open_page):
    scrubber = open_page(slow, 'dropframe.mov')
    choose(scrubber, 'keyframe', 'release')
    # The model follows from the next rest on.
    scrubber.press('.')
    assert scrubber.land() == 1
    start = scrubber.state['position'] * scrubber.bar.bounding_box()['width']
    found = scrubber.page.evaluate(FOLLOW, [*pointer(scrubber, 0.2), 40])
    assert [drawn for drawn, _ in found] == pytest.approx(
        [start + place for _, place in found], abs=1)
    scrubber.pull(0.5)
    scrubber.release()
    assert scrubber.land() in stops_of('dropframe.mov', 'keyframe')


# What the mark looks like, each time that the bar says whether there is one.
OPACITIES = """() => {
  const bar = document.querySelector('vernier-bar');
  const mark = bar.shadowRoot.querySelector('.residual');
  window.opacities = [];
  new MutationObserver(() => {
    opacities.push([bar.hasAttribute('residual'), getComputedStyle(mark).opacity]);
  }).observe(bar, { attributeFilter: ['residual'] });
}"""


def test_who_wants_no_motion_sees_it_go_at_once(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=60, reduced_motion='reduce')
    choose(scrubber, 'keyframe', 'release')
    scrubber.grab(0.2)
    scrubber.pull(0.33)
    scrubber.page.wait_for_selector('vernier-bar[residual]')
    mark = scrubber.bar.locator('.residual')
    assert mark.evaluate('one => getComputedStyle(one).transitionDuration') == '0s'
    scrubber.page.evaluate(OPACITIES)
    scrubber.release()
    # On a slow machine it may go for a moment, until the server has told of the last place.
    scrubber.page.wait_for_selector('vernier-bubble:not([open])', state='attached')
    scrubber.page.wait_for_selector('vernier-bar:not([residual])')
    opacities = scrubber.page.evaluate('opacities')
    assert opacities and {(True, '1'), (False, '0')} >= {tuple(one) for one in opacities}
    assert opacities[-1] == [False, '0']
