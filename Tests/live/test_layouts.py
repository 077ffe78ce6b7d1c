"""Turned pictures, wide pixels and stills: shown upright, square and whole, as ffmpeg shows them."""
import io

import pytest
from PIL import Image, ImageChops

from kit import MATRIX
from oracle import run

# The file: kind, size on the screen, degrees clockwise, pixels' width for their height.
LAYOUTS = {
    'turned.mp4': ('video', (90, 160), 270, [1, 1]),
    'wide-pixels.mp4': ('video', (213, 90), 0, [4, 3]),
    'still.png': ('image', (160, 90), 0, [1, 1]),
    'still.jpg': ('image', (160, 90), 0, [1, 1]),
    'one-frame.mp4': ('video', (160, 90), 0, [1, 1]),
}


@pytest.fixture(scope='module')
def layouts(serve_once):
    return serve_once(*(MATRIX / name for name in LAYOUTS))


def upright(name, size):
    """The first picture as ffmpeg turns it by itself, with its pixels made square."""
    width, height = size
    png = run('ffmpeg', '-v', 'error', '-i', str(MATRIX / name), '-frames:v', '1',
              '-vf', f'scale={width}:{height}', '-f', 'image2pipe', '-c:v', 'png', '-')
    return Image.open(io.BytesIO(png)).convert('RGB')


def difference(one, other):
    """How far two pictures are from each other on average, of 255."""
    counts = ImageChops.difference(one, other).convert('L').histogram()
    return sum(value * count for value, count in enumerate(counts)) / sum(counts)


@pytest.mark.parametrize('name', LAYOUTS)
def test_pictures_are_shown_as_they_are_meant_to_be_seen(layouts, name):
    kind, size, rotation, aspect = LAYOUTS[name]
    address = f'/api/v1/media/{layouts.media(name)}'
    info = layouts.get(address).json()
    assert (info['kind'], info['rotation'], info['sar']) == (kind, rotation, aspect)
    assert (info['width'], info['height']) == size
    shown = Image.open(io.BytesIO(layouts.get(f'{address}/frames/0.jpg').body))
    assert shown.size == size
    truth = upright(name, size)
    assert difference(shown, truth) < 5
    wrong = [truth.transpose(way) for way in (Image.Transpose.ROTATE_180,
                                             Image.Transpose.FLIP_LEFT_RIGHT)]
    assert min(difference(shown, other) for other in wrong) > 15


@pytest.mark.parametrize('name', ['still.png', 'still.jpg', 'one-frame.mp4'])
@pytest.mark.parametrize('place', ['position=0', 'position=0.7', 'position=1', 'time=0', 'frame=0'])
def test_every_place_in_a_single_picture_leads_to_it(layouts, name, place):
    target = layouts.get(f'/api/v1/media/{layouts.media(name)}/target?{place}').json()
    assert (target['frame'], target['time'], target['exact']) == (0, 0, True)
