"""Each element, and the client library, on a page of 20 lines that is not ours."""
import pytest
from playwright.sync_api import expect

from kit import ROOT, SAMPLES

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .page_support import comes_to

EMBED = ROOT / 'samples/embed'
PAGES = sorted(page.stem for page in EMBED.glob('*.html') if page.stem != 'index')


def test_every_element_has_a_page_of_its_own_and_all_are_listed(alone):
    files = ROOT.glob('web/elements/vernier-*.js')
    elements = {path.stem.removeprefix('vernier-') for path in files}
    assert {*PAGES} == {*elements, 'embed'}
    page = alone('index').page
    listed = page.locator('a').evaluate_all('links => links.map(link => link.pathname)')
    assert {*listed} == {f'/{name}.html' for name in PAGES}


@pytest.mark.parametrize('name', PAGES)
def test_a_page_is_short_and_asks_nobody_but_the_server(alone, name):
    for kind in ('html', 'js'):
        assert len((EMBED / f'{name}.{kind}').read_text().splitlines()) <= 20
    scrubber = alone(name)
    page = scrubber.page
    page.wait_for_load_state('networkidle')
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert loaded and all(address.startswith(scrubber.server.url) for address in loaded)
    # None of the application, which would bring its own.
    assert not [address for address in loaded if address.endswith(('main.js', 'state.js', 'app.js', '.css'))]
    element = page.locator(f'vernier-{name}, input').first
    assert element.is_visible() and element.bounding_box()['height'] > 4


def test_the_client_alone_shows_the_frame_under_a_slider(alone):
    page = alone('embed').page
    image = page.locator('img')
    expect(image).to_have_attribute('title', 'frame 0')
    for position, frame in ((0.5, 100), (1, 199), (0.25, 50)):
        page.locator('input').fill(str(position))
        expect(image).to_have_attribute('title', f'frame {frame}')
        expect(image).to_have_js_property('naturalWidth', 640)


def test_the_bar_alone_leads_to_the_frame_under_the_pointer(alone):
    scrubber = alone('bar')
    scrubber.page.wait_for_function('() => wire.state')
    scrubber.grab(0.2)
    scrubber.pull(0.7)
    scrubber.release()
    assert scrubber.land() == pytest.approx(100, abs=2)
    comes_to(scrubber.page, lambda: float(scrubber.bar.get_attribute('position')),
             scrubber.state['position'])


def test_the_bubble_alone_points_at_the_slider_s_place(alone):
    page = alone('bubble').page
    bubble = page.locator('vernier-bubble')
    page.locator('input').fill('0.5')
    expect(bubble.get_by_text('frame 100')).to_be_visible()
    arrow, parent = bubble.locator('.arrow').bounding_box(), page.locator('#track').bounding_box()
    tip = arrow['x'] + arrow['width'] / 2
    assert tip == pytest.approx(parent['x'] + parent['width'] / 2, abs=1)


def test_the_ruler_alone_has_its_labels(alone):
    ruler = alone('ruler').page.locator('vernier-ruler')
    expect(ruler.get_by_text('0:02', exact=True)).to_be_visible()


@pytest.mark.parametrize('frame', [0, 57, 199])
def test_the_filmstrip_alone_shows_the_frame_that_is_asked_for(alone, frame):
    page = alone('filmstrip').page
    page.locator('input').fill(str(frame))
    strip = page.locator('vernier-filmstrip')
    expect(strip).to_have_attribute('frame', str(frame))
    strip.locator(f'img[src*="from={frame // 30 * 30}&"]').wait_for(state='attached')


def test_a_frame_that_was_asked_for_before_the_filmstrip_was_there_is_shown(visit, server_of):
    server, page = server_of(SAMPLES / 'start.ts'), visit()
    ask = page.locator('input').fill
    page.route('**/api/v1/media', lambda route: [ask('57'), route.continue_()])
    page.goto(f'{server.url}/filmstrip.html')
    expect(page.locator('vernier-filmstrip')).to_have_attribute('frame', '57')


# The runs that are asked for while the pointer is at each of some frames, one after the other.
FLOWN_OVER = """(strip, frames) => frames.map((frame) => {
  strip.setAttribute('frame', frame);
  return strip.shadowRoot.querySelectorAll(`img[src*="from=${frame}&"]`).length;
})"""


def test_the_filmstrip_asks_for_no_frames_that_a_pointer_flies_over(alone):
    page = alone('filmstrip').page
    strip = page.locator('vernier-filmstrip')
    assert strip.evaluate(FLOWN_OVER, [30, 60, 90, 120, 150]) == [0] * 5
    strip.locator('img[src*="from=150&"]').wait_for(state='attached')


def test_a_filmstrip_that_is_taken_away_asks_for_nothing_and_comes_back(alone):
    page = alone('filmstrip').page
    strip = page.locator('vernier-filmstrip')
    page.evaluate("""() => {
      window.strip = document.querySelector('vernier-filmstrip');
      strip.place = strip.parentNode;
      strip.setAttribute('frame', 150);
      strip.remove();
    }""")
    page.wait_for_timeout(300)
    assert page.evaluate("strip.shadowRoot.querySelectorAll('img').length") == 0
    page.evaluate('() => strip.place.append(strip)')
    strip.locator('img[src*="from=150&"]').wait_for(state='attached')
