"""Files that are not what they seem: each gets a clear word, and the next client is served."""
import os
import shutil
import subprocess

import pytest

from canary import prompt
from client import PREVIEW, Client
from kit import SAMPLES, VERNIER
from oracle import barcode
from watch import Watch

GOOD = SAMPLES / 'hevc.mp4'

PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:8,\n{secret}\n#EXT-X-ENDLIST\n'
CONCAT = 'ffconcat version 1.0\nfile {secret}\n'
BAD = {
    'empty': b'',
    'text': b'These are no moving pictures.\n' * 200,
    'zeroes': bytes(100_000),
    'truncated': GOOD.read_bytes()[:2000] if GOOD.exists() else b'',
}


def still_served(server, name='good.mp4', frame=7):
    """A client that has done nothing wrong gets its picture."""
    with Client(server, server.media(name), preview=PREVIEW) as canary:
        assert canary.seek(frame=frame)['target']['frame'] == frame
        assert barcode(canary.exact_picture(frame).picture) == frame
    prompt(server, name)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(GOOD, folder / 'good.mp4')
    return folder


@pytest.fixture
def secret(tmp_path):
    """A file beside the media that nobody may open, and the watch that would see it."""
    path = tmp_path / 'secret.ts'
    shutil.copy2(SAMPLES / 'start.ts', path)
    watch = Watch(path)
    path.read_bytes()
    assert watch.opened()  # it sees
    yield path, watch
    watch.close()


def refused(server, name):
    """A medium that cannot be used is not listed, or says so to whoever opens it."""
    listed = {medium['name']: medium['id'] for medium in server.get('/api/v1/media').json()['media']}
    if name not in listed:
        return
    assert server.get(f'/api/v1/media/{listed[name]}').status >= 400
    with Client(server) as client:
        client.send('open', media=listed[name])
        error = client.expect('error')
        assert error['code'] in ('index-failed', 'unknown-media')
        assert error['message']


# On the command line.


@pytest.mark.parametrize('kind', BAD)
@pytest.mark.parametrize('command', [['index'], ['seek', '--frame', '0'], ['frame', '0']])
def test_file_that_is_no_media_is_named_and_refused(vernier, tmp_path, kind, command):
    path = tmp_path / f'{kind}.mp4'
    path.write_bytes(BAD[kind])
    rest = ['-o', tmp_path / 'out.jpg'] if command[0] == 'frame' else []
    process = vernier(command[0], path, *command[1:], *rest)
    assert process.returncode == 65
    assert str(path) in process.stderr
    assert process.stdout == '' and not (tmp_path / 'out.jpg').exists()


@pytest.mark.parametrize('command', ['index', 'seek', 'frame', 'replay', 'serve', 'record'])
def test_missing_file_is_named(vernier, tmp_path, command):
    arguments = {
        'index': [], 'seek': ['--frame', '0'], 'frame': ['0', '-o', tmp_path / 'out.jpg'],
        'replay': [SAMPLES.parent / 'traces/drag.jsonl'], 'serve': [],
        'record': ['-o', tmp_path / 'drag.jsonl'],
    }
    path = tmp_path / 'nothing.mp4'
    process = vernier(command, path, *arguments[command])
    assert process.returncode == 66
    assert str(path) in process.stderr


@pytest.mark.parametrize('text', [PLAYLIST, CONCAT], ids=['m3u8', 'ffconcat'])
def test_playlist_in_disguise_is_refused_and_opens_nothing(vernier, secret, text):
    path, watch = secret
    disguised = path.with_name('disguised.mp4')
    disguised.write_text(text.format(secret=path.name))  # a name that libavformat calls safe
    process = vernier('index', disguised)
    assert process.returncode == 65
    assert str(disguised) in process.stderr
    assert not watch.opened()


