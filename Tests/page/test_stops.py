"""The slider with stops: it rests on them, says which it is over, and can be reached by all."""
import pytest
from playwright.sync_api import expect

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .conditions import READY
from .page_support import comes_to

# What it tells, in order.
LISTEN = """() => {
  window.told = [];
  const stops = document.querySelector('vernier-stops');
  for (const type of ['input', 'change']) {
    stops.addEventListener(type, ({ detail }) => told.push([type, detail.value]));
  }
}"""

# The boxes of all labels at one moment, once a change of size has been observed and drawn.
LABELS = """async (stops) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  return [...stops.shadowRoot.querySelectorAll('.tick span')].map((label) => {
    const { x, y, width, height } = label.getBoundingClientRect();
    return { x, y, width, height };
  });
}"""


class Stops:
    """A pointer on the slider, whose stops lie between 22 px from its ends."""

    def __init__(self, scrubber):
        self.page = scrubber.page
        self.slider = self.page.get_by_role('slider', name='Speed')
        self.slider.evaluate(READY)
        self.page.evaluate(LISTEN)

    @property
    def labels(self):
        return self.slider.evaluate(LABELS)

    def point(self, stop, away=0):
        box = self.slider.bounding_box()
        return (box['x'] + 22 + stop / 4 * (box['width'] - 44),
                box['y'] + box['height'] / 2 - away)

    def grab(self, stop):
        self.page.mouse.move(*self.point(stop))
        self.page.mouse.down()

    def pull(self, stop, away=0):
        self.page.mouse.move(*self.point(stop, away), steps=4)

    def draws_thumb(self, stop, of=4, within=0.03):
        """At a stop, the last of which has the number `of`."""
        comes_to(self.page, lambda: self._thumb * of, pytest.approx(stop, abs=within))

    @property
    def _thumb(self):
        """Where the thumb is drawn, from 0 to 1."""
        box = self.slider.bounding_box()
        thumb = self.page.locator('vernier-stops .thumb').bounding_box()
        return (thumb['x'] + thumb['width'] / 2 - box['x'] - 22) / (box['width'] - 44)

    @property
    def told(self):
        return self.page.evaluate('told')


@pytest.fixture
def stops(alone):
    return Stops(alone('stops'))


def test_a_drag_from_anywhere_is_free_and_comes_to_rest_on_a_stop(stops):
    stops.grab(0.5)
    stops.pull(1.1)
    stops.draws_thumb(2.6)
    stops.pull(1.9, away=300)
    stops.draws_thumb(3.4)
    assert stops.told == [['input', 3]]
    stops.page.mouse.up()
    stops.draws_thumb(3, within=0.01)
    assert stops.told == [['input', 3], ['change', 3]]
    expect(stops.slider).to_have_attribute('aria-valuetext', '2×')


def test_every_integer_on_the_way_is_told_and_the_ends_hold(stops):
    stops.grab(2)
    stops.pull(-2)
    stops.draws_thumb(0)
    stops.pull(9)
    stops.draws_thumb(4)
    stops.page.mouse.up()
    heard = [value for type, value in stops.told if type == 'input']
    assert set(heard) >= {0, 4} and all(one != other for one, other in zip(heard, heard[1:]))
    assert stops.told[-1] == ['change', 4]


def test_every_release_tells_the_stop_that_it_leaves_the_slider_on(stops):
    for _ in range(2):
        stops.grab(2)
        stops.pull(3)
        stops.pull(2.1)
        stops.page.mouse.up()
        stops.draws_thumb(2, within=0.01)
    assert [told for told in stops.told if told[0] == 'change'] == [['change', 2]] * 2


def test_escape_takes_a_drag_back(stops):
    stops.slider.focus()
    stops.grab(2)
    stops.pull(4)
    stops.page.keyboard.press('Escape')
    expect(stops.slider).to_have_attribute('aria-valuenow', '2')
    stops.page.mouse.up()
    assert not [told for told in stops.told if told[0] == 'change']


