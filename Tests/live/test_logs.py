"""What a server tells those who run it: each line whole, to the point, and without secrets."""
import json
import re
import shutil
import signal
import socket
from datetime import datetime, timedelta, timezone

import pytest

from client import PREVIEW, Client, dial
from kit import SAMPLES
from stored import awaited

TOKEN = 'aB3-_' * 9
HOSTILE = 'a\n{"event":"forged"}\u2028\x85\x1b[2J\u202e.mp4'
BEARER = {'Authorization': f'Bearer {TOKEN}'}


@pytest.fixture
def media(tmp_path):
    folder = tmp_path / 'secret-folder' / 'media'
    folder.mkdir(parents=True)
    shutil.copy2(SAMPLES / 'hevc.mp4', folder / HOSTILE)
    (folder / 'broken.mp4').write_bytes(b'no film' * 100)
    return folder


@pytest.fixture
def tokens(tmp_path):
    path = tmp_path / 'tokens'
    path.write_text(f'{TOKEN}\n')
    path.chmod(0o600)
    return path


def events(server):
    """Every line of the log, each of which every reader takes for one."""
    text = server.complaints
    assert text.splitlines() == text.split('\n')[:-1]
    assert text.replace('\n', '').isprintable()
    lines = [json.loads(line) for line in text.splitlines()]
    now = datetime.now(timezone.utc)
    for line in lines:
        assert line['time'].endswith('Z') and line['level'] in ('info', 'warning', 'error')
        assert timedelta() <= now - datetime.fromisoformat(line['time']) < timedelta(minutes=5)
    return lines


def told(server, event):
    """The events of this name, without what differs each time."""
    named = [line for line in events(server) if line['event'] == event]
    return [{name: value for name, value in line.items() if name not in ('time', 'event', 'level')}
            for line in named]


def awaited_event(server, event, count=1):
    return awaited(lambda: len(found := told(server, event)) >= count and found)


def test_life_of_a_server_is_told(serve, media):
    server = serve(media, extra=['--log', 'json'])
    ids = {name: server.media(name) for name in (HOSTILE, 'broken.mp4')}
    with Client(server, ids[HOSTILE], preview=PREVIEW) as client:
        client.seek(frame=7)
        client.exact_picture(7)
    with Client(server) as client:
        client.send('open', media=ids['broken.mp4'])
        client.expect('error')
    awaited_event(server, 'closed', 2)
    server.process.send_signal(signal.SIGHUP)
    awaited_event(server, 'reloaded')
    assert server.stop() == 0

    assert told(server, 'started') == [
        {'address': f'127.0.0.1:{server.port}', 'roots': 1, 'files': 2}]
    assert told(server, 'opened') == [{'session': 1}, {'session': 2}]
    first, second = told(server, 'closed')
    assert (first['session'], first['media'], first['code'], first['reason']) == (
        1, ids[HOSTILE], 1000, 'left')
    assert first['messages'] >= 3 and first['pictures'] >= 1 and first['seconds'] > 0
    assert (second['session'], second['messages'], second['pictures']) == (2, 1, 0)
    (indexed,) = told(server, 'indexed')
    assert (indexed['media'], indexed['name']) == (ids[HOSTILE], HOSTILE)
    assert indexed['frames'] == json.loads(json.dumps(indexed['frames'])) > 7
    (failed,) = told(server, 'failed')
    assert (failed['media'], failed['name']) == (ids['broken.mp4'], 'broken.mp4')
    assert failed['reason']
    assert told(server, 'reloaded') == [{'roots': 1, 'files': 2}]
    assert told(server, 'draining') == [{'clients': 0}] and told(server, 'stopped') == [{}]
    assert [line['event'] for line in events(server)][-2:] == ['draining', 'stopped']
    assert 'secret-folder' not in server.complaints


def test_names_of_files_forge_no_line_at_the_start(serve, media):
    lines = serve(media).output.splitlines()
    assert len(lines) == 4 and not any('\x1b' in line for line in lines)


def test_why_a_socket_closed_is_told(serve):
    server = serve(SAMPLES, extra=['--log', 'json'])
    dial(server).close(1001)
    awaited_event(server, 'closed')
    dial(server).socket.shutdown(socket.SHUT_RDWR)
    awaited_event(server, 'closed', 2)
    stays = dial(server)
    awaited_event(server, 'opened', 3)
    server.process.send_signal(signal.SIGTERM)
    awaited_event(server, 'closed', 3)
    stays.close()
    assert [(end.get('code'), end['reason']) for end in told(server, 'closed')] == [
        (1001, 'left'), (None, 'lost'), (1001, 'server going away')]


@pytest.mark.parametrize('form', ['text', 'json', 'none'])
def test_no_secret_is_told(serve, media, tokens, form):
    server = serve(media, extra=['--token-file', tokens, '--log', form])
    server.get('/api/v1/media', **BEARER)
    server.get(f'/?token={TOKEN}')
    server.get('/', Cookie=f'vernier={TOKEN}')
    server.get('/', Authorization=f'Bearer {TOKEN}x')
    link = re.search(r'/login/(\S+)', server.output)
    server.get(link[0])
    listed = server.get('/api/v1/media', **BEARER).json()['media']
    with Client(server, listed[0]['id'], headers=BEARER) as client:
        session = client.opened['session']
    dial(server, protocols=('vernier.v1', f'vernier.token.{TOKEN}')).close()
    server.process.send_signal(signal.SIGHUP)
    awaited(lambda: (server.output + server.complaints).count('/login/') == 2)
    assert server.stop() == 0
    said = server.output + server.complaints
    assert TOKEN not in said and session not in said and 'token=' not in said
    if form == 'json':
        assert '/login/' not in server.complaints
        assert told(server, 'invited') == [{}]
    if form == 'none':
        assert server.complaints == ''


def test_a_server_says_nothing_of_what_is_as_it_should_be(serve):
    server = serve(SAMPLES)
    with Client(server, server.media('start.ts')) as client:
        client.seek(frame=1)
    assert server.stop() == 0 and server.complaints == ''


def test_why_a_server_does_not_start_is_a_line_too(server, vernier):
    words = ['serve', '--port', server.port, '--web', 'none', SAMPLES]
    process = vernier(*words, '--log', 'json')
    (line,) = map(json.loads, process.stderr.splitlines())
    assert process.returncode == 69 and line['level'] == 'error'
    assert str(server.port) in line['message'] and '--port' in line['message']
    assert vernier(*words, '--log', 'none').stderr.startswith('vernier: ')
