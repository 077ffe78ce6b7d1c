"""Takes the pictures of the README, for `make screenshots`: three of the page, and one of a drag."""
import io

from PIL import Image

from kit import ROOT

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


def shot(page):
    return Image.open(io.BytesIO(page.screenshot())).convert('RGB')


def picture(page, name):
    shot(page).save(SAMPLES / f'{name}.webp', quality=82)


def test_three_pictures(server, open_page):
    for name, scene, size, scheme, viewport in [
        ('fine', 'fine', DESKTOP, 'dark', (1280, 800)),
        ('marks', 'marks', DESKTOP, 'light', (1280, 800)),
        ('phone', 'scrubbing', PHONE, 'light', (390, 844)),
    ]:
        touch = TOUCH if size == PHONE else {}
        scrubber = open_page(server, 'long-gop.mp4', frame=150, color_scheme=scheme, **touch,
                             viewport=dict(zip(('width', 'height'), viewport)))
        SCENES[scene](scrubber, size)
        if scene == 'marks':
            SCENES['list'](scrubber, size)
        scrubber.page.wait_for_timeout(800)
        picture(scrubber.page, name)


def test_a_drag(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=120, color_scheme='dark',
                         viewport={'width': 800, 'height': 560})
    scrubber.page.evaluate(POINTER)
    scrubber.page.mouse.move(*scrubber.point(*WAY[0]))
    shots = [shot(scrubber.page)]
    scrubber.grab(WAY[0][0])
    for start, end in zip(WAY, WAY[1:]):
        for step in range(1, STEPS + 1):
            place = [a + (b - a) * step / STEPS for a, b in zip(start, end)]
            scrubber.page.mouse.move(*scrubber.point(*place), steps=2)
            scrubber.answered()
            scrubber.page.wait_for_selector('#exact[data-exact]')
            shots.append(shot(scrubber.page))
    scrubber.release()
    scrubber.land()
    shots += [shot(scrubber.page)] * 6
    shots[0].save(SAMPLES / 'drag.webp', save_all=True, append_images=shots[1:], duration=110,
                  loop=0, quality=55, method=3)
