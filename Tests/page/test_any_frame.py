"""Any frame of any film by one drag: of two hours and of ten, with a mouse, and on a narrow phone."""
import pytest
from playwright.sync_api import expect

from .long_films import HOURS, TURN, frames_of, long_films  # noqa: F401
from .screenshots import Mouse
from .test_bar_pointers import Touch
from .test_bar_wheel import ticks

WIDE = {'viewport': {'width': 1280, 'height': 800}}
PHONE = {'viewport': {'width': 350, 'height': 700}, 'has_touch': True, 'is_mobile': True}
POINTERS = {'mouse': (WIDE, Mouse), 'narrow-mouse': ({'viewport': PHONE['viewport']}, Mouse),
            'touch': (PHONE, Touch)}

# How far from the bar a person goes, and is finer each time; the last is beyond where it is finest.
AWAY = [0, 70, 92, 98, 130]


class Reaching:
    """A drag towards a frame: on the bar first, then finer and finer, by whole pixels."""

    def __init__(self, scrubber, pointer):
        self.scrubber, self.pointer = scrubber, pointer
        self.x, self.y = (round(one) for one in scrubber.point(0.5))

    def go(self, x, away):
        self.x = round(x)
        self.pointer.put(1, (self.x, self.y - away))
        return self.scrubber.answered()

    def to(self, frame):
        self.go(self.x, 0)
        # What is lost of the first pixels is made up for by the next.
        state = self.go(self.x + 20, 0)
        for away in AWAY:
            state = self.go(self.x, away)
            for _ in range(3):
                by = (frame - state['target']['frame']) / state['framesPerUnit']
                state = self.go(self.x + by, away)
        return state


@pytest.mark.parametrize('kind', POINTERS)
@pytest.mark.parametrize('name, frame', [
    ('two-hours.mp4', 123_457), ('ten-hours.mp4', 345_679), ('ten-hours.mp4', 1_000_003)])
def test_a_drag_reaches_the_very_frame(long_films, open_page, name, frame, kind):
    context, pointer = POINTERS[kind]
    scrubber = open_page(long_films, name, frame=frames_of(name) // 2, **context)
    reaching = Reaching(scrubber, pointer(scrubber))
    state = reaching.to(frame)
    assert state['target']['frame'] == frame
    assert state['framesPerUnit'] == pytest.approx(0.25, rel=0.01)
    # The strip of single frames is open, and the label says what a pixel is worth.
    scrubber.page.wait_for_selector('vernier-filmstrip[open]')
    expect(scrubber.bar.locator('.word')).to_contain_text('1 frame per 4 px')
    scrubber.page.mouse.up() if pointer is Mouse else reaching.pointer.lift(1)
    assert scrubber.settle()['target']['frame'] == frame
    assert scrubber.barcode == frame % TURN


def test_the_floor_is_chosen_again_with_the_width_but_not_in_a_drag(long_films, server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', viewport={'width': 1280, 'height': 800})
    page = scrubber.page

    def floor():
        return page.evaluate('wire.configuration.law.floor')

    assert floor() == 0.01
    page.goto('about:blank')
    # 216,000 frames need 8,640 pixels to do without.
    scrubber = type(scrubber)(page, long_films)
    scrubber.open('two-hours.mp4')
    page.wait_for_function("() => wire.configuration.law.floor === 'frame'")
    page.locator('vernier-bar').evaluate("bar => { bar.style.width = '9000px'; }")
    page.wait_for_function('() => wire.configuration.law.floor === 0.01')
    scrubber.page.mouse.move(600, scrubber.point()[1])
    page.mouse.down()
    page.mouse.move(640, scrubber.point()[1])
    page.locator('vernier-bar').evaluate("bar => { bar.style.width = ''; }")
    scrubber.answered()
    assert floor() == 0.01
    page.mouse.up()
    page.wait_for_function("() => wire.configuration.law.floor === 'frame'")


def test_page_keys_add_up_before_they_are_answered(long_films, open_page):
    scrubber = open_page(long_films, 'two-hours.mp4', frame=0)
    for _ in range(5):
        scrubber.page.keyboard.press('PageUp')
    assert scrubber.settle()['target']['frame'] == 5 * 60 * 30
    for key in ['5', 'PageDown', 'PageDown']:
        scrubber.page.keyboard.press(key)
    assert scrubber.settle()['target']['frame'] == pytest.approx((60 - 2) * 60 * 30, abs=1)


def test_of_a_long_film_ticks_ask_for_what_is_in_view(long_films, open_page):
    """Every 150th frame is a keyframe; a list of all frames would be 5 MB."""
    scrubber = open_page(long_films, 'two-hours.mp4', frame=0)
    page, asked = scrubber.page, []
    # Until all of it is known, each part that is found has its ticks asked for.
    page.wait_for_function('() => wire.indexed')
    page.wait_for_load_state('networkidle')
    page.on('requestfinished', lambda one: '/index?' in one.url and asked.append(one.response()))
    page.evaluate("document.querySelector('vernier-bar').setAttribute('range', '0.5 0.55')")
    page.wait_for_function("""() => document.querySelector('vernier-bar').shadowRoot
      .querySelector('.keyframes')?.getAttribute('d')""")
    frames, width = frames_of('two-hours.mp4'), scrubber.bar.bounding_box()['width']
    there = [frame / frames for frame in range(0, frames, 150) if 0.5 <= frame / frames <= 0.55]
    assert ticks(scrubber, 'keyframes') == pytest.approx(
        [(position - 0.5) / 0.05 * width for position in there], abs=1)
    assert asked and all('from=' in answer.url for answer in asked)
    assert sum(len(answer.body()) for answer in asked) < 2_000_000
