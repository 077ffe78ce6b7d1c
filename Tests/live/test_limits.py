"""What a file may ask for: beyond that it is told which limit it met, and nothing is tried."""
import shutil
import struct
import subprocess
import zlib

import pytest

from kit import SAMPLES
from oracle import barcode


def ffmpeg(*words):
    subprocess.run(['ffmpeg', '-v', 'error', *map(str, words)], check=True)


def unlisted(path):
    """A film in a codec that nobody sends any more."""
    ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=160x90:d=1', '-c:v', 'cljr', '-strict', '-2', path)


def crowded(path, count=257):
    """A file of many streams, all of the same short silence."""
    streams = ['-map', '0:0'] * count
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=0.1', *streams, '-c:a', 'pcm_u8', path)


def vast(path, width=20000, height=13000):
    """A picture of one bit a pixel, all of them black, which is small until it is unpacked."""
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height, 9)
    chunks = [(b'IHDR', struct.pack('>IIBBBBB', width, height, 1, 0, 0, 0, 0)),
              (b'IDAT', rows), (b'IEND', b'')]
    path.write_bytes(b'\x89PNG\r\n\x1a\n' + b''.join(
        struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
        for name, data in chunks))


FILES = [
    ('unlisted.avi', unlisted, '“cljr” is not among the codecs'),
    ('crowded.mkv', crowded, 'more than 256 streams'),
    ('overfull.mkv', lambda path: crowded(path, 300), 'more than 256 streams'),
    ('vast.png', vast, 'pictures of 20000 × 13000 have more than 200 million pixels'),
]


@pytest.mark.parametrize('name, make, text', FILES, ids=[name for name, _, _ in FILES])
def test_a_file_beyond_a_limit_is_told_which(serve, tmp_path, name, make, text):
    folder = tmp_path / 'films'
    folder.mkdir()
    make(folder / name)
    shutil.copy2(SAMPLES / 'hevc.mp4', folder)
    server = serve(folder)
    answer = server.get(f'/api/v1/media/{server.media(name)}/frames/0.jpg?width=160')
    assert answer.status == 422 and text in answer.json()['detail']
    good = server.get(f'/api/v1/media/{server.media("hevc.mp4")}/frames/7.jpg')
    assert barcode(good.body) == 7
    assert 'vernier_workers_lost_total 0\n' in server.get('/metrics').body.decode()


@pytest.mark.parametrize('make, name', [
    (lambda path: crowded(path, 256), 'full.mkv'),
    (lambda path: vast(path, 4000, 3000), 'large.png'),
])
def test_a_file_within_them_is_indexed(vernier, tmp_path, make, name):
    make(tmp_path / name)
    process = vernier('index', tmp_path / name, '--index-cache', 'none')
    assert process.returncode == 0, process.stderr
