"""While a long file is scanned: what is known of it counts, and its keyframes can be seen."""
import os
import shutil

import pytest

from client import NO_NUMBER, PREVIEW, Client, Preview
from kit import LONG_PATIENCE, MATRIX, SAMPLES
from oracle import Frames, barcode, run
from stored import awaited

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
        assert target['frame'] is None and shown.frame == NO_NUMBER, 'not all before are known yet'
        assert abs(number - frames.at(0.9)) < ROUND * ROUNDS / 100, 'of the whole, not of a part'
        assert (shown.flags, shown.decoded) == (EXACT | KEY, 1)
        assert barcode(shown.picture) == number % ROUND
        there = frames.at(0.9)

        def is_own(message):
            return isinstance(message, Preview) and message.is_exact and message.frame == there

        # Nobody asks again.
        after = client.until(lambda message: (
            client.send('painted', seq=message.seq) if isinstance(message, Preview)
            else message.get('target', {}).get('exact')))
        assert (after['target']['frame'], after['seq']) == (there, client.seq)
        assert after['position'] == 0.9
        exact = next(filter(is_own, client.seen), None) or client.picture_that(is_own)
        assert exact.pts == frames.pts[there] and barcode(exact.picture) == there % ROUND


@names
@pytest.mark.parametrize('kind', ['time', 'frame', 'timecode', 'drag'])
def test_what_is_asked_before_it_is_scanned_is_answered_in_the_end(serve, films, name, kind):
    frames = Frames(films / name)
    server = serve(films)
    there = 119_001
    with Client(server, server.media(name)) as client:
        assert client.opened['media']['index']['state'] == 'scanning'
        if kind == 'drag':
            client.begin(0, 0, 1000)
            asked = client.moved((950, 0), (975, 0))
            there = frames.at(0.975)
        else:
            label = '01:19:20:01' if kind == 'timecode' else None
            places = {'time': frames.time(there), 'frame': there, 'timecode': label}
            asked = client.seek(**{kind: places[kind]})
        assert asked['target']['frame'] is None and not asked['target']['exact']
        after = client.until(lambda message: message.get('target', {}).get('exact'))
        assert (after['target']['frame'], after['target']['pts']) == (there, frames.pts[there])


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


def test_long_file_is_known_from_end_to_end_by_its_keyframes_at_first(serve, tmp_path):
    path = tmp_path / 'media' / 'long.mkv'
    path.parent.mkdir()
    ffmpeg(['-f', 'lavfi', '-i', 'color=size=32x32:duration=1200', '-c:v', 'mpeg4', '-bf', '2',
            '-g', '50'], path)
    frames = Frames(path)
    server = serve(path.parent)
    with Client(server, server.media('long.mkv')) as client:
        media = client.opened['media']
        assert media['index']['state'] == 'scanning' and media['index']['progress'] < 0.5
        assert frames.key.count(True) <= media['frames'] < len(frames)
        assert frames.end - 3000 < media['end'] <= frames.end
        done = client.expect('index', timeout=LONG_PATIENCE, state='complete')
        assert done['frames'] == len(frames) and done['end'] == frames.end


def test_pictures_that_begin_late_in_a_file_have_their_size_and_are_shown(serve, tmp_path):
    shutil.copy(MATRIX / 'late-video.ts', tmp_path)
    server = serve(tmp_path)
    medium = server.media('late-video.ts')
    rows = server.get(f'/api/v1/media/{medium}/index').json()
    assert [row['pts'] for row in rows] == Frames(MATRIX / 'late-video.ts').pts
    told = server.get(f'/api/v1/media/{medium}').json()
    assert (told['width'], told['height'], told['frameRate']) == (160, 90, [25, 1])
    for frame in 0, 99, 50:
        assert barcode(server.get(f'/api/v1/media/{medium}/frames/{frame}.jpg').body) == frame


def test_recording_that_begins_with_sound_alone_shows_its_pictures_once_there_are_some(serve, tmp_path):
    path, sources = tmp_path / 'rec.ts', MATRIX / 'sources'
    shutil.copy(sources / 'quiet.ts', path)
    server = serve(tmp_path)
    medium = server.media('rec.ts')
    assert server.get(f'/api/v1/media/{medium}').json()['kind'] == 'audio'
    with open(path, 'ab') as file:
        file.write((sources / 'heard.ts').read_bytes())
    awaited(lambda: server.get(f'/api/v1/media/{medium}').json()['kind'] == 'video')
    rows = server.get(f'/api/v1/media/{medium}/index').json()
    assert [row['pts'] for row in rows] == Frames(path).pts
    assert barcode(server.get(f'/api/v1/media/{medium}/frames/70.jpg').body) == 70
