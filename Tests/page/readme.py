"""Takes the pictures of the README, for `make screenshots`: three of the page, and one of a drag."""
import io
import re

import pytest
from PIL import Image

from kit import ROOT

from .conditions import DRAWN
from .screenshots import DESKTOP, PHONE, SCENES, TOUCH

SAMPLES = ROOT / 'samples'

# A browser without a screen draws no pointer.
POINTER = """() => {
  const pointer = document.createElement('div');
  const { style } = pointer;
  Object.assign(style, { position: 'fixed', zIndex: 99, pointerEvents: 'none',
    width: '26px', height: '26px', margin: '-13px', borderRadius: '50%',
    background: '#fff8', border: '2px solid #fff', boxShadow: '0 0 0 1px #0008, 0 2px 8px #0006' });
  document.body.append(pointer);
  const follow = ({ clientX, clientY, buttons }) => Object.assign(style, {
    left: `${clientX}px`, top: `${clientY}px`, scale: buttons ? 1 : 1.4 });
  for (const type of ['pointermove', 'pointerdown', 'pointerup']) {
    addEventListener(type, follow, true);
  }
}"""

# Along the bar and away from it: there, finer, back and forth, and coarse again.
WAY = [(0.24, 0), (0.64, 0), (0.64, 78), (0.76, 78), (0.71, 78), (0.71, 0), (0.5, 0)]
STEPS = 9


# All pictures along the bar, which come while it rests.
OVERVIEW = 'vernier-bar .pictures[data-range]:not([data-range=""])'


def shot(page):
    return Image.open(io.BytesIO(page.screenshot())).convert('RGB')


def is_true(scrubber):
    """What is in view is the frame that the page says, and the bubble beside it as well."""
    scrubber.page.wait_for_selector('#exact[data-exact]')
    scrubber.page.evaluate(DRAWN)
    frame = scrubber.state['target']['frame']
    assert scrubber.barcode == frame
    if scrubber.bubble.get_attribute('open') is not None:
        assert re.search(r'\bframe (\d+)', scrubber.said)[1] == str(frame)


def picture(scrubber, name):
    is_true(scrubber)
    shot(scrubber.page).save(SAMPLES / f'{name}.webp', quality=76)


# What is marked stays: the others come before it.
@pytest.mark.parametrize('name, scene, size, scheme, viewport', [
    ('fine', 'fine', DESKTOP, 'dark', (1280, 800)),
    ('phone', 'scrubbing', PHONE, 'light', (390, 844)),
    ('marks', 'marks', DESKTOP, 'light', (1280, 800)),
])
def test_a_picture(server, open_page, name, scene, size, scheme, viewport):
    touch = TOUCH if size == PHONE else {}
    scrubber = open_page(server, 'long-gop.mp4', frame=150, color_scheme=scheme, **touch,
                         viewport=dict(zip(('width', 'height'), viewport)))
    scrubber.page.locator(OVERVIEW).wait_for(state='attached')
    SCENES[scene](scrubber, size)
    if scene == 'marks':
        SCENES['list'](scrubber, size)
    scrubber.page.wait_for_timeout(800)
    picture(scrubber, name)


def test_a_drag(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=120, color_scheme='dark',
                         viewport={'width': 800, 'height': 560})
    scrubber.page.locator(OVERVIEW).wait_for(state='attached')
    scrubber.page.evaluate(POINTER)
    scrubber.page.mouse.move(*scrubber.point(*WAY[0]))
    shots = [shot(scrubber.page)]
    scrubber.grab(WAY[0][0])
    for start, end in zip(WAY, WAY[1:]):
        for step in range(1, STEPS + 1):
            place = [a + (b - a) * step / STEPS for a, b in zip(start, end)]
            scrubber.page.mouse.move(*scrubber.point(*place), steps=2)
            scrubber.answered()
            is_true(scrubber)
            shots.append(shot(scrubber.page))
    scrubber.release()
    scrubber.land()
    shots += [shot(scrubber.page)] * 6
    shots[0].save(SAMPLES / 'drag.webp', save_all=True, append_images=shots[1:], duration=110,
                  loop=0, quality=42, method=4)
