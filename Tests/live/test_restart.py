"""A server that is started again loses nobody's place, nor what they could undo."""
import os
import pathlib
import shutil
import signal
import time

import pytest

from client import Client
from kit import SAMPLES
from oracle import barcode
from stored import awaited

NAME = 'long-gop.mp4'
INTERVAL = 5  # seconds from one time that all is kept to the next


def restart(server, how='stop'):
    """Ends the server, and starts it again where it was."""
    if how == 'kill':
        time.sleep(INTERVAL + 1.5)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    else:
        assert server.stop() == 0
    server.start()


def sessions():
    return pathlib.Path(os.environ['XDG_STATE_HOME']) / 'vernier/sessions'


def walk(client):
    """Goes to some places; gives what there is to come back to."""
    client.send('configure', law={'kind': 'flat'}, snap={'to': 'frame'}, overshoot='clamp')
    configuration = client.expect('configured')['configuration']
    for frame in (100, 200):
        client.seek(frame=frame)
    client.begin()
    client.moved((150, 0), (200, 0))
    return configuration, client.end()


def undone(client):
    return [client.seek(undo=True)['target']['frame'] for _ in range(3)]


@pytest.mark.parametrize('how', ['stop', 'kill'])
@pytest.mark.parametrize('options', [[], ['--index-cache', 'none']], ids=['stored', 'scanned'])
def test_who_was_there_goes_on_where_they_were(serve, how, options):
    server = serve(SAMPLES, extra=options)
    media = server.media(NAME)
    with Client(server, media, preview={'width': 160}) as client:
        configuration, state = walk(client)
        token = client.opened['session']
        restart(server, how)
    with Client(server, media, resume=token) as client:
        now = client.opened
        assert now['configuration'] == configuration
        for field in ('position', 'raw', 'target'):
            assert now['state'][field] == state[field], field
        frame = state['target']['frame']
        assert barcode(client.exact_picture(frame).picture) == frame
        assert undone(client) == [200, 100, 0]


def test_who_had_lost_their_socket_before_goes_on_too(serve):
    server = serve(SAMPLES)
    media = server.media(NAME)
    with Client(server, media) as client:
        client.seek(frame=301)
        token = client.opened['session']
    restart(server)
    restart(server)
    with Client(server, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 301
        again = client.opened['session']
    with Client(server, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 0, 'a token is good once'
    restart(server)
    with Client(server, media, resume=again) as client:
        assert client.opened['state']['target']['frame'] == 301


def test_drag_that_a_restart_cuts_ends_where_it_was(serve):
    server = serve(SAMPLES)
    media = server.media(NAME)
    with Client(server, media) as client:
        client.seek(frame=50)
        client.begin()
        frame = client.moved((150, 0), (200, 0))['target']['frame']
        token = client.opened['session']
        restart(server)
    with Client(server, media, resume=token) as client:
        state = client.opened['state']
        assert (state['phase'], state['target']['frame']) == ('idle', frame)
        assert undone(client)[:2] == [50, 0]


def test_a_recording_that_has_grown_meanwhile_shows_the_same_frame(serve, tmp_path):
    content = (SAMPLES / 'start.ts').read_bytes()
    half = len(content) // 2 // 188 * 188
    film = tmp_path / 'rec.ts'
    film.write_bytes(content[:half])
    server = serve(tmp_path)
    media = server.media('rec.ts')
    with Client(server, media) as client:
        client.seek(frame=20)
        client.seek(frame=40)
        token = client.opened['session']
        assert server.stop() == 0
    with film.open('ab') as end:
        end.write(content[half:])
    server.start()
    with Client(server, media, resume=token) as client:
        assert client.opened['media']['frames'] > 100
        assert client.opened['state']['target']['frame'] == 40
        assert client.seek(undo=True)['target']['frame'] == 20


def test_a_file_that_was_replaced_meanwhile_is_opened_anew(serve, tmp_path):
    shutil.copy2(SAMPLES / 'start.ts', tmp_path / 'film.ts')
    server = serve(tmp_path)
    media = server.media('film.ts')
    with Client(server, media) as client:
        client.seek(frame=40)
        token = client.opened['session']
        assert server.stop() == 0
    shutil.copy2(SAMPLES / 'hevc.mp4', tmp_path / 'new')
    os.replace(tmp_path / 'new', tmp_path / 'film.ts')
    server.start()
    with Client(server, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 0


def test_what_is_kept_of_sessions_is_for_one_server_and_its_user(serve):
    one, other = serve(SAMPLES), serve(SAMPLES)
    tokens = []
    for server in (one, other):
        with Client(server, server.media(NAME)) as client:
            client.seek(frame=301)
            tokens.append(client.opened['session'])
        server.stop()
    kept = sorted(sessions().iterdir())
    assert len(kept) == 2 and sessions().stat().st_mode & 0o777 == 0o700
    for path in kept:
        assert path.stat().st_mode & 0o777 == 0o600
        assert sum(token.encode() in path.read_bytes() for token in tokens) == 1
    for server, token in zip((one, other), tokens):
        server.start()
        with Client(server, server.media(NAME), resume=token) as client:
            assert client.opened['state']['target']['frame'] == 301


@pytest.mark.parametrize('damage', [b'', b'junk', None])
def test_sessions_that_cannot_be_read_are_told_and_nobody_is_kept_out(serve, damage):
    server = serve(SAMPLES)
    with Client(server, server.media(NAME)) as client:
        client.seek(frame=301)
        token = client.opened['session']
    server.stop()
    [path] = sessions().iterdir()
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    server.start()
    awaited(lambda: f'{path}: sessions cannot be resumed' in server.complaints)
    with Client(server, server.media(NAME), resume=token) as client:
        assert client.opened['state']['target']['frame'] == 0
