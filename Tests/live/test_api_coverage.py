"""Everything that is published happens: every message, and every answer of every address."""
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time

import pytest
from websockets.exceptions import ConnectionClosed

import published
from client import PREVIEW, Client, Sound
from frames import BINARY, CLOSE, TEXT, frame
from kit import PATIENCE, SAMPLES
from published import ASYNCAPI, OPENAPI
from raw import RawSocket, refusal, settled
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited

GONE = '0' * 32
CONNECTIONS = 64
SOUNDS = ('waveform', 'sound.wav')
FOREIGN = {'Sec_Fetch_Site': 'cross-site', 'Sec_Fetch_Mode': 'no-cors'}


@pytest.fixture
def watched(monkeypatch):
    """Notes what is seen from here on."""
    http, messages = published.HTTP(OPENAPI), published.Socket(ASYNCAPI)
    monkeypatch.setattr(published, 'http', http)
    monkeypatch.setattr(published, 'socket', messages)
    return http, messages


@pytest.fixture
def endless(tmp_path):
    """A folder with a quiet file that takes a moment to scan."""
    folder = tmp_path / 'endless'
    folder.mkdir()
    subprocess.run(['ffmpeg', '-v', 'error', '-stream_loop', '30', '-i', SAMPLES / 'start.ts',
                    '-c', 'copy', folder / 'endless.ts'], check=True)
    os.utime(folder / 'endless.ts', (0, 0))
    return folder


def drag_knob(client, way):
    client.begin(0, 0, 100, control='confirm', action='delete')
    client.moved((way, 0))
    client.end()


def meet(server):
    """One leads another in a room, and plays."""
    fields = {'room': 'r', 'name': 'Ada'}
    with Client(server, server.media('endless.ts'), **fields) as leader, \
            Client(server, server.media('endless.ts'), **fields) as other:
        leader.send('lead', on=True)
        leader.seek(frame=2)
        other.expect('cursor', frame=2)
        other.send('follow', on=True)
        leader.numbered('transport', state='playing', rate=1, frame=2)
        other.expect('transport')
        leader.numbered('marks')
        version = leader.expect('marks')['version']
        leader.numbered('marks', version=version, edit={'in': 2})
        other.expect('marked')
        other.send('ping', t=1)
        other.expect('pong')


def test_every_message_is_seen(serve, endless, watched):
    server = serve(endless)
    with Client(server, server.media('endless.ts'), preview=PREVIEW) as client:
        client.expect('index', state='complete')
        client.send('configure', press='hold')
        client.expect('configured')
        client.seek(frame=3)
        client.exact_picture(3)
        client.begin()
        client.moved((200, 0))
        client.end('cancel')
        drag_knob(client, 30)  # declined
        drag_knob(client, 90)  # confirmed
        client.numbered('end', gesture=99)
        client.error('unknown-gesture')
        client.numbered('marks')
        client.expect('marks')
        client.numbered('export')
        client.expect('exports')
    meet(server)
    tone(endless / 'tone.wav')
    media = settled(server, 'tone.wav')
    settle(server.get, f'/api/v1/media/{media}/waveform')
    with Client(server, media) as client:
        client.send('configure', sound={'scrub': 'frame'})
        client.seek(frame=3)
        client.send('heard', seq=client.until(lambda one: isinstance(one, Sound)).preview.seq)
    assert watched[1].seen == ASYNCAPI['components']['messages'].keys()


