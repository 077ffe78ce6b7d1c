"""Recordings that are still being written: they grow, and what was exact stays."""
import functools
import os
import random
import re
import shutil
import subprocess
import time

import pytest

from client import PREVIEW, Client, Preview
from kit import LONG_PATIENCE, SAMPLES
from oracle import Frames, barcode, run
from stored import awaited

WHOLE = {
    'rec.ts': ['-i', SAMPLES / 'start.ts', '-map', '0:v', '-c', 'copy', '-copyts'],
    'rec.mp4': ['-i', SAMPLES / 'dropframe.mov', '-map', '0:v', '-c', 'copy',
                '-movflags', 'frag_keyframe+empty_moov'],
    'rec.mkv': ['-i', SAMPLES / 'hevc.mp4', '-map', '0:v', '-c', 'copy', '-live', '1'],
}
QUIET = 5  # seconds after which a file that nobody writes counts as whole
recordings = pytest.mark.parametrize('name', WHOLE)


class Recording:
    """A file that is written piece by piece, cut wherever the bytes fall."""

    def __init__(self, folder, name, whole):
        self.frames = Frames(whole)
        self.bytes = whole.read_bytes()
        self.path = folder / 'media' / name
        self.path.parent.mkdir()
        self.write_to(0.4)

    @property
    def age(self):
        """How many seconds ago it was written."""
        return time.time() - self.path.stat().st_mtime

    def write_to(self, share):
        written = self.path.stat().st_size if self.path.exists() else 0
        with open(self.path, 'ab') as file:
            file.write(self.bytes[written:int(share * len(self.bytes))])


@pytest.fixture(scope='module')
def whole_of(tmp_path_factory):
    """What is to be recorded, by its name, made once for all tests."""
    folder = tmp_path_factory.mktemp('wholes')

    @functools.cache
    def whole_of(name):
        run('ffmpeg', '-v', 'error', *map(str, WHOLE[name]), str(folder / name))
        return folder / name

    return whole_of


@pytest.fixture
def recording(tmp_path, name, whole_of):
    return Recording(tmp_path, name, whole_of(name))


def index(client, **fields):
    # A recording is looked at again after ten times as long as its scan kept a processor busy.
    return client.expect('index', timeout=LONG_PATIENCE, **fields)


def known(client):
    """How many frames it has been told of."""
    told = [one for one in client.seen if isinstance(one, dict) and one['type'] == 'index']
    return told[-1]['frames'] if told else client.opened['media']['frames']


def more_than(client, count):
    """How many frames are known once there are more than so many; it never shrinks."""
    while (now := index(client)['frames']) <= count:
        assert now == count
    return now


@recordings
def test_recording_grows_under_a_client_and_ends_as_ffprobe_says(serve, recording, name):
    server = serve(recording.path.parent)
    medium = server.media(name)
    with Client(server, medium, preview=PREVIEW) as client:
        counts = [client.opened['media']['frames']]
        for share in (0.55, 0.8, 1):
            recording.write_to(share)
            while (grown := index(client))['frames'] <= counts[-1]:
                assert grown['frames'] == counts[-1], 'it never shrinks'
            counts.append(grown['frames'])
            assert grown['state'] == 'scanning' or recording.age >= QUIET
        done = grown if grown['state'] == 'complete' else index(client, state='complete')
        assert done['frames'] == len(recording.frames)
        assert done['end'] == recording.frames.end
        last = len(recording.frames) - 1
        assert client.seek(frame=last)['target']['exact']
        assert barcode(client.exact_picture(last).picture) == last
        told = [message for message in client.seen
                if isinstance(message, dict) and message['type'] == 'index']
        assert len(told) <= 2 * 3 + 2, 'that it goes on, what it has become; and the end'
    rows = server.get(f'/api/v1/media/{medium}/index?format=json').json()
    assert [row['pts'] for row in rows] == recording.frames.pts
    assert [row['key'] for row in rows] == recording.frames.key


