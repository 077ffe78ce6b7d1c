"""A server that stops sends the page on to another, in mid-drag, and nothing of the drag is lost."""
import signal

import pytest

from composed import own_composed  # noqa: F401 (a fixture)
from kit import PATIENCE

from .page_support import comes_to
from .turning import Turning

NAME = 'long-gop.mp4'


def sessions(node):
    text = node.get('/metrics').body.decode()
    return int(text.split('\nvernier_sessions ')[1].split()[0])


def stop_its_node(scrubber, composed):
    """Asks the node that the page is on to stop, and waits until the page drags on another."""
    node, = (node for node in composed.nodes if sessions(node))
    others = [other for other in composed.nodes if other is not node]
    node.process.send_signal(signal.SIGTERM)
    assert node.process.wait(PATIENCE) == 0
    comes_to(scrubber.page, lambda: sum(map(sessions, others)), 1)
    scrubber.page.wait_for_function("() => wire.state?.phase === 'scrubbing' && wire.asked")
    # Nobody is to be told of what takes a moment.
    assert not scrubber.banner.is_visible()


@pytest.mark.parametrize('ending', ['let go', 'Escape'])
def test_a_drag_goes_on_at_another_server_as_if_nothing_had_been(own_composed, open_page, ending):
    scrubber = open_page(own_composed, NAME, frame=100)
    scrubber.press('.')
    scrubber.land()
    start = scrubber.state['raw']
    scrubber.grab(0.2)
    scrubber.pull(0.3)
    scrubber.pull(0.3, away=60)
    stop_its_node(scrubber, own_composed)
    # At 60 pixels the bar moves 0.64 as fast, as it does without a pause.
    scrubber.pull(0.5, away=60)
    state = scrubber.answered()
    assert state['raw'] == pytest.approx(start + 0.1 + 0.2 * 0.64, abs=0.01)
    if ending == 'Escape':
        scrubber.press(ending)
    scrubber.release()
    frame = scrubber.land()
    assert (frame == 101) == (ending == 'Escape')
    if ending == 'let go':
        scrubber.press('Shift+Backspace')
        scrubber.page.wait_for_function('() => wire.state.target.frame === 101')
    scrubber.press('Shift+Backspace')
    scrubber.page.wait_for_function('() => wire.state.target.frame === 100')


@pytest.mark.parametrize('ending', ['let go', 'Escape'])
def test_a_turn_of_the_jog_wheel_goes_on_at_another_server(own_composed, open_page, ending):
    scrubber = open_page(own_composed, NAME, frame=100)
    scrubber.press('f')
    dial = scrubber.page.locator('#drawer vernier-dial[gears]')
    dial.wait_for()
    dial.focus()
    pointer = Turning(scrubber.page, dial)
    pointer.go(1, 0.9)
    assert scrubber.answered()['target']['frame'] == 125
    stop_its_node(scrubber, own_composed)
    pointer.go(1, 0.9)
    assert scrubber.answered()['target']['frame'] == 150
    if ending == 'Escape':
        scrubber.press(ending)
        scrubber.page.mouse.up()
    else:
        pointer.let_go()
    assert scrubber.land() == (150 if ending == 'let go' else 100)
