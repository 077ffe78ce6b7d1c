"""Files and requests whose numbers make no sense: they are answered or refused, and all goes on."""
import json
import os
import shutil
import struct
import subprocess

import pytest

from canary import prompt
from client import PREVIEW, Client
from kit import SAMPLES
from oracle import barcode

FIFTY_YEARS = 50 * 365 * 24 * 60 * 60  # seconds
TILES = ['thumbnails.vtt', 'thumbnails.vtt?interval=1', 'index.bif', 'sprites/0.jpg',
         'trickplay/160/tiles.m3u8', 'trickplay/160/0.jpg']


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(SAMPLES / 'hevc.mp4', folder / 'good.mp4')
    return folder


@pytest.fixture
def canary(serve, folder):
    """A server, once all that is in its folder has been asked for, and a client it goes on for."""
    clients = []

    def start():
        server = serve(folder)
        clients.append(Client(server, server.media('good.mp4'), preview=PREVIEW))
        return server, clients[0]

    yield start
    clients[0].socket.close()


def goes_on(server, client, frame):
    """Who was there before gets the next frame, from the same process as ever."""
    assert client.seek(frame=frame)['target']['frame'] == frame
    assert barcode(client.exact_picture(frame).picture) == frame
    assert server.process.poll() is None
    prompt(server, 'good.mp4')


def ffmpeg(*words):
    """Makes the last of `words`, which nobody takes for a recording that grows."""
    subprocess.run(['ffmpeg', '-v', 'error', *map(str, words)], check=True)
    os.utime(words[-1], (0, 0))


@pytest.mark.parametrize('seconds', [10_413_792_000, 9_300_000_000, -1, -2_000_000_000])
def test_a_file_that_says_it_changed_in_another_age_is_served(canary, vernier, folder, seconds):
    path = folder / 'age.mp4'
    shutil.copy2(SAMPLES / 'hevc.mp4', path)
    os.utime(path, ns=(0, seconds * 10**9 + 7))
    server, client = canary()
    address = f'/api/v1/media/{server.media("age.mp4")}'
    for part in ['', '/index', '/file', '/thumbnails.vtt']:
        assert server.get(address + part).status == 200
    assert barcode(server.get(f'{address}/frames/9.jpg').body) == 9
    goes_on(server, client, 20)
    assert vernier('index', path).returncode == 0


@pytest.mark.parametrize('shape', [(1, 1000), (1000, 1), (2**31 - 1, 1)])
def test_pixels_of_a_shape_that_none_has_are_square(canary, vernier, tmp_path, folder, shape):
    path = folder / 'thin.mp4'
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x36:r=25:d=2,setsar=4/3', '-c:v', 'libx264',
           '-pix_fmt', 'yuv420p', path)
    before, box, after = path.read_bytes().partition(b'pasp' + struct.pack('>II', 4, 3))
    assert box, 'no shape of its pixels stands in the file'
    path.write_bytes(before + b'pasp' + struct.pack('>II', *shape) + after)
    os.utime(path, (0, 0))
    server, client = canary()
    address = f'/api/v1/media/{server.media("thin.mp4")}'
    told = server.get(address).json()
    assert (told['width'], told['height'], told['sar']) == (64, 36, [1, 1])
    for part in ['filmstrip.jpg?from=0&to=49&count=9', 'frames/7.jpg', *TILES]:
        assert server.get(f'{address}/{part}').status == 200, part
    goes_on(server, client, 21)
    out = tmp_path / 'out.jpg'
    assert vernier('frame', path, 7, '-o', out).returncode == 0 and out.exists()


def test_a_sheet_that_no_picture_could_be_is_refused_before_it_is_made(canary, folder):
    ffmpeg('-f', 'lavfi', '-i', 'color=s=16x8000:r=1:d=99', '-c:v', 'libx264',
           '-preset', 'ultrafast', folder / 'tall.mp4')
    server, client = canary()
    address = f'/api/v1/media/{server.media("tall.mp4")}'
    for part in ['thumbnails.vtt?interval=1', 'sprites/0.jpg?interval=1']:
        answer = server.get(f'{address}/{part}')
        assert answer.status == 400 and 'width: expected less' in answer.json()['detail']
    assert server.get(f'{address}/filmstrip.jpg?from=0&to=9').status == 200
    goes_on(server, client, 22)


def test_tiles_of_a_clock_that_jumps_by_fifty_years_are_counted_first(canary, folder):
    jump = f'if(gte(N\\,25)\\,TS+{FIFTY_YEARS}*1000\\,TS)'
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x36:r=25:d=2', '-c:v', 'libx264', '-bf', '0',
           '-g', '25', '-pix_fmt', 'yuv420p', '-bsf:v', f'setts=ts={jump}', folder / 'jump.mkv')
    server, client = canary()
    address = f'/api/v1/media/{server.media("jump.mkv")}'
    assert server.get(address).json()['duration'] > FIFTY_YEARS
    for part in TILES:
        answer = server.get(f'{address}/{part}')
        assert answer.status == 422 and 'too long for tiles' in answer.json()['detail']
        goes_on(server, client, 23)
    # What does not grow with the time is as ever.
    for part in ['frames/30.jpg', 'filmstrip.jpg?from=0&to=49', 'index']:
        assert server.get(f'{address}/{part}').status == 200


def test_marks_in_half_a_million_pieces_of_a_line_are_read_at_once(canary, folder):
    server, client = canary()
    address = f'/api/v1/media/{server.media("good.mp4")}/marks?format=ffmetadata'
    head = b';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle='
    answer = server.put_marks(address, head + b'\\\n' * ((1 << 19) - len(head)))
    assert answer.status in (200, 422)
    goes_on(server, client, 24)
    version = server.get(address.split('?')[0]).json()['version']
    answer = server.put_marks(address, head + b'a\\\nb\n', version)
    assert answer.status == 200 and answer.json()['segments'][0]['name'] == 'a b'


def test_of_more_chapters_than_anyone_reads_the_first_are_told(canary, vernier, folder):
    lines = [';FFMETADATA1']
    for number in range(5000):
        title = 'x' * 70_000 if number == 7 else f'{number}é'
        lines += ['[CHAPTER]', 'TIMEBASE=1/1000', f'START={number}', f'END={number + 1}',
                  f'title={title}']
    (folder / 'chapters.txt').write_text('\n'.join(lines))
    path = folder / 'chapters.mkv'
    ffmpeg('-i', folder / 'good.mp4', '-i', folder / 'chapters.txt', '-map', 0, '-map_chapters', 1,
           '-c', 'copy', path)
    server, client = canary()
    chapters = server.get(f'/api/v1/media/{server.media("chapters.mkv")}').json()['chapters']
    assert len(chapters) == 2048 and chapters[-1]['title'] == '2047é'
    assert len(chapters[7]['title']) == 1024
    goes_on(server, client, 25)
    told = vernier('index', '--info', path)
    assert len(json.loads(told.stdout)['chapters']) == 2048
