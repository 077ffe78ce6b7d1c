"""A client of the socket that shares no code with the server: Python's `websockets`."""
import contextlib
import json
import struct
import time
from typing import NamedTuple

from websockets.sync.client import connect

PREVIEW = {'width': 320}


class Preview(NamedTuple):
    """A picture as the protocol's binary messages carry it."""

    magic: int
    version: int
    format: int
    flags: int
    width: int
    height: int
    zero: int
    seq: int
    frame: int
    pts: int
    decoded: int
    picture: bytes

    @classmethod
    def parse(cls, data):
        return cls(*struct.unpack('>HBBHHHHIIqI', data[:32]), data[32:])

    @property
    def is_exact(self):
        return bool(self.flags & 1)


class Client:
    """One socket. What arrives while waiting for something else is kept in `seen`."""

    def __init__(self, server, media=None, origin=None, **fields):
        self.socket = connect(
            f'ws://127.0.0.1:{server.port}/api/v1/scrub',
            subprotocols=['vernier.v1'],
            origin=origin,
            compression=None,
            max_size=None,
            legacy=True,
        )
        self.seq = 0
        self.gesture = 0
        self.seen = []
        if media:
            self.send('open', media=media, **fields)
            self.opened = self.expect('opened')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, kind, **fields):
        self.socket.send(json.dumps({'type': kind, **fields}))

    def numbered(self, kind, **fields):
        """Sends a message with the next `seq`, which it returns."""
        self.seq += 1
        self.send(kind, seq=self.seq, **fields)
        return self.seq

    def receive(self, timeout=5):
        """The next message: a dictionary, or a `Preview`."""
        data = self.socket.recv(timeout)
        message = json.loads(data) if isinstance(data, str) else Preview.parse(data)
        self.seen.append(message)
        return message

    def expect(self, kind, timeout=5, **fields):
        """Reads until a text message of this kind with these fields arrives."""

        def fits(message):
            return isinstance(message, dict) and message['type'] == kind and all(
                message.get(name) == value for name, value in fields.items())

        return self.until(fits, timeout)

    def until(self, fits, timeout=5):
        deadline = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, deadline - time.monotonic()))
            if fits(message):
                return message

    def during(self, seconds):
        """Everything that arrives within this time."""
        start = len(self.seen)
        deadline = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):
            while (left := deadline - time.monotonic()) > 0:
                self.receive(left)
        return self.seen[start:]

    # What a hand does.

    def seek(self, **to):
        """Seeks and returns the state that answers."""
        return self.expect('state', seq=self.numbered('seek', to=to))

    def begin(self, x=100, y=0, extent=800, **fields):
        self.gesture += 1
        self.send('begin', gesture=self.gesture, x=x, y=y, extent=extent, **fields)

    def move(self, *points):
        """Sends one message with these (x, y), one of them every 8 ms, and returns its seq."""
        samples = [[8 * (index + 1), x, y] for index, (x, y) in enumerate(points)]
        return self.numbered('move', gesture=self.gesture, samples=samples)

    def moved(self, *points):
        """Moves and returns the state that answers."""
        return self.expect('state', seq=self.move(*points))

    def end(self, kind='end'):
        """Lets go and returns the state that answers."""
        return self.expect('state', seq=self.numbered(kind, gesture=self.gesture))

    def error(self, code):
        """Waits for an error with this code."""
        return self.expect('error', code=code)

    # What eyes see.

    def exact_picture(self, frame, timeout=10):
        """Shows every picture until the frame's own one arrives."""
        while True:
            shown = self.until(lambda message: isinstance(message, Preview), timeout)
            self.send('painted', seq=shown.seq)
            if shown.is_exact and shown.frame == frame:
                return shown
