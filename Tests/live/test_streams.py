"""Several streams in a file: each is a clip of its own, under every address and on the socket."""
import io
import json
import re

import pytest
from PIL import Image

from client import PREVIEW, Client
from kit import MATRIX
from oracle import Frames, barcode

NAME = 'two-videos.mkv'
FILE = MATRIX / NAME
# The number of the stream that is asked for: frames, width.
FILMS = {None: (40, 64), 0: (100, 160), 1: (40, 64)}


@pytest.fixture(scope='module')
def films(serve_once):
    return serve_once(FILE)


@pytest.fixture(scope='module')
def address(films):
    return f'/api/v1/media/{films.media(NAME)}'


def query(stream, *others):
    return '?' + '&'.join([*others, *([] if stream is None else [f'stream={stream}'])])


def width(jpeg):
    return Image.open(io.BytesIO(jpeg)).width


@pytest.mark.parametrize('stream', FILMS)
def test_description_and_index_are_those_of_the_stream(films, address, stream):
    frames, wide = FILMS[stream]
    info = films.get(address + query(stream)).json()
    assert (info['frames'], info['width']) == (frames, wide)
    assert info['stream'] == (1 if stream is None else stream)
    assert [item['kind'] for item in info['streams']] == ['video', 'video', 'audio']
    oracle = Frames(FILE, info['stream'])
    rows = films.get(f'{address}/index{query(stream)}').json()
    assert [row['pts'] for row in rows] == oracle.pts
    target = films.get(f'{address}/target{query(stream, "position=1")}').json()
    assert (target['frame'], target['pts']) == (frames - 1, oracle.pts[-1])


def test_sound_of_a_film_is_a_stream_like_others(films, address):
    info = films.get(f'{address}?stream=2').json()
    assert (info['kind'], info['cover'], info['width']) == ('audio', False, 0)
    assert info['frames'] == len(Frames(FILE, 2))
    assert films.get(f'{address}/frames/0.jpg?stream=2').status == 422


@pytest.mark.parametrize('stream', FILMS)
def test_pictures_and_tiles_are_those_of_the_stream(films, address, stream):
    frames, wide = FILMS[stream]
    for frame in (0, 39, frames - 1):
        picture = films.get(f'{address}/frames/{frame}.jpg{query(stream)}').body
        assert (barcode(picture), width(picture)) == (frame, wide)
    cues = films.get(f'{address}/thumbnails.vtt{query(stream, "interval=1")}').body.decode()
    sheets = set(re.findall('sprites/.*(?=#)', cues))
    chosen = '' if stream is None else f'&stream={stream}'
    version = films.get(address).json()['version']
    assert sheets == {f'sprites/0.jpg?interval=1&width=160{chosen}&v={version}'}
    sheet = films.get(f'{address}/{sheets.pop()}').body
    assert width(sheet) == 4 * wide


@pytest.mark.parametrize('path', [
    'index', 'frames/3.jpg', 'frames/3.jpg?width=32', 'thumbnails.vtt', 'sprites/0.jpg'])
def test_tags_tell_streams_apart(films, address, path):
    mark = '&' if '?' in path else '?'
    addresses = [f'{address}/{path}', *(f'{address}/{path}{mark}stream={n}' for n in (0, 1))]
    tags = [films.get(one).headers['ETag'] for one in addresses]
    assert len(set(tags)) == 3
    for one, tag in zip(addresses, tags):
        assert films.get(one, If_None_Match=tag).status == 304
        assert films.get(one, If_None_Match=', '.join(set(tags) - {tag})).status == 200


@pytest.mark.parametrize('path', ['', '/index', '/target?frame=0', '/frames/0.jpg',
                                  '/thumbnails.vtt', '/sprites/0.jpg'])
