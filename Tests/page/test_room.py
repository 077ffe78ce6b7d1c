"""Room for the picture, and for all that is beside it: nothing is cut off on any screen."""
import pytest

from .marking import Marker
from .screenshots import TOUCH

ALL_OPEN = ['t', 'f', 'd']

# What is cut off, covered or out of reach: text that does not fit, and controls that cannot be seen
# in full by scrolling up and down.
CUT_OFF = """async () => {
  await new Promise((done) => setTimeout(done, 300));
  const found = [];
  const name = (one) => one.id || one.ariaLabel || one.textContent.trim() || one.localName;
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  for (const one of document.querySelectorAll('h1, p, button, select, label, span, bdi, .status')) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1) found.push(`text of ${name(one)}`);
  }
  for (const one of document.querySelectorAll('main :is(button, select, input, [role=slider])')) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) found.push(`edge of ${name(one)}`);
    // A dial has a hole.
    const middle = one.localName === 'vernier-dial' ? 0.8 : 0.5;
    const [x, y] = [(left + right) / 2, top + (bottom - top) * middle];
    const at = document.elementFromPoint(x, y);
    if (!one.disabled && !one.contains(at)) found.push(`${name(one)} is under ${at && name(at)}`);
  }
  return found;
}"""

WHERE = """() => ['.stage', '#bar', '.readout', '.transport', '.status'].map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [one, x, y, width, height];
})"""


def reads_text_of(pixels, scrubber):
    """The reader's own size of text, from the next page on; browsers begin with 16."""
    page = scrubber.page
    page.context.new_cdp_session(page).send(
        'Page.setFontSizes', {'fontSizes': {'standard': pixels, 'fixed': pixels * 13 // 16}})
    page.goto('about:blank')


def opens_all(scrubber):
    for key in ALL_OPEN:
        scrubber.press(key)
    Marker(scrubber).segment(60, 80)
    for part in ['vernier-dial[gears]', '#tools', '.panel', '.segments li']:
        scrubber.page.locator(part).wait_for()
    scrubber.page.locator('.toast').wait_for(state='detached')


@pytest.mark.parametrize('locale', ['en-GB', 'ja-JP'])
@pytest.mark.parametrize('name', ['long-gop.mp4', 'dropframe.mov'])
def test_the_picture_keeps_more_than_half_of_the_window(own_server, open_page, name, locale):
    scrubber = open_page(own_server, name, locale=locale)
    scrubber.press('t')
    scrubber.press('f')
    for key in ['i', 'Shift+ArrowRight', 'o', 'n']:
        scrubber.press(key)
    scrubber.page.locator('.segments li').wait_for()
    scrubber.page.locator('vernier-dial[gears]').wait_for()
    has_room(scrubber)
    scrubber.press('m')
    scrubber.page.locator('#media').wait_for()
    has_room(scrubber)


def has_room(scrubber):
    assert scrubber.page.locator('vernier-view').bounding_box()['height'] >= 440
    # Nothing has to be scrolled to.
    assert scrubber.page.evaluate("document.querySelector('main').scrollHeight") <= 800


def test_nothing_above_moves_when_marks_appear(own_server, open_page):
    scrubber = open_page(own_server, 'long-gop.mp4', frame=60)
    before = scrubber.page.evaluate(WHERE)
    Marker(scrubber).mark(60, 80)
    marks = scrubber.page.locator('#marks')
    row = marks.bounding_box()
    assert row['height'] < 60, 'they are in one row'
    assert scrubber.page.evaluate(WHERE) == before
    scrubber.press('u')
    scrubber.press('u')
    marks.wait_for(state='hidden')
    assert scrubber.page.evaluate(WHERE) == before


@pytest.mark.parametrize('size', [(390, 700), (320, 568), (844, 390), (1000, 700), (1280, 800)])
def test_nothing_is_cut_off(own_server, open_page, size):
    touch = TOUCH if size[0] < 500 else {}
    scrubber = open_page(own_server, 'long-gop.mp4', **touch,
                         viewport=dict(zip(('width', 'height'), size)))
    assert scrubber.page.evaluate(CUT_OFF) == []
    opens_all(scrubber)
    assert scrubber.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize('size', [(1280, 800), (390, 700)])
def test_nothing_is_cut_off_where_text_is_twice_as_large(own_server, open_page, size):
    scrubber = open_page(own_server, viewport=dict(zip(('width', 'height'), size)), locale='en-GB')
    page = scrubber.page
    reads_text_of(32, scrubber)
    scrubber.open('long-gop.mp4', 30)
    assert page.evaluate('parseFloat(getComputedStyle(document.body).fontSize)') >= 30
    assert page.evaluate(CUT_OFF) == []
    opens_all(scrubber)
    assert page.evaluate(CUT_OFF) == []


# Choices whose widest text does not fit into them.
NARROW = """() => [...document.querySelectorAll('select')].filter((one) => {
  if (!one.checkVisibility()) return false;
  const free = one.cloneNode(true);
  free.style.cssText = 'position: fixed; width: max-content; max-width: none';
  one.closest('label').append(free);
  const { width } = free.getBoundingClientRect();
  free.remove();
  return one.getBoundingClientRect().width < width - 1;
}).map(({ name }) => name)"""


@pytest.mark.parametrize('size, locale, text', [
    ((1280, 800), 'en-GB', 16),
    ((1000, 700), 'ja-JP', 16),
    ((390, 700), 'en-GB', 32),
    ((390, 700), 'ja-JP', 16),
    ((320, 568), 'en-GB', 16),
    ((320, 568), 'ja-JP', 32),
])
def test_no_choice_is_cut_off(server, open_page, size, locale, text):
    touch = TOUCH if size[0] < 500 else {}
    scrubber = open_page(server, locale=locale, **touch,
                         viewport=dict(zip(('width', 'height'), size)))
    reads_text_of(text, scrubber)
    scrubber.open('start.ts')
    scrubber.press('t')
    scrubber.page.locator('#tools').wait_for()
    assert scrubber.page.evaluate(NARROW) == []
    scrubber.press('e')
    scrubber.page.get_by_role('dialog').wait_for()
    assert scrubber.page.evaluate(NARROW) == []
