"""The strip of frames around a pointer that moves finely: each is what it stands for."""
import pytest

from .page_support import comes_to

CELL, BITS = 96, 16

# The number in the top of each cell that is in sight, and where the cell begins.
CELLS = f"""async () => {{
  const strip = document.querySelector('vernier-filmstrip');
  const box = strip.getBoundingClientRect();
  const images = [...strip.shadowRoot.querySelectorAll('img')];
  await Promise.all(images.map((image) => image.decode()));
  return images.flatMap((image) => {{
    const place = image.getBoundingClientRect();
    const count = Math.round(place.width / {CELL});
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const row = context.getImageData(0, Math.floor(canvas.height / 20), canvas.width, 1).data;
    return Array.from({{ length: count }}, (_, cell) => {{
      let number = 0;
      for (let bit = 0; bit < {BITS}; bit += 1) {{
        const at = Math.floor(((cell + (bit + 0.5) / {BITS}) / count) * canvas.width);
        if (row[4 * at + 1] > 125) number += 2 ** bit;
      }}
      return {{ number, x: place.x + cell * {CELL} - box.x }};
    }});
  }}).filter(({{ x }}) => x + {CELL} > 0 && x < box.width);
}}"""


# Whether the strip is at the frame that the server has told of last, and the pictures at both of its
# ends are there.
FILLED = f"""() => {{
  const strip = document.querySelector('vernier-filmstrip');
  const [frame, frames] = ['frame', 'frames'].map((name) => Number(strip.getAttribute(name)));
  if (frame !== wire.state.target.frame || !strip.shadowRoot || !strip.clientWidth) return false;
  const half = strip.clientWidth / {CELL} / 2;
  return [frame - half, frame + half].every((end) => {{
    const first = Math.floor(Math.min(Math.max(end, 0), frames - 1) / 30) * 30;
    return strip.shadowRoot.querySelector(`img[src*="from=${{first}}&"]`)?.naturalWidth > 0;
  }});
}}"""


def cells(scrubber):
    """The numbers in sight from left to right, and the one in the middle."""
    scrubber.answered()
    scrubber.page.wait_for_selector('vernier-filmstrip')
    scrubber.page.wait_for_function(FILLED)
    seen = sorted(scrubber.page.evaluate(CELLS), key=lambda cell: cell['x'])
    width = scrubber.page.locator('vernier-filmstrip').bounding_box()['width']
    middle = [cell['number'] for cell in seen if cell['x'] <= width / 2 < cell['x'] + CELL]
    return [cell['number'] for cell in seen], middle


@pytest.mark.parametrize('name', ['long-gop.mp4', 'start.ts', 'hevc.mp4'])
@pytest.mark.parametrize('size', [(1280, 800), (320, 640)])
def test_every_cell_is_its_frame_and_the_target_is_in_the_middle(server, open_page, name, size):
    viewport = dict(zip(('width', 'height'), size))
    scrubber = open_page(server, name, frame=50, viewport=viewport)
    strip = scrubber.page.locator('vernier-filmstrip')
    scrubber.grab(0.3)
    assert not strip.is_visible()
    for along in (0.35, 0.32, 0.36):
        scrubber.pull(along, away=90)
        numbers, middle = cells(scrubber)
        assert middle == [scrubber.state['target']['frame']]
        first = numbers[0]
        assert numbers == list(range(first, first + len(numbers)))
        assert len(numbers) >= size[0] // CELL // 2
    scrubber.release()
    strip.wait_for(state='hidden')


def test_the_strip_ends_where_the_film_does(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=199)
    scrubber.grab(0.3)
    scrubber.pull(0.31, away=95)
    numbers, middle = cells(scrubber)
    assert middle == [199] == numbers[-1:]
    scrubber.release()


