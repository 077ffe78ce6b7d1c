"""How fine a drag moves is a person's choice: not at all, or down to a single frame."""
import pytest


def choose_law(scrubber, name):
    scrubber.press('e')
    choice = scrubber.page.get_by_role('combobox', name='Fineness')
    choice.select_option(name)
    scrubber.page.keyboard.press('Escape')
    choice.wait_for(state='detached')


def test_the_fine_gesture_can_be_switched_off(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    choose_law(scrubber, 'flat')
    scrubber.grab(0.2)
    scrubber.pull(0.4, away=150)
    scrubber.pull(0.6, away=150)
    state = scrubber.answered()
    assert state['gain'] == 1
    assert state['raw'] == pytest.approx(0.4, abs=0.002)
    assert scrubber.bar.locator('.zone').count() == 0
    scrubber.release()
    scrubber.land()


@pytest.mark.parametrize('width', [480, 1280])
def test_far_away_a_frame_takes_four_pixels_however_wide_the_bar_is(server, open_page, width):
    scrubber = open_page(server, 'long-gop.mp4', viewport={'width': width, 'height': 800})
    choose_law(scrubber, 'geometric')
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    scrubber.pull(0.5, away=250)
    before = scrubber.answered()
    scrubber.bar.get_by_text('1 frame per 4 px').wait_for()
    x, y = scrubber.point(0.5, away=250)
    scrubber.page.mouse.move(x + 40, y, steps=40)
    after = scrubber.answered()
    assert after['target']['frame'] - before['target']['frame'] in (9, 10, 11)
    scrubber.release()
    assert scrubber.land() == after['target']['frame']
