"""A WebSocket client that sends any bytes it likes, and forgives the server nothing (RFC 6455)."""
import contextlib
import json
import socket
import time
from typing import NamedTuple

from frames import ACCEPT, BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame, handshake, text
from kit import PATIENCE

# What a server may say: those of section 7.4.1 that can be sent, and those registered since.
CODES = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014}


class Frame(NamedTuple):
    """What the server sent, without its head."""

    opcode: int
    payload: bytes

    @property
    def code(self):
        """The code of a Close frame, if it has one."""
        return int.from_bytes(self.payload[:2]) if self.payload else None


class RawConnection:
    """A connection to a server, and what has come in on it."""

    def __init__(self, server, patience=PATIENCE):
        self.socket = socket.create_connection(('127.0.0.1', server.port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = b''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *parts, chop=None, pause=0):
        """Sends bytes, in chops of so many, each of which travels by itself."""
        content = b''.join(parts)
        for at in range(0, len(content), chop or max(1, len(content))):
            self.socket.sendall(content[at:at + chop] if chop else content)
            time.sleep(pause)

    def provoke(self, *parts, **options):
        """Sends what the server may hang up on before the last byte is out."""
        with contextlib.suppress(ConnectionError):
            self.send(*parts, **options)

    def fill(self):
        """Reads what has come in, and returns whether the server may say more."""
        try:
            got = self.socket.recv(1 << 16)
        except ConnectionResetError:
            got = b''
        self.input += got
        return bool(got)

    def take(self, count):
        while len(self.input) < count:
            if not self.fill():
                raise EOFError(f'the server closed after {self.input!r}')
        taken, self.input = self.input[:count], self.input[count:]
        return taken

    def head(self):
        """The status and the fields of an answer."""
        while b'\r\n\r\n' not in self.input:
            if not self.fill():
                raise EOFError(f'the server closed after {self.input!r}')
        head, self.input = self.input.split(b'\r\n\r\n', 1)
        status, *lines = head.decode().split('\r\n')
        fields = (line.split(':', 1) for line in lines)
        return int(status.split()[1]), {name.lower(): value.strip() for name, value in fields}

    def rest(self):
        """All that comes until the server closes."""
        while self.fill():
            pass
        return self.input


class RawSocket(RawConnection):
    """An open socket."""

    def __init__(self, server, media=None, patience=PATIENCE, eager=b''):
        super().__init__(server, patience)
        self.send(handshake(server.port), eager)
        status, fields = self.head()
        assert (status, fields['sec-websocket-accept']) == (101, ACCEPT)
        if media:
            self.send(text({'type': 'open', 'media': media}))
            self.expect('opened')

    def frame(self):
        """The next frame, which is as a server's must be (RFC 6455, sections 5 and 7.4)."""
        first, second = self.take(2)
        opcode, short = first & 15, second & 127
        assert first & 0x70 == 0, 'a reserved bit is set'
        assert second & 0x80 == 0, 'a server masks nothing'
        assert opcode in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG)
        length = short
        if short > 125:
            width = 2 if short == 126 else 8
            length = int.from_bytes(self.take(width))
            assert length >= (126 if width == 2 else 65536), 'a length is as short as can be'
        if opcode >= CLOSE:
            assert first & 0x80 and length < 126, 'a control frame is whole and short'
        received = Frame(opcode, self.take(length))
        if opcode == TEXT and first & 0x80:
            received.payload.decode()
        if opcode == CLOSE and received.payload:
            assert received.code in CODES or 3000 <= received.code < 5000
            received.payload[2:].decode()
        return received

    def beyond_pings(self):
        """The next frame that asks no sign of life, as is asked of who is silent for 20 s."""
        while (received := self.frame()).opcode == PING:
            self.provoke(frame(received.payload, PONG))
        return received

    def message(self):
        """The next text message."""
        received = self.beyond_pings()
        assert received.opcode == TEXT, received
        return json.loads(received.payload)

    def expect(self, kind):
        """Reads until a text message of this kind."""
        deadline = time.monotonic() + PATIENCE
        while (message := self.message())['type'] != kind:
            assert time.monotonic() < deadline, f'{kind} did not come'
        return message

    def ending(self, leaves=True):
        """All frames until the server closes; nothing comes after its Close frame.

        A client that `leaves` says so when it is told to: who breaks the rules is not heard
        any more, and the server would wait 5 s for an answer to its Close frame.
        """
        frames = []
        with contextlib.suppress(EOFError):
            while not frames or frames[-1].opcode != CLOSE:
                frames.append(self.frame())
        assert frames and frames[-1].opcode == CLOSE or not self.input, 'half a frame is left'
        with contextlib.suppress(OSError):
            if leaves:
                self.socket.shutdown(socket.SHUT_WR)
        assert self.rest() == b'', 'the server goes on after Close'
        return frames


def ask(server, path='/healthz'):
    """The bytes of a request."""
    return f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n'.encode()


def served(server):
    """Whether a request is answered."""
    with contextlib.suppress(OSError, EOFError), RawConnection(server, patience=5) as client:
        client.send(ask(server))
        return client.head()[0] == 200


def settled(server, name):
    """The id of a medium, once there is no news of its index any more."""
    media, deadline = server.media(name), time.monotonic() + PATIENCE
    while server.get(f'/api/v1/media/{media}').json()['index']['state'] != 'complete':
        assert time.monotonic() < deadline, f'{name} is still scanned'
        time.sleep(0.02)
    return media


def refusal(server, media, *parts, **options):
    """The code with which the server closes on who sends this; None if it never says one.

    Section 7.1.7 asks it to say one without demanding it, and once in twenty times libwebsockets
    cuts the connection before its Close frame has left: so who hears none asks again.
    """
    for _ in range(10):
        with RawSocket(server, media) as socket:
            socket.provoke(*parts, **options)
            frames = socket.ending()
        if frames and frames[-1].opcode == CLOSE:
            return frames[-1].code
    return None
