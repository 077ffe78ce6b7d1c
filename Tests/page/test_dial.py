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
    box = ring.bounding_box()
    page.mouse.click(box['x'] + box['width'] / 2, box['y'] + 4)
    wheel.scrubber.press('ArrowRight')
    assert wheel.scrubber.answered()['target']['frame'] == 2 * TURN


# Turns the ring of a dial by a quarter, and notes what it tells as a slider does.
QUARTER = """dial => {
  dial.setAttribute('mode', 'absolute');
  dial.style.setProperty('--start', '0.25turn');
  window.told = [];
  for (const type of ['input', 'change']) {
    dial.addEventListener(type, ({ detail }) => told.push([type, detail.value]));
  }
}"""


def test_where_the_ring_starts_the_absolute_angle_does_and_values_are_told(wheel):
    wheel.dial.evaluate(QUARTER)
    frames = int(wheel.dial.get_attribute('frames'))
    wheel.go(0.25)
    wheel.scrubber.page.mouse.down()
    wheel.turn(0.75)
    # A half from the start of the ring, which is at a quarter.
    assert wheel.scrubber.answered()['position'] == pytest.approx(0.5, abs=0.005)
    # The grip is where the pointer is.
    grip = wheel.dial.locator('.grip').bounding_box()
    assert grip['x'] + grip['width'] / 2 < wheel.centre[0] - wheel.radius / 2
    assert grip['y'] + grip['height'] / 2 == pytest.approx(wheel.centre[1], abs=3)
    wheel.scrubber.release()
    frame = wheel.scrubber.land()
    assert frame == pytest.approx(frames / 2, abs=1)
    told = wheel.scrubber.page.evaluate('told')
    assert [kind for kind, _ in told[:-1]] == ['input'] * (len(told) - 1)
    assert told[-1][0] == 'change' and told[-1][1] == pytest.approx(0.5, abs=0.01)


def test_what_is_in_the_hole_of_a_dial_can_be_pressed(wheel):
    wheel.dial.evaluate("""dial => {
      const button = dial.appendChild(document.createElement('button'));
      window.pressed = 0;
      button.addEventListener('click', () => { pressed += 1; });
      button.style.cssText = 'width: 8px; height: 8px; padding: 0; min-height: 0';
    }""")
    box = wheel.dial.locator('button').bounding_box()
    wheel.scrubber.page.mouse.click(box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
    wheel.scrubber.page.wait_for_function('() => pressed === 1')
    assert wheel.scrubber.land() == 2 * TURN


def test_a_finger_in_the_hole_presses_what_is_there_and_turns_nothing(alone):
    scrubber = alone('dial', viewport={'width': 390, 'height': 300}, has_touch=True, is_mobile=True)
    page = scrubber.page
    page.wait_for_function('() => wire.state')
    page.evaluate("""() => {
      const button = document.querySelector('vernier-dial').appendChild(document.createElement('button'));
      window.pressed = 0;
      button.addEventListener('click', () => { pressed += 1; });
      button.style.cssText = 'width: 8px; height: 8px; padding: 0; min-height: 0';
    }""")
    x, y = Wheel(scrubber).centre
    page.touchscreen.tap(x, y)
    page.wait_for_function('() => pressed === 1')
    # Beside the button, nothing of the dial is under a finger, which scrolls what is.
    assert page.evaluate('([x, y]) => document.elementFromPoint(x + 12, y).localName', [x, y]) == 'body'
    assert scrubber.land() == 0


def test_the_page_has_a_coarse_dial_beside_the_fine_one(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=0)
    scrubber.press('f')
    dial = scrubber.page.locator('#drawer vernier-dial[mode=absolute]')
    dial.wait_for()
    box = dial.bounding_box()
    x, y, far = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2, box['width'] * 0.42
    scrubber.page.mouse.move(x, y - far)
    scrubber.page.mouse.down()
    for turn in (0.1, 0.2, 0.3, 0.4, 0.5):
        angle = turn * math.tau
        scrubber.page.mouse.move(x + far * math.sin(angle), y - far * math.cos(angle))
    scrubber.release()
    assert scrubber.land() == pytest.approx(300, abs=3)