def test_folder_without_media_is_named_and_served_as_it_is(serve, tmp_path):
    empty = tmp_path / 'empty'
    empty.mkdir()
    (empty / 'notes.txt').write_text('no pictures')
    server = serve(empty)
    assert server.get('/api/v1/media').json() == {'media': []}
    said = server.output + server.complaints
    assert str(empty) in said and 'no media' in said


def test_port_in_use_is_named_and_its_server_goes_on(server, serve, vernier, folder):
    good = serve(folder)
    process = vernier('serve', '--port', good.port, folder)
    assert process.returncode == 69
    assert str(good.port) in process.stderr and '--port' in process.stderr
    still_served(good)


# While serving.


@pytest.mark.parametrize('kind', BAD)
def test_bad_file_among_good_ones_hurts_only_itself(serve, folder, kind):
    (folder / 'bad.mp4').write_bytes(BAD[kind])
    server = serve(folder)
    refused(server, 'bad.mp4')
    still_served(server)


@pytest.mark.parametrize('text', [PLAYLIST, CONCAT], ids=['m3u8', 'ffconcat'])
def test_playlist_among_the_media_opens_nothing(serve, folder, secret, text):
    path, watch = secret
    (folder / 'disguised.mp4').write_text(text.format(secret=path))
    server = serve(folder)
    refused(server, 'disguised.mp4')
    still_served(server)
    assert not watch.opened()


def test_file_deleted_while_open_is_shown_to_those_who_have_it_open(serve, folder):
    shutil.copy2(GOOD, folder / 'going.mp4')
    server = serve(folder)
    medium = server.media('going.mp4')
    with Client(server, medium, preview=PREVIEW) as client:
        client.seek(frame=10)
        client.exact_picture(10)
        (folder / 'going.mp4').unlink()
        state = client.seek(frame=140)
        shown = client.exact_picture(140)
    assert barcode(shown.picture) == 140 == state['target']['frame']
    with Client(server) as client:
        client.send('open', media=medium)
        assert client.expect('error')['code'] in ('unknown-media', 'index-failed')
    still_served(server)


def test_file_replaced_while_open_is_never_shown_as_the_old_one(serve, folder):
    shutil.copy2(GOOD, folder / 'changing.mp4')
    server = serve(folder)
    medium = server.media('changing.mp4')
    address = f'/api/v1/media/{medium}/frames/20.jpg?width=320'
    before = server.get(address)
    shutil.copy2(SAMPLES / 'edit-list.mp4', folder / 'new')
    os.replace(folder / 'new', folder / 'changing.mp4')
    after = server.get(address)
    if after.status == 200:  # the old picture under its old tag, or the new one under a new tag
        is_old = after.headers['ETag'] == before.headers['ETag']
        assert barcode(after.body) == (20 if is_old else 53)
    else:
        assert after.headers['Content-Type'] == 'application/problem+json'
    still_served(server)


def test_file_truncated_while_open_stops_nobody_else(serve, folder):
    shutil.copy2(SAMPLES / 'long-gop.mp4', folder / 'shrinking.mp4')
    server = serve(folder)
    medium = server.media('shrinking.mp4')
    with Client(server, medium) as client:
        client.seek(frame=10)
        os.truncate(folder / 'shrinking.mp4', 100_000)
        assert server.get(f'/api/v1/media/{medium}/frames/590.jpg').status != 200
        still_served(server)


def test_server_ends_in_peace_when_asked_to(serve, folder):
    server = serve(folder)
    with Client(server, server.media('good.mp4')):
        assert server.stop() == 0
    with pytest.raises(ConnectionRefusedError):
        server.get('/healthz')


def test_server_comes_back_on_its_port(serve, folder):
    server = serve(folder)
    port = server.port
    server.stop()
    server.start()
    assert server.port == port
    still_served(server)


def test_reader_that_goes_away_is_no_crash():
    command = [VERNIER, 'index', str(SAMPLES / 'long-gop.mp4')]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert b'Fatal' not in process.stderr.read()
