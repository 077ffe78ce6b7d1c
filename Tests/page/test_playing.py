"""How the page plays: in a loop, faster, backward, and to rest on an exact frame."""
import itertools

import pytest

from .conditions import PLAYED, PLAYER, UNTIL
from .marking import Marker
from .person import Person

# Each time that is told of while it plays, in frames.
TOLD = """() => {
  window.told = [];
  document.querySelector('vernier-view').addEventListener('playbacktime',
    ({ detail }) => told.push(detail.time * 30));
}"""

# Animation frames in which the player may tell of a frame that it was sent away from.
SETTLING = 8

# Keeps the page from hearing of anything for so many milliseconds.
BUSY = '(ms) => { for (const end = performance.now() + ms; performance.now() < end;); }'


def loops(scrubber, first, last):
    """Marks a loop, and goes to its begin."""
    marker = Marker(scrubber)
    marker.mark(first, last)
    scrubber.press('r')
    marker.go_to(first)


def plays(scrubber):
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view[player]')


def rests(scrubber):
    """The frame that it rests on."""
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view:not([player])')
    return scrubber.land()


def turns(numbers):
    return sum(after < before for before, after in zip(numbers, numbers[1:]))


def test_a_loop_plays_between_the_marks_alone(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=60)
    page = scrubber.page
    loops(scrubber, 60, 80)
    page.evaluate(TOLD)
    plays(scrubber)
    seen = Person(scrubber).played(lambda seen: turns(seen) > 2)
    assert rests(scrubber) >= 60 and min(seen) >= 60
    # How late a busy browser tells of a frame is its own affair. Once it has, what is on its way may
    # still come.
    told = [round(frame) for frame in page.evaluate('told')]
    late = [len(list(run)) for is_late, run in itertools.groupby(told, lambda one: one >= 80)
            if is_late]
    assert min(told) >= 60 and max(late) <= SETTLING, told


@pytest.mark.parametrize('first, last', [(60, 80), (570, 590), (580, 599)])
def test_a_loop_turns_however_late_a_busy_page_hears_of_its_end(server, open_page, first, last):
    scrubber = open_page(server, 'long-gop.mp4')
    page = scrubber.page
    loops(scrubber, first, last)
    plays(scrubber)
    # The second of these films ends meanwhile, and the third with its loop.
    for _ in range(2):
        page.wait_for_function(f'(frame) => {PLAYER}.currentTime * 30 > frame', arg=last - 5)
        page.evaluate(BUSY, 1500)
        page.wait_for_function(f'(frame) => {PLAYER}.currentTime * 30 < frame', arg=last)
    assert first <= rests(scrubber) <= 599


def test_each_frame_that_plays_is_told_of_and_drawn_once(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=60)
    scrubber.page.evaluate(TOLD)
    plays(scrubber)
    scrubber.page.wait_for_function('() => told.at(-1) > 90')
    told = scrubber.page.evaluate('told')
    # Until a browser's player has shown anything, its own clock is all there is.
    repeated = sum(one == next for one, next in itertools.pairwise(map(round, told)))
    assert repeated <= SETTLING, told


