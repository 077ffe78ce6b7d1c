"""The film along the bar, finer as it comes nearer, and never in the way of a drag."""
import pytest
from playwright.sync_api import expect

from .conditions import UNTIL
from .page_support import comes_to, index_of
from .test_bar_pointers import PHONE, Touch
from .test_filmstrip import cells

PICTURES = "document.querySelector('vernier-bar').shadowRoot.querySelector('.pictures')"

# Notes what is painted along the bar, from which part of which picture.
NOTE = """() => {
  const paint = CanvasRenderingContext2D.prototype.drawImage;
  window.painted = new Map();
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    if (this.canvas.matches('.pictures')) painted.set(given[5], given);
    return paint.apply(this, given);
  };
}"""

# The numbers that the pictures along the bar carry, and where they are painted, once all are there.
SEEN = f"""async () => {{
  const bar = document.querySelector('vernier-bar');
  const wanted = () => bar.getAttribute('range');
  await ({UNTIL})(() => {PICTURES}?.dataset.range === String(wanted()));
  painted.clear();
  // Anything that is drawn on the bar has it painted again.
  bar.setAttribute('buffered', '0 0');
  await ({UNTIL})(() => painted.size > 0);
  bar.removeAttribute('buffered');
  return [...painted.values()].map(([image, sx, sy, sw, sh, left, , width]) => {{
    const {{ naturalWidth, naturalHeight }} = image;
    const canvas = new OffscreenCanvas(naturalWidth, naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const one = naturalWidth / Math.round(naturalWidth / naturalHeight / 16 * 9);
    const first = Math.floor((sx + sw / 2) / one) * one;
    const row = context.getImageData(0, Math.floor(naturalHeight / 20), naturalWidth, 1).data;
    let number = 0;
    for (let bit = 0; bit < 16; bit += 1) {{
      if (row[4 * Math.floor(first + ((bit + 0.5) / 16) * one) + 1] > 125) number += 2 ** bit;
    }}
    return {{ number, left, width }};
  }}).sort((one, other) => one.left - other.left);
}}"""


# What is shown for a moment after a key stays until it is ended.
LONGER = """() => {
  const later = setTimeout;
  window.setTimeout = (act, time) => (time === 1200 ? (window.endPeek = act, 0) : later(act, time));
}"""


@pytest.fixture
def scrubber(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    scrubber.page.evaluate(NOTE)
    return scrubber


def view(scrubber):
    return scrubber.page.evaluate("document.querySelector('vernier-bar').range")


def test_the_whole_film_is_there_and_each_frame_when_zoomed(scrubber, server):
    keys = [entry['frame'] for entry in index_of(server, 'long-gop.mp4') if entry['key']]
    seen = scrubber.page.evaluate(SEEN)
    width = scrubber.bar.bounding_box()['width']
    assert seen[0]['left'] == 0 and len(seen) == round(width / 86)
    assert seen[-1]['left'] + seen[-1]['width'] == pytest.approx(width, abs=2)
    # Each is the nearest of those that there are: of keyframes always, of others as far as they come.
    known = {*keys, *(cell['number'] for cell in seen)}
    for cell in seen:
        middle = (cell['left'] + cell['width'] / 2) / width * 600
        assert abs(cell['number'] - middle) <= min(abs(one - middle) for one in known) + 1
    for _ in range(20):
        scrubber.press('+')
    scrubber.page.wait_for_function(
        "() => { const [a, b] = document.querySelector('vernier-bar').range; return b - a < 0.06; }")
    seen = scrubber.page.evaluate(SEEN)
    low, high = view(scrubber)
    numbers = [cell['number'] for cell in seen]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) and len(seen) > 25
    for cell in seen[1:]:
        place = (cell['number'] / 600 - low) / (high - low) * width
        assert cell['left'] == pytest.approx(place, abs=1.5)


def test_pictures_get_finer_as_they_come(server, open_page):
    scrubber = open_page(server)
    few = [True]

    def answer(route):
        answer = route.fetch()
        found = answer.json()
        if few:
            found = {**found, 'pictures': found['pictures'][:1], 'complete': False}
        route.fulfill(response=answer, json=found)

    scrubber.page.route('**/storyboard?*', answer)
    scrubber.open('long-gop.mp4')
    scrubber.page.wait_for_function(f"() => /^(\\d+)( \\1)*$/.test({PICTURES}?.dataset.frames)")
    few.clear()
    scrubber.page.wait_for_function(f"() => new Set({PICTURES}.dataset.frames.split(' ')).size > 1")