def test_a_stream_that_is_not_there_is_not_found_and_says_so(films, address, path):
    mark = '&' if '?' in path else '?'
    answer = films.get(f'{address}{path}{mark}stream=3')
    assert answer.status == 404
    assert 'no video or audio stream 3' in answer.json()['detail']
    answer = films.get(f'{address}{path}{mark}stream=x')
    assert (answer.status, answer.json()['detail']) == (400, 'stream: expected 0 to 32767')


def test_the_socket_shows_the_stream_that_it_opens(films):
    media = films.media(NAME)
    for stream, (frames, wide) in FILMS.items():
        chosen = {} if stream is None else {'stream': stream}
        with Client(films, media, preview=PREVIEW, **chosen) as client:
            assert client.opened['media']['frames'] == frames
            assert client.seek(position=1)['target']['frame'] == frames - 1
            shown = client.exact_picture(frames - 1)
            assert (barcode(shown.picture), shown.width) == (frames - 1, wide)


def test_the_socket_refuses_a_stream_that_is_not_there_and_opens_another(films):
    with Client(films) as client:
        client.send('open', media=films.media(NAME), stream=9)
        assert 'no video or audio stream 9' in client.error('unknown-media')['message']
        client.send('open', media=films.media(NAME), stream=0)
        assert client.expect('opened')['media']['stream'] == 0


def test_a_session_is_resumed_on_its_own_stream_only(films):
    media = films.media(NAME)
    for stream, frame in ((0, 7), (1, 0)):
        with Client(films, media, stream=0) as client:
            client.seek(frame=7)
            token = client.opened['session']
        with Client(films, media, stream=stream, resume=token) as client:
            assert client.opened['state']['target']['frame'] == frame


# The command line


def lines(process):
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.splitlines()]


def test_command_line_tells_of_the_streams(vernier, films, address):
    info = lines(vernier('index', FILE, '--info', '--stream', 0))[0]
    served = films.get(f'{address}?stream=0').json()
    different = {'id', 'name'}
    assert {key: info[key] for key in info.keys() - different} == {
        key: served[key] for key in served.keys() - different}


@pytest.mark.parametrize('stream', FILMS)
def test_verify_reaches_every_frame_of_the_stream(vernier, stream):
    chosen = [] if stream is None else ['--stream', stream]
    file, summary = lines(vernier('verify', FILE, '--barcode', '--seeks', 30, '--json', *chosen))
    assert (file['frames'], summary['total']['targets']) == (FILMS[stream][0], 90)


@pytest.mark.parametrize('command', ['verify', 'index'])
def test_a_stream_that_is_not_there_is_a_mistake_of_the_user(vernier, command):
    process = vernier(command, FILE, '--stream', 7)
    assert process.returncode == 64
    assert 'no video or audio stream 7' in process.stdout + process.stderr


@pytest.mark.parametrize('opened, options, frame', [
    ({}, [], 39), ({'stream': 0}, [], 99), ({}, ['--stream', 0], 99),
    ({'stream': 1}, ['--stream', 0], 99)])
def test_a_trace_is_played_on_the_stream_that_it_opens(
        vernier, films, tmp_path, opened, options, frame):
    trace = tmp_path / 'end.jsonl'
    trace.write_text('\n'.join(json.dumps({'at': 0, **message}) for message in [
        {'type': 'open', 'media': 'x', **opened},
        {'type': 'seek', 'seq': 1, 'to': {'position': 1}}]))
    for server in ([], ['--server', films.url]):
        reports = lines(vernier('replay', FILE, trace, '--json', *options, *server))
        targets = [line['target']['frame'] for line in reports if line.get('seq') == 1]
        assert targets == [frame]


def test_a_trace_keeps_the_stream_that_was_opened(serve, tmp_path):
    server = serve(FILE, extra=['--record', tmp_path / 'traces'])
    with Client(server, server.media(NAME), stream=0) as client:
        client.seek(frame=50)
    server.stop()
    trace, = (tmp_path / 'traces').iterdir()
    assert json.loads(trace.read_text().splitlines()[0])['stream'] == 0