@recordings
def test_exact_answers_stay_while_a_recording_grows(serve, recording, name):
    server = serve(recording.path.parent)
    with Client(server, server.media(name)) as client:
        told, count = {}, client.opened['media']['frames']
        for share in (0.4, 0.47, 0.61, 0.78, 0.9, 1):
            recording.write_to(share)
            if share > 0.4:
                count = more_than(client, count)
            for frame in range(0, client.seek(position=1)['target']['frame'] + 1, 3):
                target = client.seek(frame=frame)['target']
                assert told.get(frame, target) == target
                if target['exact']:
                    told[frame] = target
        assert len(told) > 20
    pts = recording.frames.pts
    assert {frame: target['pts'] for frame, target in told.items()} == {
        frame: pts[frame] for frame in told}


@recordings
def test_pointer_keeps_its_frame_and_hears_of_its_new_position(serve, recording, name):
    server = serve(recording.path.parent)
    with Client(server, server.media(name)) as client:
        before = client.seek(frame=20)
        recording.write_to(1)
        while index(client)['frames'] < len(recording.frames):
            pass
        there = pytest.approx(recording.frames.position(20))

        def is_there(message):
            return isinstance(message, dict) and message.get('position') == there

        after = next(filter(is_there, client.seen), None) or client.until(is_there)
        assert after['target']['frame'] == before['target']['frame'] == 20
        assert after['position'] < before['position']


@pytest.mark.parametrize('name', ['rec.ts', 'rec.mkv'])
def test_no_picture_of_another_frame_is_exact_while_a_recording_grows(serve, recording, name):
    server = serve(recording.path.parent)
    frames, chance = recording.frames, random.Random(5)
    with Client(server, server.media(name), preview=PREVIEW) as client:
        for share in (0.4, 0.45, 0.51, 0.6, 0.7, 0.78, 0.9, 1):
            recording.write_to(share)
            for _ in range(6):
                client.seek(position=chance.random() if chance.random() < 0.6 else 1)
            client.begin(0, 0, 800)
            client.moved(*((chance.randrange(-400, 400), 0) for _ in range(4)))
            client.send('painted', seq=client.end()['seq'])
            client.picture_that(lambda shown: shown.is_exact and shown.seq == client.seq)
        while known(client) < len(frames):
            index(client)
        last = client.seek(frame=len(frames) - 1)['target']
        client.send('painted', seq=client.seq)
        assert barcode(client.exact_picture(last['frame']).picture) == last['frame']
        told = {}
        for message in client.seen:
            if not isinstance(message, Preview):
                if message['type'] == 'state':
                    told[message['seq']] = message['target']
            elif message.is_exact and (target := told.get(message.seq)):
                assert message.pts == target['pts']
                # The last packets may be cut off, and what is before them not written.
                if target['exact']:
                    number = frames.pts.index(message.pts)
                    assert message.frame == target['frame'] == number == barcode(message.picture)


@pytest.mark.parametrize('name', ['rec.ts'])
def test_picture_at_the_open_end_is_made_anew_when_it_is_settled(serve, recording, name):
    server = serve(recording.path.parent)
    with Client(server, server.media(name), preview=PREVIEW) as client:
        end = client.seek(position=1)['target']
        assert not end['exact']
        client.exact_picture(end['frame'])
        recording.write_to(1)
        # Another may stand in for it until it is there, and its number has grown with those of the
        # frames before it whose packets were not there yet.
        shown = client.until(lambda message: isinstance(message, Preview) and message.is_exact)
        assert shown.decoded > 0
        assert shown.pts == end['pts'] and barcode(shown.picture) == shown.frame


@pytest.mark.parametrize('name', ['rec.ts'])
def test_file_has_another_tag_when_it_has_grown_and_shows_the_same_pictures(serve, recording, name):
    server = serve(recording.path.parent)
    medium = server.media(name)

    def tag(place):
        answer = server.get(f'/api/v1/media/{medium}/{place}')
        assert answer.status == 200
        return answer.headers['etag'], answer.body

    file, picture = tag('file'), tag('frames/7.jpg')
    recording.write_to(1)
    assert tag('file')[0] != file[0]
    assert tag('file')[1] == recording.bytes
    assert tag('frames/7.jpg')[1] == picture[1]


