"""A film with one group of pictures that no decoder can read: all others stay what they are."""
import io
import json
import os
import random

import pytest
from PIL import Image

from client import PREVIEW, Client, Preview
from kit import SAMPLES
from oracle import barcode, run
from test_tiles import barcode as of_tile
from test_tiles import tiles

FRAMES, GROUP = 150, 30
BAD = range(60, 90)
CONCEALED = 4  # flag of a picture


def film(path):
    """Five closed groups of thirty frames each, numbered."""
    run('ffmpeg', '-v', 'error', '-i', str(SAMPLES / 'hevc.mp4'), '-vf', 'scale=160:90:flags=area',
        '-c:v', 'libx264', '-preset', 'fast', '-bf', '2', '-flags', '+cgop', '-sc_threshold', '0',
        '-g', str(GROUP), '-keyint_min', str(GROUP), str(path))


def packets(path):
    """Where the bytes of each packet lie, in decode order."""
    found = json.loads(run('ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'V:0',
                           '-show_entries', 'packet=pos,size', str(path)))['packets']
    return [(int(packet['pos']), int(packet['size'])) for packet in found]


@pytest.fixture(scope='module', params=['mp4', 'mkv'])
def spoiled(request, serve_once, tmp_path_factory):
    """A server of the film, and the film's name there."""
    path = tmp_path_factory.mktemp('spoiled') / f'film.{request.param}'
    film(path)
    data, noise = bytearray(path.read_bytes()), random.Random(5)
    for place, size in packets(path)[BAD.start:BAD.stop]:
        # Behind the length of its first unit, so that it is still one packet.
        data[place + 4:place + size] = noise.randbytes(size - 4)
    path.write_bytes(data)
    os.utime(path, (0, 0))
    return serve_once(path), path.name


def test_every_frame_is_right_or_flagged_or_an_error(spoiled):
    server, name = spoiled
    order = list(range(FRAMES))
    random.Random(2).shuffle(order)
    wrong, flagged, failed = [], set(), set()
    with Client(server, server.media(name), preview=PREVIEW) as client:
        assert client.opened['media']['frames'] == FRAMES
        for frame in order:
            client.seek(frame=frame)
            shown = own_picture(client, frame)
            if shown is None:
                failed.add(frame)
            elif barcode(shown.picture) != frame and not shown.flags & CONCEALED:
                wrong.append(frame)
            elif shown.flags & CONCEALED:
                flagged.add(frame)
                assert frame in BAD or barcode(shown.picture) == frame
    assert not wrong
    assert failed <= set(BAD) <= failed | flagged
    assert flagged <= set(BAD)


def own_picture(client, frame):
    """The frame's own picture, or None where an error says that there is none."""
    seq = client.seq

    def answers(message):
        if isinstance(message, Preview):
            client.send('painted', seq=message.seq)
            return message.is_exact and message.frame == frame
        return message['type'] == 'error' and message.get('seq') == seq

    answer = client.until(answers)
    return answer if isinstance(answer, Preview) else None


def test_pictures_over_http_are_right_or_there_is_none(spoiled):
    server, name = spoiled
    for frame in (0, 59, *BAD[::6], 89, 90, 149):
        answer = server.get(f'/api/v1/media/{server.media(name)}/frames/{frame}.jpg')
        if frame in BAD:
            assert answer.status == 422 and f'frame {frame}' in answer.json()['detail']
        else:
            assert answer.status == 200 and barcode(answer.body) == frame


def test_tiles_of_the_group_are_blank_and_all_others_right(spoiled):
    server, name = spoiled
    shown = [(round(25 * cue.start_in_seconds), picture)
             for cue, picture in tiles(server, name, '?interval=1')]
    assert [frame for frame, _ in shown] == [0, 25, 50, 75, 100, 125]
    check(shown)


def test_filmstrip_of_the_group_is_blank_and_all_others_right(spoiled):
    server, name = spoiled
    strip = server.get_patiently(
        f'/api/v1/media/{server.media(name)}/filmstrip.jpg?from=50&to=99&count=50')
    assert strip.status == 200
    strip = Image.open(io.BytesIO(strip.body))
    wide = strip.width // 50
    check((50 + cell, strip.crop((cell * wide, 0, (cell + 1) * wide, strip.height)))
          for cell in range(50))


def check(pictures):
    """Each is its frame's, or shows nothing."""
    for frame, picture in pictures:
        brightest = picture.convert('L').getextrema()[1]
        if frame in BAD:
            assert brightest < 40, f'{frame} shows something'
        else:
            assert of_tile(picture) == frame


def test_picture_over_http_says_that_it_is_made_up(serve_once, tmp_path):
    path = tmp_path / 'scratched.mp4'
    film(path)
    data = bytearray(path.read_bytes())
    place, size = packets(path)[BAD.start]
    data[place + size // 2:place + size] = random.Random(3).randbytes(size - size // 2)
    path.write_bytes(data)
    os.utime(path, (0, 0))
    server = serve_once(path)
    medium, marked = server.media(path.name), set()
    for frame in range(FRAMES):
        answer = server.get(f'/api/v1/media/{medium}/frames/{frame}.jpg')
        assert answer.status == 200
        if 'concealed' in answer.headers['Vernier-Picture']:
            marked.add(frame)
        else:
            assert barcode(answer.body) == frame
    assert marked == set(BAD)
