"""Sound with a cover shows it at every frame; sound without one says that there is nothing."""
import io
import re
import subprocess

import pytest
from PIL import Image, ImageChops

from client import PREVIEW, Client
from kit import MATRIX

COVERED = ['cover.mp3', 'cover.m4a', 'cover.flac']


@pytest.fixture
def sounds(serve):
    return serve(*(MATRIX / name for name in COVERED))


def decoded(server):
    return int(re.search(rb'frames_decoded_total (\d+)', server.get('/metrics').body)[1])


def is_cover(jpeg, size):
    """Whether a picture is the one that was attached, but for what JPEG loses."""
    shown = Image.open(io.BytesIO(jpeg))
    cover = Image.open(MATRIX / 'sources/cover.png').convert('RGB').resize(size)
    difference = ImageChops.difference(shown, cover).convert('L').histogram()
    mean = sum(value * count for value, count in enumerate(difference)) / (size[0] * size[1])
    return shown.size == size and mean < 12


@pytest.mark.parametrize('name', COVERED)
def test_every_frame_is_the_cover_which_is_decoded_once(sounds, name):
    address = f'/api/v1/media/{sounds.media(name)}'
    info = sounds.get(address).json()
    assert (info['kind'], info['cover']) == ('audio', True)
    assert (info['width'], info['height']) == (64, 64)
    attached = [item['number'] for item in info['streams'] if item['attachedPicture']]
    assert attached and info['stream'] not in attached
    before = decoded(sounds)
    for frame in (0, 9, info['frames'] - 1, 3):
        assert is_cover(sounds.get(f'{address}/frames/{frame}.jpg').body, (64, 64))
        assert is_cover(sounds.get(f'{address}/frames/{frame}.jpg?width=32').body, (32, 32))
    assert decoded(sounds) - before == 1
    assert sounds.get(f'{address}/frames/{info["frames"]}.jpg').status == 404


def test_the_socket_shows_the_cover_as_the_exact_picture_of_any_frame(sounds):
    before = decoded(sounds)
    with Client(sounds, sounds.media('cover.mp3'), preview=PREVIEW) as client:
        for frame in (100, 3, 167):
            client.seek(frame=frame)
            shown = client.exact_picture(frame)
            assert is_cover(shown.picture, (64, 64))
    assert decoded(sounds) - before == 1


def test_tiles_of_sound_are_its_cover(sounds):
    address = f'/api/v1/media/{sounds.media("cover.flac")}'
    assert sounds.get(f'{address}/thumbnails.vtt?interval=1').body.count(b'#xywh') == 4
    sheet = Image.open(io.BytesIO(sounds.get(f'{address}/sprites/0.jpg?interval=1').body))
    assert sheet.size == (256, 64)


def test_command_line_writes_the_cover(vernier, tmp_path):
    picture = tmp_path / 'cover.jpg'
    assert vernier('frame', MATRIX / 'cover.mp3', 7, '-o', picture).returncode == 0
    assert is_cover(picture.read_bytes(), (64, 64))


def test_a_cover_that_cannot_be_decoded_is_none(serve, tmp_path):
    path = tmp_path / 'broken.mp3'
    data = (MATRIX / 'cover.mp3').read_bytes()
    at = data.index(b'IDAT')
    path.write_bytes(data[:at] + b'JUNK' + data[at + 4:])
    assert subprocess.run(['ffprobe', '-v', 'error', path]).returncode == 0
    server = serve(path)
    address = f'/api/v1/media/{server.media(path.name)}'
    info = server.get(address).json()
    assert (info['frames'], info['cover'], info['width']) == (168, False, 0)
    assert 'no pictures' in server.get(f'{address}/frames/0.jpg').json()['detail']
