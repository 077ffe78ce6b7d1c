"""Vernier as a client meets it, for measurements."""
import contextlib
import http.client
import json
import re
import struct
import subprocess
import time

from websockets.sync.client import connect

import barcodes
from clips import VERNIER
from processes import running

ADDRESS = re.compile(r'http://127\.0\.0\.1:(\d+)')
WIDTH = 480


@contextlib.contextmanager
def serving(*media, options=(), cache='none', web='none'):
    """A server of these files, on a free port, with what it kept in a folder before.

    A client of a bench may send as many messages as it likes, unless `options` say otherwise.
    """
    command = [VERNIER, 'serve', '--port', 0, '--address-connections', 0, '--web', web, '--index-cache', cache,
               *(options or ['--message-rate', 0]), *media]
    with running(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        url = next(filter(None, map(ADDRESS.search, process.stdout)))
        yield Server(int(url[1]), process.pid)


class Server:
    def __init__(self, port, pid):
        self.port, self.pid = port, pid
        self.http = http.client.HTTPConnection('127.0.0.1', port, timeout=120)

    def get(self, path):
        try:
            self.http.request('GET', path)
            answer = self.http.getresponse()
        except (http.client.HTTPException, OSError):
            # Idle connections do not stay open.
            self.http.close()
            self.http.request('GET', path)
            answer = self.http.getresponse()
        body = answer.read()
        assert answer.status == 200, (path, body)
        return body

    def media(self, name):
        """The id of a file, once every frame of it is known."""
        [found] = [media['id'] for media in json.loads(self.get('/api/v1/media'))['media']
                   if media['name'] == name]
        while json.loads(self.get(f'/api/v1/media/{found}'))['index']['state'] != 'complete':
            time.sleep(0.05)
        return found

    def metric(self, name):
        return int(re.search(rf'\nvernier_{name} (\d+)', self.get('/metrics').decode())[1])

    def frames(self, media, frames):
        """Milliseconds for each frame asked for by itself, and how many were wrong."""
        times, pictures = [], []
        for frame in frames:
            start = time.perf_counter()
            pictures.append(self.get(f'/api/v1/media/{media}/frames/{frame}.jpg?width={WIDTH}'))
            times.append(1000 * (time.perf_counter() - start))
        return times, sum(map(is_wrong, pictures, frames))


class Scrubber:
    """A client that seeks and waits for each frame's own picture."""

    def __init__(self, server, media, width=WIDTH):
        self.socket = connect(f'ws://127.0.0.1:{server.port}/api/v1/scrub',
                              subprotocols=['vernier.v1'], compression=None, max_size=None,
                              ping_interval=None)
        self.seq = 0
        self.send('open', media=media, preview={'width': width})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, kind, **fields):
        self.socket.send(json.dumps({'type': kind, **fields}))

    def move(self, frame):
        """Goes to a frame, and on without waiting for it."""
        self.number('seek', to={'frame': frame})

    def number(self, kind, **fields):
        """Sends a message with a number, which must grow."""
        self.seq += 1
        self.send(kind, seq=self.seq, **fields)

    def hear(self):
        """The next message that is no picture."""
        while not isinstance(message := self.socket.recv(60), str):
            pass
        return json.loads(message)

    def pictures(self):
        """The pictures that come: of which frame each is, whether it is exact, and the picture."""
        while True:
            message = self.socket.recv(60)
            if isinstance(message, str):
                continue
            flags, seq, shown = message[5], *struct.unpack('>II', message[12:20])
            self.send('painted', seq=seq)
            yield shown, bool(flags & 1), message[32:]

    def reach(self, frame):
        """The exact picture of a frame, and the milliseconds until it came."""
        start = time.perf_counter()
        self.move(frame)
        for shown, is_exact, picture in self.pictures():
            if shown == frame and is_exact:
                return picture, 1000 * (time.perf_counter() - start)

    def sweep(self, frames):
        """Milliseconds for each frame, one after the other, and how many were wrong."""
        reached = [self.reach(frame) for frame in frames]
        pictures, times = zip(*reached)
        return list(times), sum(map(is_wrong, pictures, frames))


def is_wrong(picture, frame):
    """Whether a picture is not the one that carries a frame's number."""
    return barcodes.of_file(picture) != frame