def test_rest_is_obeyed_however_soon_it_comes(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    page = scrubber.page
    plays(scrubber)
    rests(scrubber)
    page.evaluate("""() => {
      const view = document.querySelector('vernier-view');
      view.play(2);
      view.rest();
    }""")
    page.wait_for_function("() => !document.querySelector('vernier-view').playing")
    assert scrubber.land() in (60, 61) and page.evaluate(f'{PLAYER}.paused')


def test_what_is_sent_beyond_a_loop_plays_on_there(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    loops(scrubber, 60, 80)
    Marker(scrubber).go_to(90)
    plays(scrubber)
    seen = Person(scrubber).played(lambda seen: seen[-1:] > [130])
    assert min(seen) >= 90 and turns(seen) == 0
    assert rests(scrubber) > 130


def test_l_plays_faster_and_k_rests_on_the_exact_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    page = scrubber.page
    rate = f'{PLAYER}.playbackRate'
    for expected in [1, 2, 4, 8, 8]:
        scrubber.press('l')
        page.wait_for_selector('vernier-view[player]')
        page.wait_for_function(f'(expected) => {rate} === expected', arg=expected)
    page.get_by_text('Playing ×8').wait_for()
    page.wait_for_function('() => document.querySelector("vernier-bar").getAttribute("position") > 0.1')
    scrubber.press('k')
    page.wait_for_selector('vernier-view:not([player])')
    assert scrubber.land() > 60


def test_j_goes_backward_through_the_server_s_pictures(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=110)
    page = scrubber.page
    page.evaluate('wire.frames = []')
    scrubber.press('j')
    page.get_by_text('Backward ×1').wait_for()
    scrubber.press('j')
    page.get_by_text('Backward ×2').wait_for()
    page.wait_for_function('() => wire.state.target.frame < 80')
    scrubber.press('k')
    frame = scrubber.land()
    assert frame < 80
    frames = page.evaluate('wire.frames')
    assert frames == sorted(frames, reverse=True) and len(set(frames)) > 5
    # All of it was one move.
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == 110


def test_l_goes_on_where_the_browser_cannot_play(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=10)
    scrubber.press('l')
    scrubber.page.wait_for_function('() => wire.state.target.frame > 20')
    scrubber.press('k')
    assert scrubber.land() > 20


def test_k_held_makes_j_and_l_step(server, open_page):
    scrubber = open_page(server, 'vfr.mkv', frame=20)
    page = scrubber.page
    scrubber.press('k')
    page.keyboard.down('k')
    for key, frame in [('l', 21), ('l', 22), ('j', 21)]:
        scrubber.press(key)
        assert scrubber.land() == frame
    page.keyboard.up('k')


def plays_faster(scrubber):
    """Plays a film twice as fast."""
    scrubber.press('l')
    scrubber.page.wait_for_selector('vernier-view[player]')
    scrubber.press('l')
    scrubber.page.wait_for_function(f'() => {PLAYER}.playbackRate === 2')


# Goes on when it has shown some more.
ANOTHER = f"""() => {{
  const enough = shown.length + 3;
  return ({UNTIL})(() => shown.length >= enough);
}}"""


def test_another_speed_shows_no_frame_twice(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    scrubber.press('l')
    page.wait_for_selector('vernier-view[player]')
    page.evaluate(f"""() => {{
      const video = {PLAYER};
      window.shown = [];
      const watch = (_, {{ mediaTime }}) => {{
        shown.push(mediaTime);
        video.requestVideoFrameCallback(watch);
      }};
      video.requestVideoFrameCallback(watch);
      video.addEventListener('seeking', () => shown.push(-1));
    }}""")
    for rate in [2, 4, 8]:
        page.evaluate(ANOTHER)
        scrubber.press('l')
        page.wait_for_function(f'() => {PLAYER}.playbackRate === {rate}')
    page.evaluate(ANOTHER)
    shown = page.evaluate('shown')
    assert shown == sorted(set(shown)) and len(shown) > 4
    scrubber.press('k')
    scrubber.land()


@pytest.mark.parametrize('takes_back', [False, True])
def test_a_drag_holds_what_plays_and_lets_it_go_on_from_there(server, open_page, takes_back):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    plays_faster(scrubber)
    # Back, since there must be something left to go on with.
    scrubber.grab(0.5)
    scrubber.pull(0.2)
    held = scrubber.answered()
    assert held['phase'] == 'scrubbing' and page.evaluate(f'{PLAYER}.paused')
    # It goes back to the frame that it told of last.
    page.wait_for_function(f'() => !{PLAYER}.seeking')
    before = page.evaluate(PLAYED)
    page.evaluate(f"""() => {PLAYER}.addEventListener(
        'play', (event) => {{ window.first = event.target.currentTime * 30; }}, {{ once: true }})""")
    if takes_back:
        page.keyboard.press('Escape')
    scrubber.release()
    page.wait_for_selector('vernier-view[player]')
    page.wait_for_function(f'() => !{PLAYER}.paused && {PLAYER}.playbackRate === 2')
    there = before if takes_back else held['target']['frame']
    assert page.evaluate('first') == pytest.approx(there, abs=2)
    scrubber.press('k')
    scrubber.land()


def test_the_wheel_lets_it_play_on_but_for_single_frames(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    plays_faster(scrubber)
    page.mouse.move(*scrubber.point(0.5))
    page.mouse.wheel(0, -300)
    page.wait_for_function(f'() => !{PLAYER}.paused && {PLAYER}.currentTime > 4')
    page.keyboard.down('Alt')
    page.mouse.wheel(0, -100)
    page.keyboard.up('Alt')
    page.wait_for_selector('vernier-view:not([player])')
    there = scrubber.land()
    page.wait_for_timeout(300)
    assert scrubber.land() == there and page.evaluate(f'{PLAYER}.paused')


def test_a_key_that_leads_elsewhere_is_obeyed_before_it_plays_on(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    plays_faster(scrubber)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    scrubber.answered()
    scrubber.page.evaluate("""() => addEventListener('scrubend', () => dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Home', bubbles: true })), { once: true })""")
    scrubber.release()
    assert scrubber.land() == 0
    scrubber.page.wait_for_timeout(300)
    assert scrubber.land() == 0 and scrubber.page.evaluate(f'{PLAYER}.paused')