def test_the_track_is_seen_until_pictures_are_there(server, open_page):
    scrubber, held = open_page(server), []
    page = scrubber.page
    page.route('**/storyboard?*', lambda route: held.append(route))
    scrubber.open('long-gop.mp4')
    page.locator('vernier-bar[pictures] .pictures').wait_for(state='attached')
    comes_to(page, lambda: len(held) > 0, True)
    colour = "getComputedStyle(document.querySelector('vernier-bar').shadowRoot.querySelector('.track'))"
    through = page.evaluate(f'{colour}.backgroundColor')
    assert '/' not in through, 'it is not seen through'
    held.pop().continue_()
    page.wait_for_function(f"() => {colour}.backgroundColor.includes('/ 0.62')")


def test_a_drag_waits_for_no_picture_along_the_bar(scrubber):
    scrubber.page.evaluate(SEEN)
    asked, strips, failed = [], [], []
    scrubber.page.on('request', lambda request: asked.append(request.url))
    scrubber.page.on('requestfailed', lambda request: failed.append(request))
    # An answer that does not come does not hold anything up.
    scrubber.page.route('**/filmstrip.jpg?*', lambda route: strips.append(route.request))
    for _ in range(20):
        scrubber.press('+')
    # Strips of zooms on the way may have been given up by now.
    comes_to(scrubber.page, lambda: any(strip not in failed for strip in strips), True)
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    comes_to(scrubber.page, lambda: all(strip in failed for strip in strips), True)
    asked.clear()
    # The part in view goes along.
    scrubber.pull(1.3)
    scrubber.pull(0.7)
    scrubber.answered()
    assert not [url for url in asked if 'storyboard' in url or 'filmstrip' in url or '/index' in url]
    scrubber.page.unroute('**/filmstrip.jpg?*')
    scrubber.release()
    scrubber.land()
    scrubber.page.evaluate(SEEN)


def test_sound_has_no_pictures_along_the_bar(scrubber, server):
    scrubber.page.evaluate(SEEN)
    scrubber.page.goto(f'{server.url}/#media={server.media("audio.m4a")}')
    expect(scrubber.page.locator('vernier-bar[pictures]')).to_have_count(0)
    scrubber.page.wait_for_function(f"() => !('frames' in {PICTURES}.dataset)")


def test_two_fingers_zoom_and_what_is_under_them_stays(server, open_page):
    phone = {**PHONE, 'viewport': {'width': 350, 'height': 700}}
    scrubber = open_page(server, 'long-gop.mp4', frame=300, **phone)
    box = scrubber.bar.bounding_box()
    fingers = Touch(scrubber)
    fingers.put(1, scrubber.point(0.4))
    fingers.put(2, scrubber.point(0.6))
    for apart in (0.3, 0.5, 0.8):
        fingers.put(1, scrubber.point(0.5 - apart / 2))
        fingers.put(2, scrubber.point(0.5 + apart / 2))
    scrubber.page.wait_for_function(
        "() => { const [a, b] = document.querySelector('vernier-bar').range; return b - a < 0.27; }")
    low, high = view(scrubber)
    for place, share in ((0.4, 0.1), (0.6, 0.9)):
        assert abs((place - low) / (high - low) - share) * box['width'] < 2
    fingers.lift(2)
    fingers.lift(1)
    # One finger drags as ever, and nothing was dragged meanwhile.
    assert scrubber.land() == 300
    fingers.put(1, scrubber.point(0.5))
    fingers.put(1, scrubber.point(0.6))
    fingers.put(1, scrubber.point(0.7))
    scrubber.page.wait_for_selector('vernier-bar[dragging]')
    fingers.lift(1)
    assert scrubber.land() > 300


def test_the_strip_of_frames_opens_for_steps_and_for_the_dial(scrubber):
    strip = scrubber.page.locator('vernier-filmstrip')
    scrubber.page.evaluate(LONGER)
    scrubber.press('ArrowRight')
    numbers, middle = cells(scrubber)
    assert middle == [301]
    scrubber.page.evaluate('() => endPeek()')
    strip.wait_for(state='hidden')
    scrubber.press('f')
    dial = scrubber.page.locator('#drawer vernier-dial[gears]')
    dial.wait_for()
    dial.evaluate('async (dial) => { await dial.ready; }')
    box = dial.bounding_box()
    x, y, far = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2, box['width'] * 0.42
    scrubber.page.mouse.move(x, y - far)
    scrubber.page.mouse.down()
    scrubber.page.mouse.move(x + far, y, steps=12)
    numbers, middle = cells(scrubber)
    assert middle == [scrubber.state['target']['frame']] and middle != [301]
    scrubber.page.mouse.up()
    strip.wait_for(state='hidden')
    scrubber.land()