def test_sound_has_no_strip(server, open_page):
    scrubber = open_page(server)
    scrubber.page.goto(f'{server.url}/#media={server.media("audio.m4a")}')
    scrubber.page.wait_for_function('() => wire.state')
    scrubber.grab(0.3)
    scrubber.pull(0.31, away=95)
    scrubber.answered()
    assert not scrubber.page.locator('vernier-filmstrip').is_visible()
    scrubber.release()


# What stands in for frames to come: the number in each picture of it, the frame that it is said to be
# of, and whether a number is written on it.
NEARBY = f"""() => {{
  const canvas = document.querySelector('vernier-filmstrip').shadowRoot.querySelector('.nearby');
  const context = canvas.getContext('2d');
  const pixels = (x, y, width, height) => context.getImageData(x, y, width, height).data;
  const frames = canvas.dataset.frames.split(' ').map(Number);
  const {{ frame }} = document.querySelector('vernier-filmstrip').attributes;
  const first = Math.max(frame.value - Math.ceil(canvas.width / {CELL} / 2), 0);
  return frames.map((said, i) => {{
    const left = Math.round(canvas.width / 2 + (first + i - frame.value - 0.5) * {CELL});
    let number = 0;
    for (let bit = 0; bit < {BITS}; bit += 1) {{
      const at = left + (bit + 0.5) / {BITS} * {CELL};
      if (pixels(at, 2, 1, 1)[1] > 125) number += 2 ** bit;
    }}
    // Where the black behind the number begins.
    const corner = pixels(left + 4, canvas.height - 13, 1, 9);
    const isNumbered = corner.every((one, j) => j % 4 === 3 || one === 0);
    return {{ cell: first + i, left, said, number, isNumbered }};
  }}).filter(({{ left }}) => left >= 0 && left + {CELL} <= canvas.width);
}}"""


@pytest.mark.parametrize('name', ['long-gop.mp4', 'dropframe.mov'])
def test_until_a_frame_is_there_the_nearest_picture_stands_in_and_says_which_it_is(
        server, open_page, name):
    scrubber = open_page(server, name, frame=50)
    page, held = scrubber.page, []
    page.locator('vernier-bar .pictures[data-frames]').wait_for(state='attached')
    page.route('**/filmstrip.jpg?**width=96**', lambda route: held.append(route))
    scrubber.grab(0.3)
    scrubber.pull(0.35, away=90)
    page.locator('vernier-filmstrip .nearby[data-frames]').wait_for()
    comes_to(page, lambda: len(held) > 0, True)
    scrubber.answered()
    there = page.evaluate(NEARBY)
    along = page.locator('vernier-bar .pictures').get_attribute('data-frames')
    frames = sorted({int(one) for one in along.split()})
    assert len(there) > 10
    for one in there:
        assert one['said'] == one['number']
        # The picture in view may be nearer.
        least = min(abs(frame - one['cell']) for frame in frames)
        assert abs(one['said'] - one['cell']) <= least
        assert one['isNumbered'] == (one['said'] != one['cell'])
    for route in held:
        route.continue_()
    page.unroute_all()
    numbers, middle = cells(scrubber)
    assert middle == [scrubber.state['target']['frame']] and len(numbers) > 10
    scrubber.release()


def test_of_a_film_without_any_other_pictures_the_one_in_view_stands_in(server, open_page):
    scrubber = open_page(server, 'start.ts')
    page = scrubber.page
    for pictures in ['**/storyboard?*', '**/filmstrip.jpg?*']:
        page.route(pictures, lambda route: None)
    scrubber.open('long-gop.mp4', 50)
    scrubber.grab(0.3)
    scrubber.pull(0.35, away=90)
    page.locator('vernier-filmstrip .nearby[data-frames]').wait_for()
    scrubber.answered()
    there = page.evaluate(NEARBY)
    assert len(there) > 10 and len({one['said'] for one in there}) == 1
    assert all(one['said'] == one['number'] for one in there)
    page.unroute_all()
    scrubber.release()
    scrubber.land()
