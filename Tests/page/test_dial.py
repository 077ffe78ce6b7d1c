"""The jog wheel: turns add up, and the picture is the frame that they lead to."""
import math

import pytest
from playwright.sync_api import expect

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)

TURN = 25  # frames, as samples/embed/dial.html says


class Wheel:
    """A pointer on the rim of the dial."""

    def __init__(self, scrubber):
        self.scrubber = scrubber
        self.dial = scrubber.page.locator('vernier-dial').first
        box = self.dial.bounding_box()
        self.centre = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
        self.radius = box['width'] * 0.35
        self.turns = 0.0

    def go(self, turns):
        self.turns = turns
        angle = turns * 2 * math.pi
        self.scrubber.page.mouse.move(self.centre[0] + self.radius * math.sin(angle),
                                      self.centre[1] - self.radius * math.cos(angle))

    def turn(self, to):
        """Turns on to so many turns since the top, an eighth at a time at most."""
        way = to - self.turns
        steps = math.ceil(abs(way) * 8)
        start = self.turns
        for step in range(1, steps + 1):
            self.go(start + way * step / steps)

    def frame(self):
        return self.scrubber.answered()['target']['frame']


@pytest.fixture
def wheel(alone):
    scrubber = alone('dial')
    scrubber.page.wait_for_function('() => wire.state')
    wheel = Wheel(scrubber)
    wheel.dial.focus()
    for _ in range(2):
        scrubber.press('PageUp')
    assert scrubber.land() == 2 * TURN
    return wheel


def test_each_turn_is_its_frames_and_as_many_back_are_the_same_frame(wheel):
    # A tenth of a frame past the edge of one, as no pointer stops at an edge.
    past = 0.1 / TURN
    wheel.go(0.3)
    wheel.scrubber.page.mouse.down()
    for turns in (1, 2, 3):
        wheel.turn(0.3 + turns + past)
        assert wheel.frame() == (2 + turns) * TURN
    wheel.turn(0.3 + past)
    assert wheel.frame() == 2 * TURN
    wheel.scrubber.release()
    assert wheel.scrubber.land() == 2 * TURN


def test_it_stops_where_the_pointer_does_and_the_mark_is_where_it_is(wheel):
    wheel.go(0)
    wheel.scrubber.page.mouse.down()
    wheel.turn(1.5 + 0.1 / TURN)
    frame = wheel.frame()
    wheel.scrubber.release()
    assert wheel.scrubber.land() == frame == 2 * TURN + 37
    turned = wheel.dial.evaluate(
        "dial => parseFloat(dial.shadowRoot.querySelector('.wheel').style.transform.slice(7))")
    assert turned == pytest.approx(2 + 1.5 + 0.1 / TURN, abs=0.05)


def test_the_ends_hold_and_the_way_beyond_them_counts(wheel):
    wheel.go(0)
    wheel.scrubber.page.mouse.down()
    wheel.turn(-3)
    assert wheel.frame() == 0
    wheel.turn(0.1 / TURN)
    assert wheel.frame() == 2 * TURN
    wheel.scrubber.press('Escape')
    assert wheel.scrubber.land() == 2 * TURN
    wheel.scrubber.release()


def test_keys_step_turn_and_go_to_the_ends(wheel):
    for key, frame in [('ArrowRight', 51), ('ArrowUp', 52), ('ArrowLeft', 51), ('ArrowDown', 50),
                       ('PageDown', 25), ('Home', 0), ('End', 199), ('PageDown', 174)]:
        wheel.scrubber.press(key)
        assert wheel.scrubber.land() == frame, key


def test_a_finger_turns_it_and_scrolls_nothing(alone):
    scrubber = alone('dial', viewport={'width': 390, 'height': 300}, has_touch=True, is_mobile=True)
    scrubber.page.wait_for_function('() => wire.state')
    wheel = Wheel(scrubber)
    touch = scrubber.page.context.new_cdp_session(scrubber.page)

    def finger(kind, turns=None):
        angle = 2 * math.pi * (turns or 0)
        point = {'x': wheel.centre[0] + wheel.radius * math.sin(angle),
                 'y': wheel.centre[1] - wheel.radius * math.cos(angle)}
        points = [] if turns is None else [point]
        touch.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    finger('touchStart', 0)
    for step in range(1, 17):
        finger('touchMove', step * (1 + 0.1 / TURN) / 8)
    finger('touchEnd')
    assert scrubber.land() == 2 * TURN
    assert scrubber.page.evaluate('scrollY') == 0


def test_it_is_a_slider_and_the_plain_ring_a_progress_bar(wheel):
    page = wheel.scrubber.page
    slider = page.get_by_role('slider', name='Jog wheel')
    expect(slider).to_have_attribute('aria-valuenow', '50')
    expect(slider).to_have_attribute('aria-valuemax', '199')
    ring = page.get_by_role('progressbar', name='Position')
    expect(ring).to_have_attribute('aria-valuenow', '25')
    expect(ring).not_to_have_attribute('tabindex', '0')
    filled = ring.evaluate("ring => ring.shadowRoot.querySelector('.fill').style.strokeDasharray")
    assert float(filled.split(',')[0]) == 0.25
    ring.click()
    wheel.scrubber.press('ArrowRight')
    assert wheel.scrubber.answered()['target']['frame'] == 2 * TURN
