"""Where pressing the bar jumps, the bubble shows beforehand what is there, and the tap commits it."""
import re

from .page_support import comes_to
from .test_bar_cancel import NO_REST
from .test_bubble import IMAGE, READ


def told(scrubber):
    """The frame that the bubble names."""
    return int(scrubber.bubble.get_by_text(re.compile(r'^frame \d')).inner_text().split()[1])


def glances_and_taps(scrubber, along):
    page = scrubber.page
    page.mouse.move(*scrubber.point(along), steps=5)
    comes_to(page, lambda: abs(told(scrubber) - along * 600) <= 2, True)
    page.wait_for_function(IMAGE)
    promised = page.evaluate(READ)
    assert promised == told(scrubber)
    page.mouse.down()
    page.mouse.up()
    assert scrubber.land() == promised


def test_a_mouse_sees_the_frame_that_a_tap_then_goes_to(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=20)
    page = scrubber.page
    # However long a busy machine takes for a tap, it is no drag.
    page.evaluate(NO_REST)
    # Where the bar is held, nothing is promised.
    page.mouse.move(*scrubber.point(0.6))
    page.wait_for_timeout(100)
    assert not scrubber.bubble.is_visible()
    scrubber.press('e')
    page.get_by_role('combobox', name='Taking hold').select_option('jump')
    page.keyboard.press('Escape')
    page.wait_for_selector('vernier-bar[tap]')
    for along in [0.3, 0.75, 0.31]:
        glances_and_taps(scrubber, along)
    page.mouse.move(*scrubber.point(0.5, away=300))
    scrubber.bubble.wait_for(state='hidden')
    # A drag has the large picture to look at.
    scrubber.grab(0.5)
    scrubber.pull(0.6)
    scrubber.bubble.wait_for()
    assert not scrubber.bubble.locator('img').is_visible()
    scrubber.release()
    scrubber.land()
