"""Every frame asked for over HTTP is that very frame: its picture carries its number."""
import io
import random

import pytest
from PIL import Image

from kit import FULL, SAMPLES
from oracle import SAMPLES as TABLE
from oracle import barcode, run

FRAMES = None if FULL else 100  # that are asked for of each film


@pytest.mark.parametrize('name', TABLE)
def test_frames_in_shuffled_order_carry_their_own_numbers(server, name):
    medium = server.media(name)
    count, first = TABLE[name]
    numbers = list(range(count))
    random.Random(7).shuffle(numbers)
    wrong = {}
    for number in numbers[:FRAMES]:
        answer = server.get_patiently(f'/api/v1/media/{medium}/frames/{number}.jpg?width=320')
        assert answer.status == 200, (number, answer.body[:200])
        if (shown := barcode(answer.body)) != number + first:
            wrong[number] = shown - first
    assert wrong == {}


@pytest.mark.parametrize('name', TABLE)
def test_picture_says_how_its_frame_was_coded(server, name):
    types = run('ffprobe', '-v', 'error', '-select_streams', 'V:0', '-of', 'csv=p=0',
                '-show_entries', 'frame=pict_type', str(SAMPLES / name), text=True).split()
    medium = server.media(name)
    for number in range(0, TABLE[name][0], 7):
        answer = server.get(f'/api/v1/media/{medium}/frames/{number}.jpg?width=320')
        assert answer.headers['Vernier-Picture'] == f'type={types[number][0]}', number


def test_picture_whose_decoder_tells_no_type_says_none(serve, tmp_path):
    run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc=d=0.2:s=320x240:r=25', '-c:v', 'cfhd',
        tmp_path / 'cineform.mov')
    server = serve(tmp_path / 'cineform.mov')
    answer = server.get(f'/api/v1/media/{server.media("cineform.mov")}/frames/2.jpg')
    assert Image.open(io.BytesIO(answer.body)).size == (320, 240)
    assert 'Vernier-Picture' not in answer.headers


@pytest.fixture(scope='module')
def picture(server):
    return f'/api/v1/media/{server.media("start.ts")}/frames/77.jpg'


@pytest.mark.parametrize('width', [64, 320, 640])
def test_picture_is_as_wide_as_asked_and_keeps_its_shape(server, picture, width):
    answer = server.get(f'{picture}?width={width}')
    assert answer.headers['Content-Type'] == 'image/jpeg'
    assert Image.open(io.BytesIO(answer.body)).size == (width, width * 9 // 16)


def test_picture_of_a_version_never_changes_and_says_so(server, picture):
    version = server.get(picture.split('/frames')[0]).json()['version']
    first, again = server.get(f'{picture}?v={version}'), server.get(picture)
    assert first.body == again.body
    assert first.headers['ETag'] == again.headers['ETag']
    assert first.headers['ETag'].startswith('"') and first.headers['ETag'].endswith('"')
    assert 'immutable' in first.headers['Cache-Control']
    assert again.headers['Cache-Control'] == 'no-cache'


def test_picture_that_the_client_has_is_not_sent_again(server, picture):
    etag = server.get(picture).headers['ETag']
    for held in (etag, f'"other", {etag}', f'W/{etag}', '*'):
        answer = server.get(picture, If_None_Match=held)
        assert (answer.status, answer.body) == (304, b''), held
        assert answer.headers['ETag'] == etag
    assert server.get(picture, If_None_Match='"other"').status == 200


def test_other_frames_and_widths_have_other_etags(server, picture):
    addresses = [picture, picture.replace('77', '78'), f'{picture}?width=64']
    assert len({server.get(address).headers['ETag'] for address in addresses}) == 3


@pytest.mark.parametrize('rest, status', [
    ('200.jpg', 404), ('-1.jpg', 404), ('x.jpg', 404), ('1', 404), ('1.webp', 404),
    ('99999999999999999999.jpg', 404), ('1.jpg?width=0', 400), ('1.jpg?width=-5', 400),
    ('1.jpg?width=wide', 400), ('1.jpg?width=1000000', 400),
])
def test_picture_that_cannot_be_is_a_problem(server, rest, status):
    answer = server.get(f'/api/v1/media/{server.media("start.ts")}/frames/{rest}')
    assert answer.status == status
    assert answer.headers['Content-Type'] == 'application/problem+json'


def test_sound_has_no_pictures(server):
    answer = server.get(f'/api/v1/media/{server.media("audio.m4a")}/frames/0.jpg')
    assert 400 <= answer.status < 500
