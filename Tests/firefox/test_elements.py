"""Elements of the page, each on a page of its own in Firefox."""
import math

import pytest

from kit import ROOT
from page.conditions import CANVAS
from page.turning import NOTE, SEND, STEP, Rim

from .bidi import FIND

ELEMENTS = sorted(path.stem for path in (ROOT / 'samples/embed').glob('*.html')
                  if path.stem not in ('index', 'embed'))

TURN = 25  # frames, as samples/embed/dial.html says


def test_every_element_stands_alone(alone):
    for name in ELEMENTS:
        scrubber = alone(name)
        scrubber.wait(f"customElements.get('vernier-{name}')")
        assert scrubber.tab.box(f'vernier-{name}')[2] > 0, name


def test_the_picture_comes_nearer_under_the_wheel_and_goes_whole_again(alone):
    scrubber = alone('view', 'long-gop.mp4')
    scrubber.wait('wire.state')
    assert scrubber.land() == 0
    frame = 'vernier-view >>> .frame'
    x, y, width, height = scrubber.tab.box(frame)
    for _ in range(2):
        scrubber.tab.wheel(x + width // 4, y + height // 4, -150)
    # 300 pixels of the wheel.
    wide = 2 * width
    scrubber.wait(f'Math.abs(({FIND})("{frame}").clientWidth - {wide}) < 1')
    left, top, *_ = scrubber.tab.box(frame)
    assert x + width // 4 - left == pytest.approx(wide / 4, abs=3)
    assert y + height // 4 - top == pytest.approx(wide / 4 * height / width, abs=3)
    scrubber.wait(f'{CANVAS}.width >= {wide} - 1')
    assert scrubber.land() == 0
    scrubber.tab.evaluate(f'({FIND})("vernier-view").focus()')
    scrubber.tab.press('Escape')
    scrubber.wait(f'Math.abs(({FIND})("{frame}").clientWidth - {width}) < 1')


def points(scrubber, begin, end):
    """Points on the rim of the dial from so many turns to so many, an eighth at a time."""
    x, y, width, height = scrubber.tab.box('vernier-dial')
    for step in range(1, (steps := math.ceil(abs(end - begin) * 8)) + 1):
        angle = math.tau * (begin + (end - begin) * step / steps)
        yield (x + width / 2 + 0.35 * width * math.sin(angle),
               y + height / 2 - 0.35 * width * math.cos(angle))


@pytest.mark.parametrize('pointer', ['mouse', 'touch'])
def test_three_turns_of_the_dial_and_three_back_are_the_same_frame(alone, pointer):
    scrubber = alone('dial')
    scrubber.wait('wire.state')
    scrubber.pointer = scrubber.tab.pointer(pointer)
    # A tenth of a frame past the edge of one, as no pointer stops at an edge.
    past, at = 0.1 / TURN, 0.3
    scrubber.pointer.move(*points(scrubber, 0, at))
    scrubber.pointer.down()
    for turns in (1, 2, 3, 0):
        scrubber.pointer.move(*points(scrubber, at, at := 0.3 + turns + past))
        assert scrubber.answered()['target']['frame'] == turns * TURN
    scrubber.release()
    assert scrubber.land() == 0


def test_faster_turns_of_the_dial_are_worth_more_and_escape_takes_them_back(alone):
    scrubber = alone('dial', media='long-gop.mp4')
    dial = "document.querySelector('vernier-dial')"
    scrubber.wait('wire.state')
    scrubber.tab.evaluate(f"{dial}.setAttribute('gears', '1 4 16')")
    scrubber.tab.evaluate(f'{dial}.focus()')
    scrubber.tab.evaluate(NOTE)
    rim = Rim(*scrubber.tab.box('vernier-dial'))
    scrubber.pointer.move(rim.place)
    scrubber.pointer.down()
    way = 0
    for speed, gear in [(0.9, 1), (1.5, 4), (3, 16), (0.5, 1)]:
        places = list(rim.way(0.5, speed))
        gears = scrubber.tab.evaluate(f'(places) => ({SEND})({dial}, [places, 1])', places)
        assert gears[-1] == gear
        way += sum(TURN / STEP * one for one in gears)
        assert scrubber.answered()['target']['frame'] == pytest.approx(way, abs=1)
    scrubber.press('Escape')
    assert scrubber.land() == 0
    scrubber.release()


def place(scrubber, stop):
    """A point over a stop, of which the outer two are 22 pixels from the slider's ends."""
    x, y, width, height = scrubber.tab.box('vernier-stops')
    return x + 22 + stop / 4 * (width - 44), y + height / 2


def test_the_slider_with_stops_comes_to_rest_on_one(alone):
    scrubber = alone('stops')
    scrubber.tab.evaluate("document.querySelector('vernier-stops').ready")
    scrubber.at = place(scrubber, 0.5)
    scrubber.pointer.move(scrubber.at)
    scrubber.pointer.down()
    # From stop 2, by as much as the pointer went.
    scrubber.draw(place(scrubber, 1.9))
    scrubber.wait("document.querySelector('output').value === '3'")
    scrubber.release()
    scrubber.wait("document.querySelectorAll('output')[1].value === '3'")
    said = "document.querySelector('vernier-stops').getAttribute('aria-valuetext')"
    assert scrubber.tab.evaluate(said) == '2×'


@pytest.mark.parametrize('share, says', [(0.69, 'declined erase.'), (0.71, 'confirmed erase.')])
def test_the_knob_confirms_from_70_percent_on(alone, share, says):
    scrubber = alone('confirm')
    scrubber.wait('wire.state')
    scrubber.tab.evaluate("document.querySelector('vernier-confirm').ready")
    x, y, width, height = scrubber.tab.box('vernier-confirm >>> .knob')
    way = scrubber.tab.box('vernier-confirm')[2] - 8 - width
    scrubber.at = x + 30, y + height / 2
    scrubber.pointer.move(scrubber.at)
    scrubber.pointer.down()
    scrubber.draw((x + 30 + share * way, y + height / 2))
    scrubber.release()
    # The element and the server agree.
    scrubber.wait(f"""[...document.querySelectorAll('output')].every(
      (one) => one.value.trim() === '{says}')""")
