"""The drawer of fine controls: a jog wheel and the speeds."""
import pytest

from .conditions import PLAYER
from .turning import STEP, Turning


def test_the_jog_wheel_turns_through_the_frames_and_back(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.get_by_role('slider', name='Jog wheel')
    dial.wait_for()
    for turns, frame in [(3, 175), (-3, 100)]:
        pointer = Turning(scrubber.page, dial)
        pointer.go(turns, speed=0.9, per_frame=6)
        pointer.let_go()
        assert scrubber.land() == pytest.approx(frame, abs=2)
    dial.focus()
    scrubber.press('ArrowRight')
    assert scrubber.land() == pytest.approx(101, abs=2)


def test_the_jog_wheel_has_gears_and_one_undo_for_all_of_them(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.get_by_role('slider', name='Jog wheel')
    dial.wait_for()
    # The model, which the wheel follows, comes with the first turn.
    pointer = Turning(scrubber.page, dial)
    pointer.go(0.5, speed=0.9)
    pointer.let_go()
    start = scrubber.land()
    pointer = Turning(scrubber.page, dial)
    gears = [gear for speed in (0.9, 1.5, 3, 0.9) for gear in pointer.go(0.5, speed)]
    assert set(gears) == {1, 4, 16}
    angle = dial.evaluate(
        "dial => parseFloat(dial.shadowRoot.querySelector('.wheel').style.transform.slice(7))")
    # The wheel stays under the pointer, which has turned two and a half times.
    assert angle == pytest.approx(100 / 25 + 2.5, abs=0.01)
    pointer.let_go()
    way = sum(25 / STEP * gear for gear in gears)
    assert scrubber.land() == pytest.approx(start + way, abs=1)
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == start


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
    rate = f'{PLAYER}.playbackRate'
    scrubber.page.wait_for_function(f'() => {rate} === 8')
    scrubber.press(' ')
    scrubber.land()
