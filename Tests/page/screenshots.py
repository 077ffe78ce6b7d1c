"""Takes pictures of all that the page is in ordinary use, for `make screenshots`; see `pictures`."""
import pytest

from .marking import Marker
from .pictures import SIZES, shoot
from .test_bar_pointers import Touch
from .test_filmstrip import CELLS

SMALL, PHONE, DESKTOP, LARGE = 'small', 'phone', 'desktop', '4k'
TOUCH = {'has_touch': True, 'is_mobile': True, 'device_scale_factor': 2}


class Mouse:
    """Drags as `Touch` do."""

    def __init__(self, scrubber):
        self.mouse = scrubber.page.mouse
        self.down = False

    def put(self, _, point):
        self.mouse.move(*point, steps=6)
        if not self.down:
            self.mouse.down()
        self.down = True


def drag(scrubber, size, *places):
    """Holds the bar at the last of places, each along the bar and away from it."""
    pointer = (Touch if size in (SMALL, PHONE) else Mouse)(scrubber)
    for along, away in places:
        for step in (-0.02, 0):
            pointer.put(1, scrubber.point(along + step, away))
    scrubber.answered()


# What is done before a picture is taken.

def film(scrubber, size):
    pass


def scrubbing(scrubber, size):
    drag(scrubber, size, (0.25, 0), (0.6, 0))


def fine(scrubber, size):
    drag(scrubber, size, (0.25, 0), (0.6, 0), (0.65, 75))
    scrubber.page.locator('vernier-filmstrip[open] img').first.wait_for()
    assert scrubber.page.evaluate(CELLS)


def marks(scrubber, size):
    for key in ['i', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'o', 'r', 't']:
        scrubber.press(key)
        scrubber.land()
    scrubber.page.locator('#tools').wait_for()


def drawer(scrubber, size):
    scrubber.press('f')
    scrubber.page.locator('vernier-dial[gears]').wait_for()


def release(scrubber, size):
    for key in ['s', 's', 'w']:
        scrubber.press(key)
    drag(scrubber, size, (0.25, 0), (0.53, 0))
    scrubber.page.wait_for_selector('vernier-bar[residual]')


def medias(scrubber, size):
    scrubber.press('m')
    posters = 'Array.from(document.querySelectorAll("#list img"))'
    scrubber.page.locator('#media').wait_for()
    if size in (SMALL, PHONE):
        scrubber.page.locator('#media').scroll_into_view_if_needed()
    scrubber.page.wait_for_function(f'() => {posters}.filter((one) => one.complete).length > 3')


def panel(scrubber, size):
    scrubber.press('d')
    scrubber.page.locator('.panel').wait_for()
    scrubber.press('.')
    scrubber.page.locator('.panel').get_by_text('Latency').wait_for()


def dialog(key):
    def ask(scrubber, size):
        scrubber.press(key)
        scrubber.page.get_by_role('dialog').wait_for()

    return ask


SCENES = {'film': film, 'scrubbing': scrubbing, 'fine': fine, 'marks': marks, 'drawer': drawer, 'release': release,
          'list': medias, 'panel': panel, 'help': dialog('?'), 'settings': dialog('e'),
          'go-to': dialog('g')}


def show(open_page, server, size, **context):
    """The page of one film, on a screen of one size."""
    width, height = SIZES.get(size, (3840, 2160))
    touch = TOUCH if size in (SMALL, PHONE) else {}
    return open_page(server, 'dropframe.mov', frame=60, **touch, **context,
                     viewport={'width': width, 'height': height})


def take(open_page, server, scene, size, name, prepare='', **context):
    scrubber = show(open_page, server, size, **context)
    if prepare:
        scrubber.page.evaluate(prepare)
    SCENES[scene](scrubber, size)
    scrubber.page.wait_for_timeout(500)
    shoot(scrubber.page, f'{name}-{size}')


@pytest.mark.parametrize('size', SIZES)
@pytest.mark.parametrize('scene', SCENES)
def test_scene(server, open_page, scene, size):
    take(open_page, server, scene, size, scene)


@pytest.mark.parametrize('size', SIZES)
def test_segments_and_what_exports_them(own_server, open_page, size):
    marker = Marker(show(open_page, own_server, size))
    for first, last in [(30, 90), (120, 150)]:
        marker.segment(first, last)
    shoot(marker.page, f'segments-{size}')
    marker.opens('Export').locator('.plan').get_by_text('Ends with').wait_for()
    shoot(marker.page, f'export-{size}')


@pytest.mark.parametrize('scene', ['fine', 'list'])
def test_scene_on_a_large_screen(server, open_page, scene):
    take(open_page, server, scene, LARGE, scene)


@pytest.mark.parametrize('size', [PHONE, DESKTOP])
@pytest.mark.parametrize('scene', ['fine', 'marks', 'release', 'help', 'settings'])
def test_scene_in_japanese(server, open_page, scene, size):
    take(open_page, server, scene, size, f'ja-{scene}', locale='ja-JP')


@pytest.mark.parametrize('size', [PHONE, DESKTOP])
@pytest.mark.parametrize('scene', ['fine', 'marks', 'list', 'settings'])
def test_scene_from_right_to_left(server, open_page, scene, size):
    take(open_page, server, scene, size, f'rtl-{scene}',
         prepare="() => { document.documentElement.dir = 'rtl'; }")


@pytest.mark.parametrize('scene', ['fine', 'marks', 'release', 'drawer', 'go-to'])
def test_scene_in_forced_colours(server, open_page, scene):
    take(open_page, server, scene, DESKTOP, f'forced-{scene}', forced_colors='active')
