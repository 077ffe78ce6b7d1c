"""While a long file is scanned: what is known of it counts, and its keyframes can be seen."""
import os

import pytest

from client import PREVIEW, Client
from kit import SAMPLES
from oracle import Frames, barcode, run

# A numbered film over and over, so that a picture tells which of its frames it is.
ROUND, ROUNDS = 150, 800
EXACT, KEY = 1, 2  # flags of a picture
names = pytest.mark.parametrize('name', ['long.mp4', 'long.mkv'])


@pytest.fixture(scope='module')
def films(tmp_path_factory):
    """A folder of a long film in two containers, whose scan takes longer than a picture."""
    folder = tmp_path_factory.mktemp('films')
    short, mp4 = folder / 'short.mp4', folder / 'media' / 'long.mp4'
    mp4.parent.mkdir()
    ffmpeg(['-i', SAMPLES / 'hevc.mp4', '-vf', 'scale=64:36:flags=area', '-c:v', 'libx264',
            '-preset', 'ultrafast', '-bf', '2', '-g', '30', '-crf', '28'], short)
    ffmpeg(['-stream_loop', ROUNDS - 1, '-i', short, '-c', 'copy'], mp4)
    ffmpeg(['-i', mp4, '-c', 'copy'], mp4.with_suffix('.mkv'))
    return mp4.parent


def ffmpeg(arguments, path):
    run('ffmpeg', '-v', 'error', *map(str, arguments), str(path))
    os.utime(path, (0, 0))  # nobody is writing it


def claimed(path):
    """Seconds that the container claims, as ffprobe reads it."""
    return float(run('ffprobe', '-v', 'error', '-of', 'csv=p=0', '-show_entries',
                     'format=duration', str(path)))


def ends_of_scan(client):
    return [message for message in client.seen
            if isinstance(message, dict) and message.get('state') == 'complete']


def picture_at(client, pts):
    """The exact picture of a time: numbers still change."""
    return client.picture_that(lambda shown: shown.is_exact and shown.pts == pts)


@names
def test_keyframe_ahead_of_the_scan_shows_its_own_picture(serve, films, name):
    frames = Frames(films / name)
    assert len(frames) == ROUND * ROUNDS
    server = serve(films)
    with Client(server, server.media(name), preview=PREVIEW) as client:
        assert client.opened['media']['index']['state'] == 'scanning'
        target = client.seek(position=0.9)['target']
        shown = picture_at(client, target['pts'])
        assert not ends_of_scan(client), 'it came before the scan was over'
        number = frames.pts.index(target['pts'])
        assert frames.key[number] and target['key'] and not target['exact']
        assert target['frame'] <= shown.frame < number, 'not all before it are known yet'
        assert (shown.flags, shown.decoded) == (EXACT | KEY, 1)
        assert barcode(shown.picture) == number % ROUND
        client.expect('index', state='complete')
        after = client.seek(frames=0)['target']
        assert after['exact'] and (after['frame'], after['pts']) == (number, target['pts'])


@names
def test_duration_is_what_the_container_claims_until_the_scan_is_over(serve, films, vernier, name):
    frames, claim = Frames(films / name), claimed(films / name)
    length = float((frames.end - frames.first) * frames.timebase)
    server = serve(films)
    medium = server.media(name)
    with Client(server, medium) as client:
        opened = client.opened['media']
        assert opened['index']['state'] == 'scanning'
        assert opened['durations']['used'] == 'container'
        assert opened['duration'] == opened['durations']['container'] == pytest.approx(claim, abs=0.1)
        client.expect('index', state='complete')
    done = server.get(f'/api/v1/media/{medium}').json()
    assert done['durations']['used'] == 'scan'
    assert done['duration'] == done['durations']['scan'] == pytest.approx(length)
    info = vernier('index', films / name, '--info', '--index-cache', 'none')
    assert '"used":"scan"' in info.stdout
