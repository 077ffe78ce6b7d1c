"""What someone sees first: the film with the most to see, and a list of thousands at once."""
import json

import pytest
from playwright.sync_api import expect

from .page_support import comes_to

MANY = 5000

# Milliseconds from the answer with the list until its first rows are drawn, and the nodes by then.
SHOWN = """async () => {
  const name = new URL('/api/v1/media', location.href).href;
  while (!document.querySelector('#list a')) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const [{ responseEnd }] = performance.getEntriesByName(name);
  return [performance.now() - responseEnd, document.querySelectorAll('*').length];
}"""


def test_the_first_visit_opens_the_film_with_the_most_to_see(server, open_page):
    scrubber = open_page(server)
    scrubber.page.wait_for_function("() => document.title.startsWith('long-gop.mp4')")
    scrubber.land()


def test_what_has_pictures_and_was_opened_last_comes_first(server, open_page):
    scrubber = open_page(server, 'vfr.mkv')
    scrubber.open('start.ts')
    page = scrubber.page
    page.goto(f'{server.url}/#media={server.media("audio.m4a")}')
    page.wait_for_function("() => document.title.startsWith('audio.m4a')")
    page.wait_for_function("() => wire.state")
    page.goto('about:blank')
    page.goto(server.url)
    page.wait_for_function("() => document.title.startsWith('start.ts')")
    scrubber.land()
    page.locator('#media').wait_for()
    names = page.locator('#list .name')
    comes_to(page, lambda: names.all_inner_texts()[:2], ['start.ts', 'vfr.mkv'])
    comes_to(page, lambda: names.all_inner_texts()[-1:], ['audio.m4a'])


@pytest.fixture(params=[(1280, 800), (390, 700)], ids=['desktop', 'phone'])
def many(server, open_page, request):
    """A page with a list of thousands, of which few are there."""
    scrubber = open_page(server, viewport=dict(zip(('width', 'height'), request.param)))
    listed = server.get('/api/v1/media').json()['media']
    listed += [{'id': f'none-{number}', 'name': f'Film {number:04}.mp4', 'bytes': number}
               for number in range(MANY - len(listed))]
    scrubber.page.route('**/api/v1/media', lambda route: route.fulfill(
        body=json.dumps({'media': listed}), content_type='application/json'))
    scrubber.page.goto('about:blank')
    scrubber.page.goto(server.url)
    return scrubber


def test_a_list_of_thousands_is_there_at_once_and_light(many):
    page = many.page
    took, nodes = page.evaluate(SHOWN)
    print(f'{MANY} media: {took:.0f} ms, {nodes} nodes')
    assert took <= 500
    assert nodes <= 2000
    # The last one can be scrolled to, and the first again.
    first = page.locator('#list .name').first.inner_text()
    page.locator('#media').scroll_into_view_if_needed()
    for key, name in [('End', 'audio.m4a'), ('Home', first)]:
        page.locator('#list a').first.focus()
        page.keyboard.press(key)
        page.wait_for_function(
            "name => document.activeElement.querySelector('.name')?.textContent === name", arg=name)
        box = page.locator('#list a:focus').bounding_box()
        assert -1 <= box['y'] and box['y'] + box['height'] <= page.viewport_size['height'] + 1
        assert page.evaluate("document.querySelectorAll('*').length") <= 2000
    page.mouse.move(*[box['x'] + 20, box['y'] + 20])
    page.mouse.wheel(0, 60_000)
    comes_to(page, lambda: 'Film' in (page.locator('#list .name').first.inner_text()), True)


def test_the_search_finds_one_of_thousands_as_it_is_typed(many):
    page = many.page
    page.evaluate(SHOWN)
    page.keyboard.press('/')
    expect(page.locator('#search')).to_be_focused()
    page.keyboard.type('film 4321')
    names = page.locator('#list .name')
    expect(names).to_have_text(['Film 4321.mp4'])
    for _ in '4321':
        page.keyboard.press('Backspace')
    comes_to(page, lambda: names.count() > 10, True)
