"""A Redis server of a test's own, on a socket in the test's folder, and a client of it."""
import contextlib
import hashlib
import os
import signal
import socket
import subprocess
import time

import pytest

from kit import PATIENCE, ROOT

SHIPPED = ROOT / 'samples/deploy/redis'


class Redis:
    """One `redis-server` process; without `keeps` it forgets everything when it ends."""

    def __init__(self, folder, keeps=False, options=()):
        self.folder = folder
        self.path = folder / 'redis.sock'
        self.keeps = keeps
        self.options = list(options)
        self.account = ()
        self.file = None
        self.process = None

    def configure(self, file, account):
        """Takes its settings from a file, by which an account is needed."""
        self.options, self.account, self.file = [], account, file

    def guard(self, password, before='', after=''):
        """Takes the settings that are shipped, perhaps with something in place of something else."""
        account = self.folder / 'users.acl'
        places = {'/run/vernier-redis/redis.sock': self.path, '/etc/vernier/users.acl': account,
                  '/var/lib/vernier-redis': self.folder,
                  'PASSWORD_SHA256': hashlib.sha256(password.encode()).hexdigest()}
        texts = [(SHIPPED / name).read_text() for name in ('redis.conf', 'users.acl')]
        for theirs, ours in [*places.items(), *([(before, after)] if before else [])]:
            assert any(theirs in text for text in texts), theirs
            texts = [text.replace(theirs, str(ours)) for text in texts]
        file = self.folder / 'redis.conf'
        file.write_text(texts[0])
        account.write_text(texts[1])
        self.configure(file, ('vernier', password))
        return self

    @property
    def address(self):
        return f'unix:{self.path}'

    def start(self):
        kept = ['--appendonly', 'yes', '--appendfsync', 'always'] if self.keeps else []
        place = ['--port', '0', '--unixsocket', self.path, '--save', '']
        command = ['redis-server', *([self.file] if self.account else place), '--dir', self.folder,
                   *kept, *self.options]
        with open(self.folder / 'redis.log', 'ab') as log:
            self.process = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, Refused):
                self.listens()
                return self
            assert self.process.poll() is None, (self.folder / 'redis.log').read_text()
            time.sleep(0.02)
        raise AssertionError('Redis did not start')

    def listens(self):
        """Raises where it does not yet, or still reads what it knew."""
        try:
            self.ask('PING', account=self.account)
        except Refused as refusal:
            if 'LOADING' in str(refusal):
                raise

    def kill(self):
        """Ends it without a chance to keep anything more."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)

    @contextlib.contextmanager
    def stopped(self):
        """Has it stand still for a while."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def ask(self, *words, account=()):
        """What it answers to a command."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(self.path))
            with line.makefile('rwb') as stream:
                if account:
                    say(stream, 'AUTH', *account)
                return say(stream, *words)


class Refused(Exception):
    """What Redis says when it does not do something."""


def say(stream, *words):
    parts = [str(word).encode() for word in words]
    stream.write(b'*%d\r\n' % len(parts))
    for part in parts:
        stream.write(b'$%d\r\n%s\r\n' % (len(part), part))
    stream.flush()
    return answer(stream)


def answer(stream):
    kind, rest = (line := stream.readline())[:1], line[1:-2].decode()
    if kind == b'+':
        return rest
    if kind == b':':
        return int(rest)
    if kind == b'$':
        return stream.read(int(rest) + 2)[:-2].decode() if rest != '-1' else None
    if kind == b'*':
        return [answer(stream) for _ in range(int(rest))]
    if kind == b'-':
        raise Refused(rest)
    raise OSError(f'no answer: {line}')

@pytest.fixture
def start_redis(tmp_path):
    """Starts Redis servers in folders of the test's own; each begins with nothing."""
    started = []

    def start(**options):
        folder = tmp_path / f'redis{len(started)}'
        folder.mkdir()
        started.append(Redis(folder, **options))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()