def tone(path):
    subprocess.run(['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'sine=d=1', path], check=True)


def settle(get, address):
    """The answer, once the sound has been decoded."""
    deadline = time.monotonic() + PATIENCE
    while (answer := get(address)).status == 202 and time.monotonic() < deadline:
        time.sleep(0.02)
    return answer


class CoveredServer:
    """Servers on which everything that is published can happen."""

    def __init__(self, serve, folder):
        folder.mkdir()
        shutil.copy2(SAMPLES / 'start.ts', folder)
        (folder / 'bad.mp4').write_text('These are no moving pictures.\n' * 200)
        (folder / 'empty.mp4').write_text('')
        exports = folder.parent / 'exports'
        exports.mkdir()
        shutil.copy2(SAMPLES / 'start.ts', exports / 'cut.ts')
        for name in ('tone.wav', 'other.wav'):
            tone(folder / name)
        self.server = serve(folder, extra=['--export-dir', exports,
                                             '--connections', str(CONNECTIONS)])
        self.bare = serve(folder, web='none')
        tokens = folder.parent / 'tokens'
        tokens.write_text('x' * 43)
        tokens.chmod(0o600)
        self.locked = serve(folder, extra=['--token-file', tokens])
        self.media = {path.name: self.server.media(path.name) for path in folder.iterdir()}

    def address(self, path, media=None):
        last = path.split('/')[-1]
        query = {'target': '?frame=3', 'filmstrip.jpg': '?from=3', 'frames.raw': '?from=3&to=5',
                 'frames.y4m': '?from=3&to=5'}.get(last, '')
        film = 'tone.wav' if last in SOUNDS else 'start.ts'
        path = path.replace('{id}', media or self.media[film])
        for name, value in (('frame', '3'), ('sheet', '0'), ('tile', '0'), ('width', '160'), ('file', 'main.js'),
                            ('name', 'cut.ts'), ('code', 'none')):
            path = path.replace(f'{{{name}}}', value)
        return path + query

    def ask(self, path, verb, status):
        """Asks so that the answer should have this status."""
        getattr(self, verb)(path, status)

    def put(self, path, status):
        """Puts marks so that the answer should have this status."""
        address, put = self.address(path), self.server.put_marks
        marks = json.dumps({'version': 0, 'segments': []})
        match status:
            case 200 | 503: put(address, marks)
            case 400: put(f'{address}?version=x', marks)
            case 401: self.locked.put_marks(address, marks)
            case 403: put(address, marks, Origin='http://evil.example')
            case 404: put(self.address(path, GONE), marks)
            case 409: put(address, json.dumps({'version': 7, 'segments': []}))
            case 411: put(address, iter([marks.encode()]), Transfer_Encoding='chunked')
            case 412: put(address, marks, 9)
            case 428: self.server.put(address, marks)
            case 413: put(address, b'', Content_Length=str(1 << 30))
            case 421: put(address, marks, Host='evil.example')
            case 422: put(address, '{"version":0,"segments":[{"first":9,"last":1}]}')
            case _: raise AssertionError(f'nobody puts {path} for {status}')

    def get(self, path, status):
        """Gets so that the answer should have this status."""
        address, get = self.address(path), self.server.get
        match status:
            case 200 if path.endswith('waveform'): settle(get, address)
            case 200 | 204 | 426: get(address)
            case 202: get(self.address(path, self.media['other.wav']))
            case 101: Client(self.server).socket.close()
            case 206: get(address, Range='bytes=0-9')
            case 304 if path.endswith('waveform'):
                get(address, If_None_Match=settle(get, address).headers['ETag'])
            case 304: get(address, If_None_Match=get(address).headers['ETag'])
            case 400: get(f'{address.split("?")[0]}?x=1&x=2')
            case 303: self.locked.get(re.search('/login/.*', self.locked.output)[0])
            case 401: self.locked.get(address)
            case 403: get(address, **FOREIGN)
            case 404 if '{id}' in path: get(self.address(path, GONE))
            case 404: self.bare.get(address)
            case 409: get(f'{address}{"&" if "?" in address else "?"}v=0')
            case 410: get(address)
            case 416: get(address, Range='bytes=99999999-')
            case 421: get(address, Host='evil.example')
            case 422 if path.endswith('/file'): get(self.address(path, self.media['empty.mp4']))
            case 422: get(self.address(path, self.media['bad.mp4']))
            case 503: get(address)
            case _: raise AssertionError(f'nobody asks {path} for {status}')


@contextlib.contextmanager
def crowd(server):
    """As many connections as the server takes."""
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS):
            stack.enter_context(socket.create_connection(('127.0.0.1', server.port)))
        yield


ANSWERS = [(path, verb, int(status)) for path, item in OPENAPI['paths'].items()
           for verb in ('get', 'put') if verb in item for status in item[verb]['responses']]


def test_every_answer_is_seen(serve, tmp_path, watched):
    covered = CoveredServer(serve, tmp_path / 'server')
    for path, verb, status in ANSWERS:
        if status != 503:
            covered.ask(path, verb, status)
    with crowd(covered.server):
        for path, verb, status in ANSWERS:
            if status == 503:
                covered.ask(path, verb, status)
    assert set(ANSWERS) - watched[0].seen == set()


def one_too_many(server):
    """The code for a socket that comes when requests are to have the slots that are left."""
    with contextlib.ExitStack() as stack:
        for _ in range(15):
            stack.enter_context(Client(server, server.media('start.ts')))
        return stack.enter_context(RawSocket(server)).ending()[-1].code


def test_every_close_code_is_seen_and_no_other_is_published(serve, start_redis):  # noqa: F811
    server = serve(SAMPLES)
    media = settled(server, 'start.ts')
    sent = {1000: frame((1000).to_bytes(2), CLOSE), 1003: frame(b'x', BINARY),
            1007: frame(b'\xff', TEXT), 1009: frame(b'x' * (65 << 10), TEXT)}
    seen = {code: refusal(server, media, said) for code, said in sent.items()}
    with Client(server, media) as lost, Client(server, media, resume=lost.opened['session']):
        seen[1008] = closing(lost)
    with Client(server, media) as client:
        server.stop()
        seen[1001] = closing(client)
    seen[1012] = sent_on(serve, start_redis())
    seen[1013] = one_too_many(serve(SAMPLES, extra=['--connections', '16']))
    assert all(expected == code for expected, code in seen.items()), seen
    published_codes = ASYNCAPI['channels']['scrub']['x-close-codes']
    assert sorted(seen) == sorted(map(int, published_codes))


def sent_on(serve, redis):
    """The code with which one of two servers closes that stops."""
    servers = [serve(SAMPLES, extra=['--redis', redis.address]) for _ in range(2)]
    awaited(lambda: 'vernier_cluster_nodes 2' in servers[0].get('/metrics').body.decode())
    with Client(servers[0], servers[0].media('start.ts')) as client:
        servers[0].stop()
        return closing(client)


def closing(client):
    """The code with which the server closes."""
    with pytest.raises(ConnectionClosed) as closed:
        client.until(lambda _: False)
    return closed.value.rcvd.code
