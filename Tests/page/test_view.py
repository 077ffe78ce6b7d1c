"""The picture nearer by: pixel by pixel, under the pointer, and whole again."""
import base64
import contextlib
import io

import pytest
from PIL import Image
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from kit import MATRIX

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .conditions import DRAWN
from .page_support import CANVAS, comes_to, number_in

FRAME = "document.querySelector('vernier-view').shadowRoot.querySelector('.frame')"


class Picture:
    """The picture of a view that is alone on its page, as it is on the screen."""

    def __init__(self, scrubber):
        self.scrubber = scrubber
        self.page = scrubber.page
        self.view = self.page.locator('vernier-view')
        self.page.wait_for_function('() => wire.state')
        scrubber.settle()

    @property
    def box(self):
        """Of the whole picture, also of what lies beyond the view."""
        return self.page.evaluate(f'{FRAME}.getBoundingClientRect().toJSON()')

    def point(self, along, down):
        box = self.view.bounding_box()
        return box['x'] + along * box['width'], box['y'] + down * box['height']

    def whole(self):
        box, view = self.box, self.view.bounding_box()
        return all(box[side] == pytest.approx(view[side], abs=0.6)
                   for side in ('x', 'y', 'width', 'height'))

    def settled(self, width):
        """Waits until the picture is so wide, and a picture with as many pixels is painted."""
        self.page.wait_for_function(
            f'width => Math.abs({FRAME}.clientWidth - width) < 1 && {CANVAS}.width >= width',
            arg=width)

    def shot(self):
        return Image.open(io.BytesIO(self.page.screenshot()))


def difference(picture, right, down):
    """How far, on average, a row of the screen is from the canvas so many pixels further on."""
    box, shot = picture.box, picture.shot().convert('RGB')
    x, y = int(box['x']) + 10, int(box['y']) + 400
    row = picture.page.evaluate(f"""([x, y]) => Array.from(
      {CANVAS}.getContext('2d').getImageData(x, y, 780, 1).data)""", [10 + right, 400 + down])
    seen = [shot.getpixel((x + i, y))[channel] for i in range(780) for channel in range(3)]
    own = [row[4 * i + channel] for i in range(780) for channel in range(3)]
    return sum(abs(one - other) for one, other in zip(seen, own)) / len(own)


@pytest.fixture
def picture(alone):
    return Picture(alone('view', 'long-gop.mp4', viewport={'width': 900, 'height': 700}))


def test_a_double_click_shows_every_pixel_and_another_all_of_the_picture(picture):
    assert picture.whole()
    picture.page.mouse.dblclick(*picture.point(0, 0.001))
    picture.settled(1920)
    box, view = picture.box, picture.view.bounding_box()
    assert (box['width'], box['height']) == (1920, 1080)
    assert (box['x'], box['y']) == pytest.approx((view['x'], view['y']), abs=0.6)
    # Every pixel on the screen is the picture's own, and not the one beside it.
    off = {at: difference(picture, *at) for at in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]}
    assert off.pop((0, 0)) < 0.8 * min(off.values()), off
    picture.page.mouse.dblclick(*picture.point(0.5, 0.5))
    expect(picture.view).not_to_have_attribute('zoomed', '')
    assert picture.whole()


def test_the_number_is_read_pixel_by_pixel_while_the_pointer_drags_the_picture(picture):
    picture.page.locator('input').fill('0.4')
    number = picture.scrubber.land()
    picture.page.mouse.dblclick(*picture.point(0.5, 0.5))
    picture.settled(1920)
    grey = {}
    for way in (2, -0.5, -2):
        picture.page.mouse.move(*picture.point(0.5, 0.3))
        picture.page.mouse.down()
        picture.page.mouse.move(*picture.point(0.5 + way, 1.5), steps=5)
        picture.page.mouse.up()
        picture.page.evaluate(DRAWN)
        box, view, shot = picture.box, picture.view.bounding_box(), picture.shot().convert('L')
        # Nothing but the picture is to be seen.
        assert box['x'] <= view['x'] + 0.5 and box['y'] == pytest.approx(view['y'], abs=0.6)
        assert box['x'] + box['width'] >= view['x'] + view['width'] - 0.5
        for bit in range(16):
            x = box['x'] + (bit + 0.5) / 16 * box['width']
            if view['x'] < x < view['x'] + view['width']:
                grey[bit] = shot.getpixel((int(x), int(box['y'] + box['height'] / 20)))
    assert sum(2 ** bit for bit, level in grey.items() if level > 125) == number
    assert len(grey) == 16


def test_a_wheel_zooms_step_by_step_about_the_pointer(picture):
    along, down = 0.3, 0.6
    at = picture.point(along, down)
    picture.page.mouse.move(*at)
    before = picture.box['width']
    for _ in range(3):
        picture.page.mouse.wheel(0, -150)
        picture.page.wait_for_function(f'before => {FRAME}.clientWidth > before + 1', arg=before)
        box = picture.box
        before = box['width']
        assert (at[0] - box['x']) / box['width'] == pytest.approx(along, abs=0.003)
        assert (at[1] - box['y']) / box['height'] == pytest.approx(down, abs=0.003)
    picture.page.mouse.wheel(0, 3000)
    expect(picture.view).not_to_have_attribute('zoomed', '')
    assert picture.whole()


