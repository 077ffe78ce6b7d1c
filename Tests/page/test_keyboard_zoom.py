"""Keys bring a part of the bar and of the picture nearer, move about in it, and show all again."""
import pytest

from .person import Person

PICTURE = "document.querySelector('vernier-view').shadowRoot.querySelector('.frame')"
WIDER = """span => {
  const [from, to] = document.querySelector('vernier-bar').range;
  return Math.abs(to - from - span) < 1e-9;
}"""


@pytest.fixture
def person(server, open_page):
    # So small that there is a way to go in every direction.
    size = {'width': 900, 'height': 700}
    person = Person(open_page(server, 'dropframe.mov', viewport=size))
    person.tab_to('Position')
    return person


def test_keys_zoom_the_bar_around_the_position(person):
    page, bar = person.page, person.scrubber.bar
    person.press('5', '+', '+')
    page.wait_for_selector('vernier-bar[range]')
    low, high = map(float, bar.get_attribute('range').split())
    at = float(bar.get_attribute('position'))
    assert high - low == pytest.approx(1.25 ** -4) and (at - low) / (high - low) == pytest.approx(at)
    person.press('-')
    page.wait_for_function(WIDER, arg=1.25 ** -2)
    person.press('a')
    page.wait_for_selector('vernier-bar:not([range])')


def test_keys_show_the_picture_pixel_by_pixel_and_move_it(person):
    page, view = person.page, person.page.locator('vernier-view')
    person.press('z')
    page.wait_for_selector('vernier-view[zoomed]')
    before = page.evaluate(f'{PICTURE}.getBoundingClientRect().toJSON()')
    box = view.bounding_box()
    person.press('Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowUp')
    page.wait_for_function(f'before => {PICTURE}.getBoundingClientRect().y > before', arg=before['y'])
    after = page.evaluate(f'{PICTURE}.getBoundingClientRect().toJSON()')
    assert after['x'] - before['x'] == pytest.approx(box['width'] / 10, abs=1)
    assert after['y'] - before['y'] == pytest.approx(box['height'] / 10, abs=1)
    person.press('z')
    page.wait_for_selector('vernier-view:not([zoomed])')
    person.scrubber.settle()
