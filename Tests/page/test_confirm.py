"""The knob that confirms: from 70 % of its way on and at its end, once, and not by accident."""
import pytest
from playwright.sync_api import expect

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .conditions import READY
from .page_support import comes_to


# Each animation frame after the pointer has let go, for half a second.
GLIDE = """() => {
  const knob = document.querySelector('vernier-confirm').shadowRoot.querySelector('.knob');
  window.glide = [];
  knob.addEventListener('pointerup', () => {
    const start = performance.now();
    const look = () => {
      const at = performance.now() - start;
      glide.push([at, new DOMMatrix(getComputedStyle(knob).translate === 'none' ? ''
        : `translate(${getComputedStyle(knob).translate.split(' ')[0]})`).e]);
      if (at < 500) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""


class Knob:
    """A pointer on the knob, and what the element and the server say of it."""

    def __init__(self, scrubber):
        self.page = scrubber.page
        self.host = self.page.get_by_role('button', name='Slide to erase')
        self.page.wait_for_function('() => wire.state')
        self.host.evaluate(READY)

    @property
    def box(self):
        return self.page.locator('vernier-confirm .knob').bounding_box()

    @property
    def way(self):
        """How long the way is, between margins of 4 px."""
        return self.host.bounding_box()['width'] - 8 - self.box['width']

    def rests_at(self, share, within=0.001):
        """On its way, from 0 to 1."""
        comes_to(self.page, lambda: self.share, pytest.approx(share, abs=within))

    @property
    def share(self):
        return (self.box['x'] - self.host.bounding_box()['x'] - 4) / self.way

    def grab(self):
        box = self.box
        self.x, self.y = box['x'] + 30, box['y'] + 20
        self.page.mouse.move(self.x, self.y)
        self.page.mouse.down()

    def pull(self, share, away=0):
        self.page.mouse.move(self.x + share * self.way, self.y - away, steps=6)

    def slide(self, share):
        self.grab()
        self.pull(share)
        self.page.mouse.up()

    def says(self, text):
        """The element and the server agree, in every word."""
        for output in self.page.locator('output').all():
            expect(output).to_have_text(text)


@pytest.fixture
def knob(alone):
    return Knob(alone('confirm'))


def test_at_69_percent_it_glides_back_and_nothing_happens(knob):
    knob.grab()
    knob.pull(0.69)
    knob.rests_at(0.69, within=0.005)
    knob.page.evaluate(GLIDE)
    knob.page.mouse.up()
    knob.says('declined erase.')
    knob.page.wait_for_function('() => glide.at(-1)[0] >= 500')
    glide = knob.page.evaluate('glide')
    places = [x for _, x in glide]
    assert places == sorted(places, reverse=True) and places[-1] == 0
    assert any(0 < x < 0.68 * knob.way for x in places), 'it glides'
    lasting = knob.page.evaluate("""() => {
      const { transitionDuration, transitionTimingFunction } = getComputedStyle(
        document.querySelector('vernier-confirm').shadowRoot.querySelector('.knob'));
      return `${transitionDuration.split(',')[0]} ${transitionTimingFunction}`;
    }""")
    assert lasting.split(',')[0] == '0.2s ease-in-out'
    expect(knob.host).not_to_have_attribute('confirmed', '')


def test_at_71_percent_it_goes_on_to_the_end_and_confirms_once(knob):
    knob.slide(0.71)
    knob.says('confirmed erase.')
    knob.rests_at(1)
    knob.slide(-0.9)
    knob.page.keyboard.press('Enter')
    knob.page.wait_for_timeout(500)
    knob.page.keyboard.press('Enter')
    knob.says('confirmed erase.')
    knob.host.evaluate('knob => knob.reset()')
    knob.rests_at(0)
    knob.slide(0.8)
    knob.says('confirmed erase. confirmed erase.')


def test_it_acts_once_the_knob_has_reached_the_end(knob):
    knob.page.evaluate("""() => {
      const host = document.querySelector('vernier-confirm');
      const handle = host.shadowRoot.querySelector('.knob');
      window.acted = [];
      host.addEventListener('confirmed', () => {
        acted.push(handle.getBoundingClientRect().x - host.getBoundingClientRect().x - 4);
      });
    }""")
    knob.slide(0.71)
    knob.page.wait_for_function('() => acted.length > 0')
    assert knob.page.evaluate('acted') == [pytest.approx(knob.way, abs=0.03 * knob.way)]


def test_the_end_confirms_under_the_pointer_once_wherever_it_goes_then(knob):
    knob.grab()
    knob.pull(1.3, away=200)
    knob.says('confirmed erase.')
    knob.pull(0)
    knob.page.mouse.up()
    knob.says('confirmed erase.')
    knob.rests_at(1)


def test_the_knob_stays_within_its_way_and_escape_gives_up(knob):
    knob.host.focus()
    knob.grab()
    knob.pull(-0.5)
    knob.rests_at(0)
    knob.pull(0.9)
    knob.page.keyboard.press('Escape')
    knob.says('declined erase.')
    knob.page.mouse.up()
    knob.says('declined erase.')


def test_with_reduced_motion_it_jumps_back(alone):
    knob = Knob(alone('confirm', reduced_motion='reduce'))
    knob.slide(0.5)
    knob.says('declined erase.')
    assert knob.share == 0


def test_from_right_to_left_the_way_is_too(knob):
    knob.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    start = knob.box['x']
    knob.slide(0.9)
    knob.says('declined erase.')
    comes_to(knob.page, lambda: knob.box['x'], pytest.approx(start, abs=0.1))
    knob.slide(-0.9)
    knob.says('declined erase. confirmed erase.')


@pytest.mark.parametrize('key', ['Enter', ' '])
def test_a_key_confirms_when_pressed_twice_and_not_when_held(knob, key):
    knob.host.focus()
    knob.page.keyboard.down(key)
    for _ in range(4):
        knob.page.wait_for_timeout(150)
        knob.page.keyboard.down(key)
    knob.page.keyboard.up(key)
    expect(knob.page.locator('vernier-confirm .again')).to_have_text('Press again to confirm')
    knob.says('')
    knob.page.keyboard.press(key)
    knob.says('confirmed erase.')


def test_a_double_click_confirms_nothing_and_two_presses_do(knob):
    knob.host.dblclick()
    knob.says('')
    knob.page.wait_for_timeout(600)
    knob.host.click()
    knob.says('confirmed erase.')


@pytest.mark.parametrize('away', ['Escape', 'Tab'])
def test_leaving_it_takes_the_first_press_for_not_made(knob, away):
    knob.host.focus()
    knob.page.keyboard.press('Enter')
    knob.page.keyboard.press(away)
    knob.host.focus()
    knob.page.wait_for_timeout(500)
    knob.page.keyboard.press('Enter')
    knob.says('')


def test_it_is_large_enough_for_a_finger(knob):
    assert min(knob.box['width'], knob.box['height'], knob.host.bounding_box()['height']) >= 44
