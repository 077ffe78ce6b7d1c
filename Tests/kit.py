"""Where things are, and our server, started as a user would start it."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import published
import turning

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERNIER = os.environ.get('VERNIER', str(ROOT / '.build/release/vernier'))
SAMPLES = pathlib.Path(os.environ.get('VERNIER_SAMPLES', ROOT / 'samples/media'))
MATRIX = ROOT / '.build/matrix'
CORPUS = os.environ.get('VERNIER_CORPUS')
SANITIZED = 'VERNIER_SANITIZED' in os.environ
FULL = 'VERNIER_FULL' in os.environ  # every combination, where `make test` takes turns among them

READY = re.compile(r'http://127\.0\.0\.1:(?P<port>\d+)')

# How many seconds a test waits for what must happen, where the time itself is no claim: so many
# that a busy machine is done by then, too. Where all goes well nobody waits for them.
PATIENCE = 60

# The same for what takes its time by itself: a whole command, or a cut, whose process comes last.
LONG_PATIENCE = 5 * PATIENCE


def words_of(process):
    """The words that a process shows to others; none once it has ended."""
    try:
        return pathlib.Path(f'/proc/{process}/cmdline').read_bytes().rstrip(b'\0').split(b'\0')
    except (FileNotFoundError, ProcessLookupError):
        return []


class Response:
    """An answer over HTTP."""

    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.body = answer.read()

    def json(self):
        return json.loads(self.body)


class Site:
    """What answers over HTTP at an address, `url`."""

    tls = {}  # what a client of its socket needs besides

    def connection(self):
        raise NotImplementedError

    def ask(self, path, method='GET', body=None, **headers):
        """Sends one request; header names are written with `_` for `-`."""
        connection = self.connection()
        try:
            named = {name.replace('_', '-'): value for name, value in headers.items()}
            # What is refused by its head may be answered before its body has left.
            with contextlib.suppress(BrokenPipeError):
                connection.request(method, path, body, headers=named)
            return Response(connection.getresponse())
        finally:
            connection.close()

    def request(self, path, method='GET', body=None, **headers):
        """Sends one request, whose answer is as published."""
        answer = self.ask(path, method, body, **headers)
        published.http.check(method, path, answer)
        return answer

    def get(self, path, **headers):
        return self.request(path, **headers)

    def get_patiently(self, path):
        """Asks again as long as the server says that it has too much to do, as clients should."""
        deadline = time.monotonic() + LONG_PATIENCE
        while (answer := self.get(path)).status == 503 and time.monotonic() < deadline:
            time.sleep(int(answer.headers['Retry-After']))
        return answer

    def put(self, path, body, **headers):
        return self.request(path, 'PUT', body, **headers)

    def put_marks(self, path, body, replacing=0, **headers):
        """Puts marks in the place of those of a version."""
        return self.put(path, body, If_Match=f'"marks-{replacing}"', **headers)

    def media(self, name):
        """The id of the medium with this file name."""
        listed = self.get('/api/v1/media').json()['media']
        ids = [medium['id'] for medium in listed if medium['name'] == name]
        assert len(ids) == 1, f'{name} is not listed once: {listed}'
        return ids[0]


class Server(Site):
    """One `vernier serve` process."""

    running = set()
    ready = READY
    patience = PATIENCE  # seconds until an answer must have begun
    environment = {}  # its own variables

    def __init__(self, paths, port=0, extra=(), log=None, web=ROOT / 'web', program=VERNIER):
        self.paths = [str(path) for path in paths]
        self.port = port
        self.extra = list(extra)
        self.log = log
        self.page = ['--web', str(web)] if web else []  # else the program's own
        self.program = str(program)
        self.process = None
        # In which test it was made, and in which its loop was first at work for too long.
        self.test, self.long = turning.current_test(), None

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    @property
    def place(self):
        """The options that say where it listens."""
        return ['--port', str(self.port)]

    def connection(self):
        return http.client.HTTPConnection('127.0.0.1', self.port, timeout=self.patience)

    @property
    def pid(self):
        return self.process.pid

    def start(self):
        """Starts the process, where it was before, and waits until it listens."""
        options = [*self.place, *self.page, *self.extra]
        command = [self.program, 'serve', *options, *self.paths]
        with open(f'{self.log}.out', 'wb') as out, open(f'{self.log}.err', 'ab') as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err,
                                            env={**os.environ, **self.environment})
        self.running.add(self)
        found = self._announcement().groupdict()
        self.port = int(found.get('port', self.port))
        return self

    def _announcement(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := self.ready.search(self.output):
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        self.stop()
        raise AssertionError(f'the server did not start: {self.output}{self.complaints}')

    @property
    def output(self):
        """What it wrote to standard output since it was last started."""
        return pathlib.Path(f'{self.log}.out').read_text()

    @property
    def complaints(self):
        """What it wrote to standard error."""
        return pathlib.Path(f'{self.log}.err').read_text()

    @property
    def reports(self):
        """What the sanitizer has found in it and in its workers, if it was built with one."""
        return re.findall(r'^SUMMARY: \w+Sanitizer: .*', self.complaints, re.M)

    def stop(self):
        """Asks the process to end, waits, and returns its exit code."""
        self.running.discard(self)
        if self.process.poll() is None:
            turning.note(self)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def rss(self, with_workers=True):
        """The resident memory in bytes of the process and of those that read media for it.

        With a sanitizer it is nothing to go by: that keeps what is freed, and a shadow of it all.
        """
        if SANITIZED:
            return 0
        pages = 0
        for process in (self.pid, *(self.workers if with_workers else ())):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                pages += int(pathlib.Path(f'/proc/{process}/statm').read_text().split()[1])
        return pages * os.sysconf('SC_PAGE_SIZE')

    @property
    def workers(self):
        """The numbers of the processes that read media for it."""
        return [number for number in self.children if b'fork-server' not in words_of(number)]

    @property
    def fork_server(self):
        """The number of the process that forks its workers."""
        return next(number for number in self.children if b'fork-server' in words_of(number))

    @property
    def children(self):
        """The numbers of the processes that it has started."""
        found = []
        for file in pathlib.Path(f'/proc/{self.pid}/task').glob('*/children'):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                found += [int(number) for number in file.read_text().split()]
        return found