def test_file_that_is_replaced_is_another_one(serve, tmp_path):
    path = tmp_path / 'a.ts'
    shutil.copy(SAMPLES / 'start.ts', path)
    server = serve(tmp_path)
    medium = server.media('a.ts')
    assert server.get(f'/api/v1/media/{medium}/frames/3.jpg').status == 200
    other = tmp_path / 'other'
    subprocess.run(['ffmpeg', '-v', 'error', '-i', SAMPLES / 'vp9.webm', '-c:v', 'mpeg2video', '-f',
                    'mpegts', other], check=True)
    other.rename(path)
    awaited(lambda: server.get(f'/api/v1/media/{medium}').json()['codec'] == 'mpeg2video')


def test_file_that_shrinks_is_another_one(serve, tmp_path):
    path = tmp_path / 'a.ts'
    shutil.copy2(SAMPLES / 'start.ts', path)
    server = serve(tmp_path)
    medium = server.media('a.ts')
    with Client(server, medium) as client:
        os.truncate(path, path.stat().st_size // 2)
        assert client.until(lambda message: message.get('state') == 'failed')['type'] == 'index'
        assert 'anew' in client.error('index-failed')['message']
    with Client(server, medium) as client:
        assert 50 < client.opened['media']['frames'] < 200


@pytest.fixture
def long_recording(tmp_path):
    """Twenty minutes, of which there is a half."""
    minute, whole = tmp_path / 'minute.ts', tmp_path / 'whole.ts'
    run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:duration=60',
        '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-bf', '2', str(minute))
    run('ffmpeg', '-v', 'error', '-stream_loop', '19', '-i', str(minute), '-c', 'copy', str(whole))
    return Recording(tmp_path, 'rec.ts', whole)


def test_recording_costs_what_it_grows_by_over_a_restart_too(serve, long_recording):
    recording, cache = long_recording, long_recording.path.parents[1] / 'cache'
    server = serve(recording.path.parent, extra=['--index-cache', cache])
    medium, read = server.media('rec.ts'), 0
    for shares in (0.5, 0.6, 0.7), (0.8, 0.9, 1):
        with Client(server, medium) as client:
            count = client.opened['media']['frames']
            for share in shares:
                stored = sum(file.stat().st_size for file in cache.glob('*.vnix'))
                recording.write_to(share)
                while count < (len(recording.frames) - 1) * share - 100:
                    count = more_than(client, count)
                awaited(lambda: sum(file.stat().st_size for file in cache.glob('*.vnix')) > stored)
        read += scanned(server)
        assert server.stop() == 0
        server.start()
    assert len(recording.frames) * 0.99 < read < len(recording.frames) * 1.2
    with Client(server, medium) as client:
        if client.opened['media']['index']['state'] != 'complete':
            index(client, state='complete')
    rows = server.get(f'/api/v1/media/{medium}/index').json()
    assert [row['pts'] for row in rows] == recording.frames.pts


def scanned(server):
    text = server.get('/metrics').body.decode()
    return int(re.search(r'^vernier_packets_scanned_total (\d+)$', text, re.M)[1])


@pytest.mark.parametrize('name', ['rec.ts'])
def test_index_is_kept_as_whole_once_the_recording_is_and_not_before(serve, recording, name):
    cache = recording.path.parents[1] / 'cache'

    def whole():
        """What is kept since it is quiet; before, what it has so far is kept for its next scan."""
        quiet = recording.path.stat().st_mtime + QUIET
        return [file for file in cache.glob('*.vnix') if file.stat().st_mtime >= quiet]

    server = serve(recording.path.parent, extra=['--index-cache', cache])
    with Client(server, server.media(name)) as client:
        recording.write_to(1)
        while index(client)['state'] != 'complete':
            assert not whole(), 'it is not known to be'
        awaited(whole)
        read = scanned(server)
        assert client.during(3) == [], 'a quiet file is nothing to tell of'
        assert scanned(server) == read
    second = serve(recording.path.parent, extra=['--index-cache', cache])
    rows = second.get(f'/api/v1/media/{second.media(name)}/index').json()
    assert [row['pts'] for row in rows] == recording.frames.pts
    assert scanned(second) == 0
