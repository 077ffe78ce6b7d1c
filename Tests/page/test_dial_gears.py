"""The gears of the jog wheel: slow turns are exact, fast ones are worth more, and none jumps."""
import math

import pytest

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .test_dial import TURN
from .turning import STEP, Turning


# Notes the samples of the dial from now on.
MOVES = """() => {
  if (!window.moves) {
    document.querySelector('vernier-dial').addEventListener(
      'scrubmove', ({ detail }) => moves.push(detail.samples));
  }
  window.moves = [];
}"""


def ways(moves):
    """From sample to sample, in turns."""
    angles = [math.atan2(x, -y) / math.tau for samples in moves for _, x, y in samples]
    return [(b - a + 0.5) % 1 - 0.5 for a, b in zip(angles, angles[1:])]


@pytest.fixture
def geared(alone):
    """A dial with gears, of a film of 600 frames, and a pointer on it."""
    scrubber = alone('dial', media='long-gop.mp4')
    scrubber.page.wait_for_function('() => wire.state')
    assert scrubber.land() == 0
    dial = scrubber.page.locator('vernier-dial').first
    dial.evaluate("dial => dial.setAttribute('gears', '1 4 16')")
    dial.focus()
    return scrubber, Turning(scrubber.page, dial)


def frame_of(scrubber):
    return scrubber.answered()['target']['frame']


def test_slow_turns_are_their_frames_with_gears_too(geared):
    scrubber, pointer = geared
    for turns in (1, 2, 3):
        assert set(pointer.go(1, speed=0.9)) == {1}
        # Some last bits short of a frame's edge is the frame before.
        assert frame_of(scrubber) in (turns * TURN - 1, turns * TURN)
    pointer.go(-3 + 1 / STEP, speed=0.9)
    pointer.let_go()
    assert scrubber.land() == 1


@pytest.mark.parametrize('speed, gear', [(1.5, 4), (3, 16)])
def test_fast_turns_are_worth_more_and_nothing_jumps_where_they_begin_to(geared, speed, gear):
    scrubber, pointer = geared
    gears = pointer.go(0.5, speed)
    assert gears[0] == 1 and gears[-1] == gear
    # What each place of the pointer was worth, one by one.
    way = sum(TURN / STEP * one for one in gears)
    before = frame_of(scrubber)
    assert before == pytest.approx(way, abs=1)
    assert set(pointer.go(0.5, speed)) == {gear}
    assert frame_of(scrubber) - before == pytest.approx(0.5 * TURN * gear, abs=1)
    frames = scrubber.page.evaluate('wire.frames')
    assert frames == sorted(frames)
    assert set(pointer.go(-0.5, speed=0.3)[2:]) == {1}
    pointer.let_go()
    assert scrubber.land() == scrubber.answered()['target']['frame']
    assert pointer.dial.get_attribute('gear') is None


def test_escape_takes_all_gears_back(geared):
    scrubber, pointer = geared
    scrubber.press('Escape')
    scrubber.page.mouse.up()
    scrubber.press('PageUp')
    assert scrubber.land() == TURN
    pointer = Turning(scrubber.page, pointer.dial)
    seen = set()
    for speed in (0.5, 1.5, 3, 1.2, 0.5):
        seen |= set(pointer.go(0.4, speed))
    assert seen == {1, 4, 16}
    assert frame_of(scrubber) > 5 * TURN
    scrubber.press('Escape')
    assert scrubber.land() == TURN
    scrubber.page.mouse.up()


def test_beyond_an_end_no_gear_counts(geared):
    scrubber, pointer = geared
    pointer.go(4, speed=3)
    assert frame_of(scrubber) == 599
    for turns, least, most in [(2, 2, 2), (-2, -32, -20)]:
        scrubber.page.evaluate(MOVES)
        pointer.go(turns, speed=3)
        way = sum(ways(scrubber.page.evaluate('moves')))
        assert least - 0.1 < way < most + 0.1, turns
    pointer.let_go()
    scrubber.land()


def test_samples_of_a_gear_are_no_further_apart_than_a_scrubber_can_tell(geared):
    scrubber, pointer = geared
    scrubber.page.evaluate(MOVES)
    pointer.go(1.5, speed=3, per_frame=12)
    moves = scrubber.page.evaluate('moves')
    assert max(len(samples) for samples in moves) <= 64
    samples = [sample for samples in moves for sample in samples]
    assert len(samples) > 1.2 * 16 * 4
    assert [one[0] for one in samples] == sorted(one[0] for one in samples)
    assert 0 < min(ways(moves)) and max(ways(moves)) <= 0.251
    scrubber.press('Escape')
    assert scrubber.land() == 0
    scrubber.page.mouse.up()
