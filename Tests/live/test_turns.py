"""How long the loop is at work without a look at its clients, in its thread's processor time."""
import json
import os
import subprocess

import pytest

from client import PREVIEW, Client, Preview
from kit import LONG_PATIENCE, SAMPLES
from test_metrics import Numbers
from turning import LONGEST_OF_ALL, MOST

FRAMES = 200_000
HOURS = 10
PACKETS = HOURS * 3600 * 48_000 // 1024
TURN = 'vernier_loop_turn_seconds'
MARKS = 400


@pytest.fixture(scope='module')
def film(tmp_path_factory):
    """A film of two hours, small and quickly made."""
    path = tmp_path_factory.mktemp('films') / 'film.mkv'
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'color=s=32x32:r=25:d={FRAMES // 25}',
         '-c:v', 'mpeg4', '-g', '50', '-bf', '2', path], check=True)
    return path


@pytest.fixture(scope='module')
def sound(tmp_path_factory):
    """Ten hours of sound, of copies of a minute."""
    folder = tmp_path_factory.mktemp('sounds')
    minute, path = folder / 'minute.mka', folder / 'sound.mka'
    silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:d=60', '-c:a', 'aac', minute]
    copies = ['-stream_loop', HOURS * 60 - 1, '-i', minute, '-c', 'copy', path]
    for words in (silence, copies):
        subprocess.run(['ffmpeg', '-v', 'error', *map(str, words)], check=True)
    os.utime(path, (0, 0))  # nobody is writing it
    return path


@pytest.fixture(scope='module')
def used(serve_once, film):
    """A server of that film and the samples, to come to know by."""
    return serve_once(film, SAMPLES)


def drag(server, media, frames):
    """Somebody drags back and forth, and looks at what comes."""
    with Client(server, media, preview=PREVIEW) as client:
        for frame in frames:
            client.begin()
            for x in [*range(100, 700, 5), *range(700, 100, -5)]:
                client.moved((x, 0))
                paint(client)
            client.end()
            client.seek(frame=frame)
            while frame not in paint(client):
                client.receive()


def paint(client):
    """Shows every picture that has come, and says which frames were the right ones."""
    pictures = [shown for shown in client.seen if isinstance(shown, Preview)]
    for shown in pictures:
        client.send('painted', seq=shown.seq)
    client.seen.clear()
    return [shown.frame for shown in pictures if shown.is_exact]


def mark(server, media):
    """Somebody marks over the socket and by files, in all forms."""
    address = f'/api/v1/media/{media}/marks'
    segments = [{'name': f'take {number}', 'first': 100 * number, 'last': 100 * number + 50}
                for number in range(MARKS)]
    document = {'version': server.get(address).json()['version'], 'segments': segments}
    assert server.put_marks(address, json.dumps(document), document['version']).status == 200
    with Client(server, media) as client:
        client.numbered('marks')
        assert len(client.expect('marks')['segments']) == MARKS
    for form in ['edl', 'llc', 'otio', 'ffmetadata', 'csv']:
        assert server.get(f'{address}?format={form}').status in (200, 400, 422)


def read(server, media, *names):
    for name in names:
        assert server.get(f'/api/v1/media/{media}{name}').status == 200


def work(server, media):
    read(server, media, '/index')  # when all of it is known
    drag(server, media, [FRAMES // 3, 7, FRAMES - 1])
    read(server, media, '', '/index?format=csv', '/target?time=7', '/file',
         '/thumbnails.vtt?interval=1', '/sprites/0.jpg?interval=60', '/frames/99.jpg',
         '/trickplay/160/tiles.m3u8?interval=1', f'/filmstrip.jpg?from=0&to={FRAMES // 2}')
    mark(server, media)


def test_the_loop_never_computes(used):
    work(used, used.media('film.mkv'))
    drag(used, used.media('long-gop.mp4'), [3, 300, 100])
    numbers = Numbers(used)
    turns, within = numbers.buckets(TURN)[-1][1], bounded(numbers)
    assert turns > 1000
    assert within >= 0.999 * turns, f'turns not {long(numbers)}'
    assert_no_turn_is_long(numbers)


def test_an_index_of_ten_hours_is_taken_over_as_it_is(serve, sound):
    server = serve(sound)
    for _ in ('scanned', 'from the store'):
        media = server.media(sound.name)
        with Client(server, media) as client:
            if client.opened['media']['index']['state'] != 'complete':
                client.expect('index', LONG_PATIENCE, state='complete')
            assert client.seek(position=0.5)['target']['frame'] > PACKETS // 3
        assert server.get(f'/api/v1/media/{media}').status == 200
        assert_no_turn_is_long(Numbers(server))
        server.stop()
        server.start()


def bounded(numbers):
    """How many turns took no longer than most may."""
    return max(count for bound, count in numbers.buckets(TURN) if bound <= MOST)


def long(numbers):
    """How many turns took longer than each bound."""
    buckets = numbers.buckets(TURN)
    turns = buckets[-1][1]
    return {f'<= {bound}': int(turns - count) for bound, count in buckets if turns > count}


def assert_no_turn_is_long(numbers):
    longest = numbers['loop_turn_longest_seconds']
    assert 0 < longest <= LONGEST_OF_ALL, f'turns not {long(numbers)}'
