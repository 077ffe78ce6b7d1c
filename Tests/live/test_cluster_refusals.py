"""Redis servers that refuse something, are too old, or are none at all: the server goes on."""
import contextlib
import os
import pathlib
import socket
import threading
import time

import pytest

from cluster import connected, heard, join, led, metric, node, pair, sees
from redis_server import Redis
from roommates import MEDIA, Member
from test_marks_shared import Marker

PASSWORD = 'a-long-password'


def account(text, tmp_path):
    """A file of an account that only its owner may read."""
    path = tmp_path / 'account'
    path.touch(mode=0o600)
    path.write_text(text)
    return ['--redis-password-file', path]


@pytest.fixture
def guarded(tmp_path):
    """Starts a Redis as it is shipped, with something in place of something else."""
    server = None

    def start(before='', after=''):
        nonlocal server
        server = Redis(tmp_path).guard(PASSWORD, before, after)
        return server.start()

    yield start
    if server:
        server.stop()


def test_what_is_allowed_is_all_that_is_needed(serve, guarded, tmp_path):
    nodes = pair(serve, guarded(), *account(f'vernier {PASSWORD}', tmp_path))
    with join(nodes[0], 'r') as one, join(nodes[1], 'r', follow=True) as two:
        one.lead()
        one.numbered('transport', state='playing', rate=1, frame=3)
        heard(two, 'transport')
        one.begin()
        one.moved((300, 0))
        led(two, one.end()['target']['frame'])
    with Marker(nodes[0], MEDIA) as one, Marker(nodes[1], MEDIA) as two:
        one.edit(add={'name': 'a', 'first': 1, 'last': 2})
        assert two.heard() == one.marks
    for server in nodes:
        assert metric(server, 'cluster_failures_total') == 0
        told = pathlib.Path(f'/proc/{server.pid}/cmdline').read_text() + server.complaints
        assert PASSWORD not in told + server.output


@pytest.mark.parametrize('word', [
    '+info ', '+eval ', '+publish ', '+subscribe ', '+xadd ', '+xrevrange ', '+pexpire ', '+hget ',
    '+hset ', '+hdel ', ' +time', '&vernier:*', '~vernier:*'])
def test_a_permission_that_is_missing_is_said_once_and_shrinks_rooms(serve, guarded, tmp_path, word):
    redis = guarded(word, '&other:*' if word[0] == '&' else ' ')
    server = node(serve, redis, *account(f'vernier {PASSWORD}', tmp_path))
    refused(server, 'it says: ')


@pytest.mark.parametrize('text', ['vernier wrong', 'wrong', 'nobody a-long-password'])
def test_a_wrong_account_is_said_once_and_shrinks_rooms(serve, guarded, tmp_path, text):
    server = node(serve, guarded(), *account(text, tmp_path))
    refused(server, 'it says: WRONGPASS')
    assert 'wrong ' not in server.complaints and PASSWORD not in server.complaints


def test_an_account_may_come_from_the_environment(serve, guarded, monkeypatch):
    redis = guarded()
    monkeypatch.setenv('VERNIER_REDIS_USER', 'vernier')
    monkeypatch.setenv('VERNIER_REDIS_PASSWORD', PASSWORD)
    connected(node(serve, redis))


def refused(server, reason, seconds=1.5):
    """Whether rooms go on where there is no Redis to be had, for a reason that is logged once."""
    with Member(server, 'r', 'one') as one, Member(server, 'r', 'two', follow=True) as two:
        sees(one, 2)
        assert one.lead()['reach'] == 'node'
        one.seek(frame=12)
        led(two, 12)
    deadline = time.monotonic() + 30
    while reason not in server.complaints and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(seconds)
    lines = [line for line in server.complaints.splitlines() if 'Redis' in line]
    assert 1 <= len(lines) <= 2 and reason in lines[-1] and 'is there' not in lines[-1], lines
    assert metric(server, 'cluster_connected') == 0 and server.get('/readyz').status == 200


class Absurd:
    """A server on a socket in the file system that says whatever it is told to."""

    def __init__(self, path, talk):
        self.path, self.talk = path, talk
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen()
        self.lines = 0
        threading.Thread(target=self.serve, daemon=True).start()

    @property
    def address(self):
        return f'unix:{self.path}'

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                line, _ = self.socket.accept()
                self.lines += 1
                threading.Thread(target=self.answer, args=(line,), daemon=True).start()

    def answer(self, line):
        with line, contextlib.suppress(OSError):
            line.settimeout(20)
            self.talk(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


def greeting(version):
    text = f'redis_version:{version}\r\n'
    return f'${len(text)}\r\n{text}\r\n'.encode()


def says(data, again=False):
    """Says something to whatever comes, once or time and again, and then waits for the end."""

    def talk(line):
        line.recv(65536)
        line.sendall(data)
        while again:
            line.sendall(data)
        while line.recv(65536):
            pass
    return talk


def random_bytes(line):
    while line.recv(65536):
        line.sendall(os.urandom(5000))


def silent(line):
    while line.recv(65536):
        pass


@pytest.mark.parametrize('talk, reason', [
    (random_bytes, 'no Redis at'), (silent, 'does not answer'), (lambda line: None, 'no Redis at'),
    (says(b'+OK\r\n'), 'not speak as Redis'),
    (says(b'$1000000000\r\n' + b'x' * 1000, again=True), 'not speak as Redis'),
    (says(b'*1000000000\r\n'), 'not speak as Redis'),
    (says(b'*1\r\n' * 100_000), 'not speak as Redis'),
    (says(greeting('5.0.14')), 'its version is 5.0.14, and 6 is needed'),
    (says(greeting('7.0.15') + b'*3\r\n$7\r\nmessage\r\n$1\r\nx\r\n$1\r\ny\r\n' * 9), 'no Redis at'),
    (says(greeting('7.0.15') * 50), 'not speak as Redis'),
    (says(b'-\x1b[31mERR' + b'x' * 100000 + b'\r\n'), 'it says: [31mERR'),
], ids=['random', 'silent', 'closing', 'short', 'huge text', 'huge list', 'deep', 'old', 'messages',
        'too many answers', 'long refusal'])
def test_whatever_says_that_it_is_redis_harms_nobody(serve, tmp_path, talk, reason):
    with Absurd(tmp_path / 'absurd.sock', talk) as absurd:
        server = node(serve, absurd)
        before = server.rss(with_workers=False)
        refused(server, reason)
        with Member(server, 'q') as member:
            for frame in range(30):
                member.seek(frame=frame)
        assert server.rss(with_workers=False) - before < 48 << 20
        assert metric(server, 'cluster_connected') == 0
        assert 0 < absurd.lines < 200, 'it does not try all the time'
        assert len([line for line in server.complaints.splitlines() if 'Redis' in line]) <= 2
