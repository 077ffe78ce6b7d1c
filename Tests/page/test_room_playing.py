"""People look together at what plays: the follower's player keeps to the leader's."""
import bisect
import subprocess

import pytest
from playwright.sync_api import expect

from kit import SAMPLES

from .conditions import PLAYER
from .page_support import comes_to
from .test_rooms import pair, two  # noqa: F401

# Two players at once need much of the machine, and all of it where their frames are compared.
pytestmark = pytest.mark.undisturbed

RATE = 30
FILM = 'film.mp4'

# Pages of a size that is soon drawn: of two players alone there is something to compare.
SIZE = {'width': 640, 'height': 400}

# Each frame that the player presents, with the time by the clock of the machine.
PRESENTED = f"""() => {{
  const video = {PLAYER};
  window.presented = [];
  const watch = (now, {{ mediaTime }}) => {{
    presented.push([performance.timeOrigin + now, mediaTime]);
    video.requestVideoFrameCallback(watch);
  }};
  video.requestVideoFrameCallback(watch);
}}"""

# Seconds of which the frames are compared, how many of these are ten, and how often it is tried.
WHILE, TEN_SECONDS, TRIES = 2, 5, 25


@pytest.fixture(scope='module')
def films(serve_once, tmp_path_factory):
    """A film as most are: a browser's player without help of its machine is where it is to be soon."""
    folder = tmp_path_factory.mktemp('films')
    once = folder / f'once-{FILM}'
    subprocess.run(['ffmpeg', '-v', 'error', '-i', SAMPLES / 'long-gop.mp4', '-vf', 'scale=320:180',
                    '-c:v', 'libx264', '-preset', 'veryfast', '-g', str(RATE), once], check=True)
    subprocess.run(['ffmpeg', '-v', 'error', '-stream_loop', '4', '-i', once, '-c', 'copy',
                    folder / FILM], check=True)
    return serve_once(folder)


@pytest.fixture
def two_at_a_film(films, open_page):
    """Two pages in a room of that film."""
    return lambda: pair(films, open_page, FILM, viewport=SIZE)


def plays(member):
    member.page.wait_for_selector('vernier-view[player]')
    member.page.wait_for_function(f'() => !{PLAYER}.paused && !{PLAYER}.seeking')


def rests(member):
    member.page.wait_for_selector('vernier-view:not([player])')


def offsets(ours, theirs):
    """By how many frames the second player is behind the first, at each frame that it presents."""
    times = [time for time, _ in ours]
    found = []
    for time, shown in theirs:
        place = bisect.bisect(times, time)
        if 0 < place < len(ours):
            (before, first), (after, second) = ours[place - 1:place + 1]
            due = first + (second - first) * (time - before) / (after - before)
            found.append(RATE * (due - shown))
    return sorted(found)


def pace(presented):
    """Seconds of the film in each second."""
    (began, first), (ended, last) = presented[0], presented[-1]
    return 1000 * (last - first) / (ended - began)


def following(two):
    one, other = two()
    one.press('Lead')
    one.is_pressed('Lead')
    other.press('Follow')
    expect(other.followed).to_have_count(1)
    one.go_to(60)
    other.shows(60)
    return one, other


def difference(one, other):
    """By how many frames the other is behind in the middle of two seconds, after ten in which the
    leader's player has lost no time: where one is that does, nobody can foresee."""
    for member in (one, other):
        member.page.evaluate(PRESENTED)
    paces = []
    for _ in range(TRIES):
        ours, theirs = next_while(one, other)
        paces.append(pace(ours))
        if len(paces) > TEN_SECONDS and min(paces[-1 - TEN_SECONDS:]) > 0.99:
            found = offsets(ours, theirs)
            assert len(found) > 10, found
            return found[len(found) // 2]
    pytest.fail(f'the leader plays {paces} seconds in a second')


def next_while(one, other):
    """What both present in the next two seconds."""
    began = one.page.evaluate('performance.timeOrigin + performance.now()')
    one.page.wait_for_function('to => performance.timeOrigin + performance.now() > to',
                               arg=began + 1000 * WHILE)
    return [[frame for frame in member.page.evaluate('presented') if frame[0] > began]
            for member in (one, other)]


@pytest.mark.alone
def test_a_follower_s_player_is_within_a_frame_of_the_leader_s_after_ten_seconds(two_at_a_film):
    one, other = following(two_at_a_film)
    one.scrubber.press('l')
    plays(one)
    plays(other)
    assert abs(difference(one, other)) <= 1
    one.scrubber.press('k')
    rests(one)
    rests(other)
    other.shows(one.scrubber.land())


def test_a_follower_hears_of_another_rate_and_of_a_pause(two):  # noqa: F811
    one, other = following(two)
    one.scrubber.press('l')
    plays(other)
    one.scrubber.press('l')
    comes_to(other.page, lambda: round(other.page.evaluate(f'{PLAYER}.playbackRate')), 2)
    one.scrubber.press('k')
    rests(other)
    other.shows(one.scrubber.land())
    expect(other.followed).to_have_count(1)


def test_a_follower_s_player_makes_place_however_soon_the_leader_pauses(two):  # noqa: F811
    one, other = following(two)
    for _ in range(5):
        one.scrubber.press('l')
        one.scrubber.page.wait_for_selector('vernier-view[player]')
        one.scrubber.press('k')
        rests(one)
        frame = one.scrubber.land()
        rests(other)
        other.shows(frame)
        assert other.page.evaluate(f'{PLAYER}.paused')
    expect(other.followed).to_have_count(1)


@pytest.mark.alone
def test_who_comes_while_it_plays_plays_along(two_at_a_film):
    one, other = two_at_a_film()
    one.press('Lead')
    one.is_pressed('Lead')
    one.scrubber.press('l')
    plays(one)
    other.press('Follow')
    plays(other)
    assert abs(difference(one, other)) <= 1
    one.scrubber.press('k')
    rests(other)
    other.shows(one.scrubber.land())


@pytest.mark.alone
def test_a_jump_of_the_leader_s_player_is_followed(two_at_a_film):
    one, other = following(two_at_a_film)
    one.scrubber.press('l')
    plays(one)
    plays(other)
    one.scrubber.press('ArrowRight')
    one.page.wait_for_function(f'() => {PLAYER}.currentTime > 7')
    assert abs(difference(one, other)) <= 1


def test_who_plays_itself_is_taken_to_the_leader_on_following(two):  # noqa: F811
    one, other = two()
    one.press('Lead')
    one.is_pressed('Lead')
    one.go_to(300)
    other.scrubber.press('l')
    plays(other)
    other.press('Follow')
    rests(other)
    other.shows(300)


def test_who_pauses_itself_follows_no_longer(two):  # noqa: F811
    one, other = following(two)
    one.scrubber.press('l')
    plays(other)
    other.scrubber.press('k')
    rests(other)
    expect(other.followed).to_have_count(0)
    mine = other.scrubber.land()
    one.scrubber.press('k')
    rests(one)
    one.go_to(10)
    one.shows(10)
    assert other.scrubber.land() == mine


def test_who_takes_the_lead_in_play_is_followed_by_who_led(two):  # noqa: F811
    one, other = following(two)
    one.scrubber.press('l')
    plays(other)
    other.press('Lead')
    other.is_pressed('Lead')
    one.press('Follow')
    expect(one.followed).to_have_count(1)
    plays(one)
    other.scrubber.press('k')
    rests(other)
    rests(one)
    one.shows(other.scrubber.land())
