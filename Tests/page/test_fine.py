"""The drawer of fine controls: a jog wheel and the speeds."""
import math

import pytest


def turned(dial, turns, radius=0.4):
    """Points around the middle of a dial, one for every 15 degrees, from its top."""
    box = dial.bounding_box()
    x, y = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
    step = math.copysign(1, turns)
    for number in range(round(abs(turns) * 24) + 1):
        angle = step * number * math.tau / 24
        reach = radius * box['width']
        yield x + reach * math.sin(angle), y - reach * math.cos(angle)


def turn(scrubber, dial, turns):
    points = list(turned(dial, turns))
    mouse = scrubber.page.mouse
    mouse.move(*points[0])
    mouse.down()
    for point in points[1:]:
        mouse.move(*point)
    mouse.up()


def test_the_jog_wheel_turns_through_the_frames_and_back(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.get_by_role('slider', name='Jog wheel')
    dial.wait_for()
    turn(scrubber, dial, 3)
    assert scrubber.land() == pytest.approx(175, abs=2)
    turn(scrubber, dial, -3)
    assert scrubber.land() == pytest.approx(100, abs=2)
    dial.focus()
    scrubber.press('ArrowRight')
    assert scrubber.land() == pytest.approx(101, abs=2)


def test_the_speed_is_that_of_the_stop_and_is_kept(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.press('f')
    stops = scrubber.page.get_by_role('slider', name='Speed')
    stops.focus()
    scrubber.press('End')
    scrubber.page.reload()
    scrubber.settle()
    stops.wait_for()
    scrubber.page.locator('vernier-bar').focus()
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view[player]')
    rate = "document.querySelector('vernier-view').shadowRoot.querySelector('video').playbackRate"
    assert scrubber.page.evaluate(rate) == 8
    scrubber.press(' ')
    scrubber.land()
