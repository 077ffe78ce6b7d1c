"""Of a sound of hours one sees within a second about how loud it is, until all of it is decoded."""
import subprocess
import time

import numpy
import pytest

from kit import PATIENCE
from soundfiles import AAC, H264
from test_waveform import Dat

PART, PARTS = 60, 96  # seconds of a part; the loud and the silent ones change every 12 parts
SWITCH = 12
PICTURES = ('-f', 'lavfi', '-i', f'testsrc=s=64x48:r=5:d={PART}', *H264)
FILES = {
    'film.mp4': (PICTURES, AAC),
    'film.mkv': (PICTURES, AAC),
    'film.ts': (PICTURES, AAC),
    'sound.mp3': ((), ('-c:a', 'libmp3lame', '-b:a', '64k')),
    'sound.ogg': ((), ('-c:a', 'libopus', '-b:a', '48k')),
}


def ffmpeg(*arguments):
    subprocess.run(['ffmpeg', '-v', 'error', *map(str, arguments)], check=True)


def make(path, pictures, sound):
    """Twelve minutes of noise, twelve of silence, and so on, of copies of two parts."""
    parts = []
    for name, level in (('loud', 0.6), ('silent', 0)):
        parts.append(path.with_name(f'{path.stem}-{name}{path.suffix}.part'))
        form = {'.mp4': 'mp4', '.mkv': 'matroska', '.ts': 'mpegts', '.mp3': 'mp3', '.ogg': 'ogg'}
        ffmpeg(*pictures[:4], '-f', 'lavfi', '-i',
               f"aevalsrc='{level}*(2*random(0)-1)|{level}*(2*random(1)-1)':s=48000:d={PART}",
               *pictures[4:], *sound, '-f', form[path.suffix], parts[-1])
    listed = path.with_name(f'{path.name}.list')
    listed.write_text(''.join(
        f"file '{parts[number // SWITCH % 2]}'\n" for number in range(PARTS)))
    ffmpeg('-f', 'concat', '-safe', '0', '-i', listed, '-c', 'copy', path)


@pytest.mark.parametrize('name', FILES)
def test_overview_tells_loud_from_silent_before_all_is_decoded(serve, tmp_path, name):
    make(tmp_path / name, *FILES[name])
    server = serve(tmp_path / name)
    address = f'/api/v1/media/{server.media(name)}/waveform'
    answer = first_with_points(server, address)
    assert answer.headers['Vernier-Sound'] == 'overview'
    assert answer.headers['Cache-Control'] == 'no-store' and int(answer.headers['Retry-After']) > 0
    found = Dat(answer.body)
    assert found.channels == 1 and 100 <= found.length <= 1000
    middle = (numpy.arange(found.length) + 0.5) * found.width / found.rate
    loud = numpy.floor(middle / (SWITCH * PART)) % 2 == 0
    # Where both meet, a place may be a little off.
    off = max(20, min(coarseness(found, loud), 120))
    near = numpy.abs((middle + SWITCH * PART / 2) % (SWITCH * PART) - SWITCH * PART / 2) < off
    heights = numpy.abs(found.points.astype(int)).max(axis=(1, 2))
    assert (heights[loud & ~near] > 5000).mean() > 0.95
    assert (heights[~loud & ~near] < 500).mean() > 0.95
    # Parts of it, and finer points, are those of all of it alone.
    for query in ('samplesPerPixel=256000', 'to=7', 'channels=split'):
        answer = server.get(f'{address}?{query}')
        assert answer.status == 200 or (answer.status == 202 and not answer.body)


def coarseness(found, loud):
    """The seconds between places that were heard in the second that there is for them: on a busy machine
    they are fewer, and what is between them is as the one before. No two places of noise are alike."""
    alike = (found.points[1:] == found.points[:-1]).all(axis=(1, 2)) & loud[1:]
    heard = numpy.flatnonzero([True, *~alike, True])
    return numpy.diff(heard).max() * found.width / found.rate


def first_with_points(server, address):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = server.get(address)
        if answer.body:
            assert answer.status == 202, 'all of it was decoded before'
            return answer
        time.sleep(0.02)
    raise AssertionError('the overview never came')