def test_keys_zoom_drag_about_and_go_back(picture):
    picture.view.focus()
    picture.page.keyboard.press('z')
    picture.settled(1920)
    x = picture.box['x']
    picture.page.keyboard.press('ArrowRight')
    moved = pytest.approx(x - 0.1 * picture.view.bounding_box()['width'], abs=1)
    comes_to(picture.page, lambda: picture.box['x'], moved)
    picture.page.keyboard.press('-')
    comes_to(picture.page, lambda: picture.box['width'], pytest.approx(1920 / 1.25, abs=1))
    picture.page.keyboard.press('Escape')
    comes_to(picture.page, picture.whole, True)
    picture.page.keyboard.press('+')
    expect(picture.view).to_have_attribute('zoomed', '')


def test_a_double_tap_zooms_and_a_finger_drags(alone):
    phone = {'viewport': {'width': 390, 'height': 640}, 'has_touch': True, 'is_mobile': True,
             'device_scale_factor': 2}
    picture = Picture(alone('view', 'long-gop.mp4', **phone))
    touch = picture.page.context.new_cdp_session(picture.page)

    points = {along: dict(zip(('x', 'y'), picture.point(along, 0.5))) for along in (0.3, 0.35, 0.4, 0.5)}

    def finger(kind, *along):
        touch.send('Input.dispatchTouchEvent',
                   {'type': kind, 'touchPoints': [points[one] for one in along]})

    def is_zoomed(timeout):
        with contextlib.suppress(PlaywrightTimeout):
            return picture.page.wait_for_selector('vernier-view[zoomed]', timeout=timeout)

    # Two taps are only a double one if they follow each other soon, for which a busy machine may
    # need another go.
    for _ in range(20):
        for _ in range(2):
            finger('touchStart', 0.5)
            finger('touchEnd')
        if is_zoomed(1000):
            break
    # A pixel of the picture is a pixel of the screen, half a CSS pixel.
    picture.page.wait_for_function(f'() => Math.abs({FRAME}.clientWidth - 960) < 1')
    x = picture.box['x']
    finger('touchStart', 0.3)
    finger('touchMove', 0.35)
    finger('touchMove', 0.4)
    finger('touchEnd')
    x += 0.1 * picture.view.bounding_box()['width']
    comes_to(picture.page, lambda: picture.box['x'], pytest.approx(x, abs=1))


def test_without_the_attribute_nothing_zooms(picture):
    picture.view.evaluate("view => view.removeAttribute('zoomable')")
    picture.page.mouse.dblclick(*picture.point(0.5, 0.5))
    picture.page.wait_for_timeout(200)
    assert picture.whole()


def test_the_application_asks_for_pictures_as_large_as_they_are_seen(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30, viewport={'width': 700, 'height': 600})
    assert scrubber.page.evaluate(f'{CANVAS}.width') < 1920
    scrubber.page.locator('vernier-view').dblclick()
    scrubber.page.wait_for_function(
        f'() => {CANVAS}.width === 1920 && {FRAME}.clientWidth === 1920')
    scrubber.press('ArrowRight')
    assert scrubber.land() == 31


@pytest.mark.parametrize('name, ratio', [
    ('turned.mp4', 9 / 16), ('wide-pixels.mp4', 4 / 3 * 16 / 9)])
def test_a_picture_that_is_turned_or_has_wide_pixels_is_seen_as_it_is_meant(alone, name, ratio):
    picture = Picture(alone('view', MATRIX / name))
    box = picture.page.evaluate(f'{CANVAS}.getBoundingClientRect().toJSON()')
    size = picture.page.evaluate(f'[{CANVAS}.width, {CANVAS}.height]')
    assert box['width'] / box['height'] == pytest.approx(ratio, rel=0.02)
    assert size[0] / size[1] == pytest.approx(ratio, rel=0.02)


def test_a_still_is_the_frame_in_view_in_full_size(picture):
    picture.page.locator('input').fill('0.7')
    number = picture.scrubber.land()
    assert picture.page.evaluate(f'{CANVAS}.width') < 1920
    address = picture.page.evaluate("""async () => {
      const reader = new FileReader();
      reader.readAsDataURL(await document.querySelector('vernier-view').toBlob());
      await new Promise((done) => { reader.onload = done; });
      return reader.result;
    }""")
    assert address.startswith('data:image/png;base64,')
    still = Image.open(io.BytesIO(base64.b64decode(address.split(',')[1])))
    assert still.size == (1920, 1080)
    assert number_in(still, {'x': 0, 'y': 0, 'width': 1920, 'height': 1080}) == number
