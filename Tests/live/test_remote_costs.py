"""How many bytes of a film on a web server are read once it is indexed: those that are shown."""
import itertools
import shutil
import subprocess

import av
import numpy as np
import PIL.Image
import pytest

from elsewhere import WebServer
from kit import LONG_PATIENCE, VERNIER
from oracle import Frames, probe

BLOCK = 2**20
LENGTH = 40  # seconds


@pytest.fixture(scope='module')
def web():
    """A film with its header behind the packets, with it before them, and in other containers."""
    web = WebServer()
    made = ['-f', 'lavfi', '-i', f'testsrc2=size=1280x720:rate=25:duration={LENGTH}', '-f', 'lavfi',
            '-i', f'sine=duration={LENGTH}', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2',
            '-g', '100', '-qp', '8', web.media / 'last.mp4']
    moved = ['-i', web.media / 'last.mp4', '-c', 'copy', '-movflags', '+faststart',
             web.media / 'first.mp4']
    fragments = 'frag_keyframe+empty_moov+default_base_moof'
    listed = [['-i', web.media / 'last.mp4', *words, web.media / name] for name, words in {
        'sidx.mp4': ['-an', '-c', 'copy', '-movflags', f'{fragments}+global_sidx+skip_trailer'],
        'mfra.mp4': ['-c', 'copy', '-movflags', fragments],
        'cues.mkv': ['-c', 'copy']}.items()]
    for words in (made, moved, *listed):
        subprocess.run(['ffmpeg', '-v', 'error', *words], check=True, timeout=LONG_PATIENCE)
    yield web.start()
    web.stop()


def header(path):
    """The bytes of a film's `moov` (ISO/IEC 14496-12, 4.2)."""
    content, place = path.read_bytes(), 0
    while content[place + 4:place + 8] != b'moov':
        length = int.from_bytes(content[place:place + 4], 'big')
        place += length if length != 1 else int.from_bytes(content[place + 8:place + 16], 'big')
    return int.from_bytes(content[place:place + 4], 'big')


def group(path, number):
    """The bytes of the group that a frame is in."""
    sizes = [(int(packet['size']), 'K' in packet['flags']) for packet in sized(path)]
    keys = [index for index, (_, is_key) in enumerate(sizes) if is_key] + [len(sizes)]
    start = max(key for key in keys if key <= number)
    return sum(size for size, _ in sizes[start:min(key for key in keys if key > start)])


def sized(path):
    return probe(path, 'V:0', 'packet=size,flags')['packets']


def nearest(film, number, picture):
    """Which of the frames around one a picture is, as PyAV decodes all of them."""
    shown = np.asarray(PIL.Image.open(picture).convert('L'), dtype=int)
    with av.open(str(film)) as container:
        frames = itertools.islice(container.decode(video=0), number - 2, number + 3)
        far = [np.abs(frame.to_ndarray(format='gray').astype(int) - shown).mean()
               for frame in frames]
    return number - 2 + int(np.argmin(far))


def run(*words):
    told = subprocess.run([VERNIER, *map(str, words)], capture_output=True, timeout=LONG_PATIENCE)
    assert told.returncode == 0, told.stderr
    return told.stdout.decode()


def read(requests):
    return sum(int(sent) for *_, sent in requests)


@pytest.mark.parametrize('name', ['first.mp4', 'last.mp4'])
def test_frame_of_an_indexed_movie_takes_its_header_and_its_group(web, name, tmp_path):
    film, cache = web.media / name, ['--index-cache', tmp_path / 'cache']
    rows = run('index', '--csv', web.address(name), *cache).splitlines()[1:]
    assert [int(row.split(',')[1]) for row in rows] == Frames(film).pts
    shutil.rmtree(tmp_path / 'cache/remote', ignore_errors=True)
    number = LENGTH * 25 // 2
    with web.watched() as requests:
        run('frame', web.address(name), number, '-o', tmp_path / 'one.jpg', *cache)
    assert read(requests) <= 1.1 * header(film) + 1.25 * group(film, number) + 4 * BLOCK
    assert film.stat().st_size > 20 * BLOCK, 'a film of which little is read is long'


@pytest.mark.parametrize('words', [['--csv'], ['--keyframes', '--csv']], ids=['all', 'keyframes'])
@pytest.mark.parametrize('name', ['first.mp4', 'last.mp4'])
def test_index_of_a_movie_takes_its_header(web, name, words):
    film = web.media / name
    with web.watched() as requests:
        rows = run('index', *words, web.address(name), '--index-cache', 'none').splitlines()[1:]
    assert read(requests) <= 1.1 * header(film) + 3 * BLOCK
    truth = Frames(film)
    times = truth.pts if words == ['--csv'] else [
        pts for pts, key in zip(truth.pts, truth.key) if key]
    assert [int(row.split(',')[words == ['--csv']]) for row in rows] == times


@pytest.mark.parametrize('name', ['sidx.mp4', 'mfra.mp4', 'cues.mkv'])
def test_keyframes_that_are_listed_take_the_list(web, name):
    film = web.media / name
    with web.watched() as requests:
        rows = run('index', '--keyframes', '--csv', web.address(name), '--index-cache', 'none')
    truth = Frames(film)
    keys = [pts for pts, key in zip(truth.pts, truth.key) if key]
    assert [int(row) for row in rows.splitlines()[1:]] == keys and len(keys) == 10
    # Besides the list and the header, what it takes to know what the streams are.
    assert read(requests) <= 1.25 * group(film, 0) + 4 * BLOCK
    assert film.stat().st_size > 20 * BLOCK


@pytest.mark.parametrize('name', ['first.mp4', 'last.mp4'])
def test_frame_of_a_movie_that_was_never_seen_takes_its_header_and_its_group(web, name, tmp_path):
    film, number = web.media / name, LENGTH * 25 // 2
    with web.watched() as requests:
        run('frame', web.address(name), number, '-o', tmp_path / 'one.jpg', '--index-cache', 'none')
    assert nearest(film, number, tmp_path / 'one.jpg') == number
    assert read(requests) <= 1.1 * header(film) + 1.25 * group(film, number) + 4 * BLOCK