def test_a_tap_goes_to_the_stop_there(stops):
    for at, stop in [(3.8, 4), (1.2, 1), (0.2, 0)]:
        stops.page.mouse.click(*stops.point(at))
        expect(stops.slider).to_have_attribute('aria-valuenow', str(stop))
    assert [told for told in stops.told if told[0] == 'change'] == [
        ['change', 4], ['change', 1], ['change', 0]]


@pytest.mark.parametrize('direction, right', [('ltr', 1), ('rtl', -1)])
def test_keys_go_from_stop_to_stop(stops, direction, right):
    stops.page.evaluate('direction => { document.documentElement.dir = direction; }', direction)
    stops.slider.focus()
    for key, stop in [('ArrowRight', 2 + right), ('ArrowLeft', 2), ('ArrowUp', 3), ('PageUp', 4),
                      ('ArrowUp', 4), ('Home', 0), ('ArrowDown', 0), ('End', 4), ('PageDown', 2)]:
        stops.page.keyboard.press(key)
        expect(stops.slider).to_have_attribute('aria-valuenow', str(stop))


def test_from_right_to_left_the_pointer_and_the_thumb_go_together(stops):
    stops.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    stops.grab(2)
    stops.pull(3)
    stops.draws_thumb(3)
    stops.page.mouse.up()
    expect(stops.slider).to_have_attribute('aria-valuenow', '1')


def test_fewer_stops_take_the_value_along(stops):
    stops.slider.evaluate("stops => { stops.value = 4; stops.setAttribute('labels', 'a,b,c'); }")
    expect(stops.slider).to_have_attribute('aria-valuenow', '2')
    assert stops.page.locator('vernier-stops .tick').count() == 3


@pytest.mark.parametrize('count', [1, 7, 40, 1000])
@pytest.mark.parametrize('width', [320, 900])
def test_ticks_are_under_their_stops_and_labels_apart(stops, count, width):
    stops.page.set_viewport_size({'width': width, 'height': 400})
    names = ','.join(f'n{i}' for i in range(count + 1))
    stops.slider.evaluate("(stops, names) => stops.setAttribute('labels', names)", names)
    stops.slider.focus()
    stops.page.keyboard.press('End')
    stops.draws_thumb(count, of=count, within=0.005 * count)
    ticks = [box.bounding_box() for box in stops.page.locator('vernier-stops .tick').all()]
    thumb = stops.page.locator('vernier-stops .thumb').bounding_box()
    assert len(ticks) in (0, count + 1)
    if ticks:
        assert ticks[-1]['x'] + 1 == pytest.approx(thumb['x'] + thumb['width'] / 2, abs=0.6)
    labels = stops.labels
    assert all(one['x'] + one['width'] <= other['x'] for one, other in zip(labels, labels[1:]))
    assert all(0 <= one['x'] and one['x'] + one['width'] <= width for one in labels)
    assert stops.slider.bounding_box()['height'] >= 44


@pytest.mark.parametrize('direction', ['ltr', 'rtl'])
def test_twice_as_large_labels_are_apart_and_inside(stops, direction):
    stops.page.set_viewport_size({'width': 400, 'height': 400})
    stops.page.evaluate("""direction => {
      Object.assign(document.documentElement, { dir: direction, style: 'font-size: 32px' });
    }""", direction)
    for names in ['×0.25,×0.5,×1,×2,×4,×8', 'Off,On release,Always']:
        stops.slider.evaluate("(stops, names) => stops.setAttribute('labels', names)", names)
        host = stops.slider.bounding_box()
        labels = stops.labels
        assert len(labels) == 3
        labels.sort(key=lambda box: box['x'])
        assert all(one['x'] + one['width'] <= other['x'] for one, other in zip(labels, labels[1:]))
        assert all(host['x'] <= one['x'] and one['x'] + one['width'] <= host['x'] + host['width']
                   for one in labels)
        assert all(one['y'] + one['height'] <= host['y'] + host['height'] for one in labels)
