"""A client of the socket that shares no code with the server: Python's `websockets`."""
import contextlib
import json
import struct
import time
from types import SimpleNamespace
from typing import NamedTuple

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import published
from kit import PATIENCE

PREVIEW = {'width': 320}
NO_NUMBER = 2**32 - 1  # of a picture whose frame is not numbered yet


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

    @property
    def header(self):
        fields = self._asdict()
        del fields['picture']
        return fields


class Sound(NamedTuple):
    """A sound as the protocol's binary messages carry it: the same header, then samples."""

    preview: Preview

    @property
    def rate(self):
        return self.preview.height * 100

    @property
    def channels(self):
        return self.preview.width

    @property
    def samples(self):
        return self.preview.picture


def dial(server, path='/api/v1/scrub', protocols=('vernier.v1',), origin=None, **options):
    """Opens a socket; the answer to the handshake is as published, whatever it is."""
    # Who waits for something else meanwhile is not to look like a client that reads no more.
    waits = {'open_timeout': PATIENCE, 'ping_timeout': PATIENCE}
    options = {'max_queue': None, **waits, **server.tls, **options}
    try:
        socket = connect(
            server.url.replace('http', 'ws', 1) + path, subprotocols=protocols, origin=origin,
            compression=None, legacy=True, **options)
    except InvalidStatus as refusal:
        check_handshake(path, refusal.response)
        raise
    check_handshake(path, socket.response)
    return socket


def check_handshake(path, response):
    published.http.check('GET', path, SimpleNamespace(
        status=response.status_code, headers=response.headers, body=response.body))


class Client:
    """One socket. What arrives while waiting for something else is kept in `seen`."""

    def __init__(self, server, media=None, origin=None, headers=None, way=None, **fields):
        self.socket = dial(server, origin=origin, max_size=None, additional_headers=headers,
                           **way or {})
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

    def send(self, type, **fields):
        """Sends a message, which is as published."""
        message = {'type': type, **fields}
        published.socket.check_sent(message)
        self.socket.send(json.dumps(message))

    def send_wrong(self, type, **fields):
        """Sends a message that nobody who keeps to what is published would send."""
        message = {'type': type, **fields}
        assert not published.socket.allows(message), f'{message} is published'
        self.socket.send(json.dumps(message))

    def numbered(self, kind, **fields):
        """Sends a message with the next `seq`, which it returns."""
        self.seq += 1
        self.send(kind, seq=self.seq, **fields)
        return self.seq

    def receive(self, timeout=PATIENCE):
        """The next message, a dictionary or a `Preview`, which is as published."""
        data = self.socket.recv(timeout)
        if isinstance(data, str):
            message = json.loads(data)
            published.socket.check_received(message)
        else:
            message = Preview.parse(data)
            if message.format == 16:
                published.socket.check_sound(message.header)
                message = Sound(message)
            else:
                published.socket.check_preview(message.header)
        self.seen.append(message)
        return message

    def expect(self, kind, timeout=PATIENCE, **fields):
        """Reads until a text message of this kind with these fields arrives."""

        def fits(message):
            return isinstance(message, dict) and message['type'] == kind and all(
                message.get(name) == value for name, value in fields.items())

        return self.until(fits, timeout)

    def until(self, fits, timeout=PATIENCE):
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            message = self.receive(left)
            if fits(message):
                return message
        raise TimeoutError(f'among much else it did not come: {self.seen[-9:]}')

    def during(self, seconds):
        """Everything that arrives within this time."""
        start = len(self.seen)
        deadline = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):
            while (left := deadline - time.monotonic()) > 0:
                self.receive(left)
        return self.seen[start:]

    # Drags.

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

    def confirm(self, action):
        """Slides a knob to its end."""
        self.begin(0, 0, 100, control='confirm', action=action)
        self.move((100, 0))
        self.expect('confirmed', action=action)

    def error(self, code):
        """Waits for an error with this code."""
        return self.expect('error', code=code)

    # Pictures.

    def exact_picture(self, frame, timeout=PATIENCE):
        """Shows every picture until the frame's own one arrives."""
        return self.picture_that(lambda shown: shown.is_exact and shown.frame == frame, timeout)

    def picture_that(self, fits, timeout=PATIENCE):
        """Shows every picture until one arrives that fits."""

        def shows(message):
            if not isinstance(message, Preview):
                return False
            self.send('painted', seq=message.seq)
            return fits(message)

        return self.until(shows, timeout)
