"""Pointers of every kind on the bar: fingers, pens, two at once, and from right to left."""
import pytest

from .alone import alone, open_alone  # noqa: F401
from .page_support import comes_to

PHONE = {'viewport': {'width': 390, 'height': 700}, 'has_touch': True, 'is_mobile': True}

BEGINNINGS = """() => {
  window.begun = [];
  document.querySelector('vernier-bar').addEventListener('scrubbegin',
    ({ detail }) => begun.push(detail.x));
}"""


class Touch:
    """Touch on the screen, by number."""

    def __init__(self, scrubber):
        self.session = scrubber.page.context.new_cdp_session(scrubber.page)
        self.points = {}

    def send(self, kind):
        points = [{'x': x, 'y': y, 'id': number} for number, (x, y) in self.points.items()]
        self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    def put(self, number, point):
        kind = 'touchMove' if number in self.points else 'touchStart'
        self.points[number] = point
        self.send(kind)

    def lift(self, number):
        del self.points[number]
        # One of several that is missing from a move has been lifted.
        self.send('touchMove' if self.points else 'touchEnd')


def test_a_finger_loses_its_tremor_and_a_second_one_is_ignored(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', context=PHONE)
    width = scrubber.bar.bounding_box()['width']
    scrubber.page.evaluate(BEGINNINGS)
    fingers = Touch(scrubber)
    fingers.put(1, scrubber.point(0.2))
    x, y = scrubber.point(0.2)
    for way in [2, 4, 0, 20, 40, 60, 80, 100]:
        fingers.put(1, (x + way, y))
    scrubber.page.wait_for_selector('vernier-bar[dragging]')
    [begun] = scrubber.page.evaluate('begun')
    lost = begun - (x - scrubber.bar.bounding_box()['x'])
    # Of a finger that rested on the bar before it moved, nothing is lost.
    assert lost == pytest.approx(8, abs=0.5) or lost == pytest.approx(0, abs=4.5)
    assert scrubber.answered()['raw'] * width == pytest.approx(100 - lost, abs=1)
    before = scrubber.state['raw']
    fingers.put(2, scrubber.point(0.8))
    fingers.put(2, scrubber.point(0.5))
    assert scrubber.answered()['raw'] == before
    fingers.put(1, (x + 120, y))
    assert scrubber.answered()['raw'] * width == pytest.approx(120 - lost, abs=1)
    fingers.lift(2)
    assert scrubber.bar.get_attribute('dragging') is not None
    fingers.lift(1)
    assert scrubber.land() > 0
    assert scrubber.bar.get_attribute('dragging') is None


def test_a_finger_that_the_system_takes_away_takes_its_drag_back(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100, **PHONE)
    fingers = Touch(scrubber)
    fingers.put(1, scrubber.point(0.2))
    for along in [0.3, 0.5, 0.6]:
        fingers.put(1, scrubber.point(along))
    assert scrubber.answered()['target']['frame'] != 100
    fingers.points.clear()
    fingers.send('touchCancel')
    assert scrubber.land() == 100
    assert scrubber.bar.get_attribute('dragging') is None


def bubble_beside(scrubber, y):
    """Whether it is in the window and leaves free what is below `y`, and whether it has grown."""
    box = scrubber.bubble.bounding_box()
    is_free = 0 <= box['y'] and box['y'] + box['height'] <= max(y, box['height'] + 13)
    is_grown = scrubber.bubble.get_attribute('grown') is not None
    full = pytest.approx(scrubber.bar.bounding_box()['width'], abs=0.01)
    return is_free and (not is_grown or box['width'] == full), is_grown


def test_the_bubble_moves_above_a_finger_and_stays_in_the_window(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', context=PHONE)
    fingers = Touch(scrubber)
    for away in [0, 30, 60, 90, 400]:
        x, y = scrubber.point(0.2 if away == 0 else 0.4, away)
        fingers.put(1, (x, y))
        fingers.put(1, (x + 20, y))
        scrubber.answered()
        if away > 0:
            # Where it cannot be above the finger, it is to be seen on both sides of it.
            comes_to(scrubber.page, lambda: bubble_beside(scrubber, y), (True, away == 400))
    fingers.lift(1)
    scrubber.land()


def test_fingers_pinch_the_page_but_not_the_bar(server, open_page):
    scrubber = open_page(server, 'start.ts', **PHONE)
    allowed = scrubber.page.evaluate("""() => ['vernier-bar', 'vernier-view', 'body'].map(
      (name) => getComputedStyle(document.querySelector(name)).touchAction)""")
    assert allowed[0] == 'none' and 'none' not in allowed[1:]
    assert scrubber.bar.bounding_box()['height'] >= 44


def test_a_pen_drags_and_hovers(server, open_page):
    scrubber = open_page(server, 'vfr.mkv')
    session = scrubber.page.context.new_cdp_session(scrubber.page)

    def send(kind, along, buttons):
        x, y = scrubber.point(along)
        session.send('Input.dispatchMouseEvent', {
            'type': kind, 'x': x, 'y': y, 'pointerType': 'pen', 'buttons': buttons,
            'button': 'left' if buttons else 'none', 'clickCount': 1})

    send('mouseMoved', 0.1, 0)
    send('mouseMoved', 0.5, 0)
    assert scrubber.bar.get_attribute('dragging') is None
    send('mousePressed', 0.2, 1)
    for step in range(1, 11):
        send('mouseMoved', 0.2 + step * 0.03, 1)
    scrubber.page.wait_for_selector('vernier-bar[dragging]')
    assert scrubber.answered()['raw'] == pytest.approx(0.3, abs=0.01)
    x, y = scrubber.point(0.5)
    session.send('Input.dispatchMouseEvent', {
        'type': 'mouseReleased', 'x': x, 'y': y, 'pointerType': 'pen', 'button': 'left',
        'clickCount': 1})
    assert scrubber.land() > 0


def test_from_right_to_left_all_is_mirrored(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', direction='rtl')
    bar = scrubber.bar.bounding_box()
    scrubber.grab(0.9)
    scrubber.pull(0.6)
    assert scrubber.answered()['position'] == pytest.approx(0.3, abs=0.002)
    line = scrubber.bar.locator('.hairline').bounding_box()
    assert line['x'] + 1 == pytest.approx(bar['x'] + 0.7 * bar['width'], abs=1.5)
    arrow = scrubber.bubble.locator('.arrow').bounding_box()
    assert arrow['x'] + 8 == pytest.approx(line['x'] + 1, abs=1)
    scrubber.release()
    before = scrubber.land()
    scrubber.bar.focus()
    scrubber.press('ArrowLeft')
    scrubber.page.wait_for_function('() => wishes.length === 1')
    assert scrubber.land() == before + 1
    scrubber.press('ArrowUp')
    scrubber.page.wait_for_function('() => wishes.length === 2')
    assert scrubber.land() == before + 2
