"""A WebSocket client that costs little, so that servers are what is measured; and a bare server."""
import contextlib
import json
import socket
import subprocess
import time

from clips import program
from processes import running


def text(**message):
    """A masked text frame; the mask of zeros leaves the text as it is."""
    payload = json.dumps(message, separators=(',', ':')).encode()
    length = bytes([128 + len(payload)]) if len(payload) < 126 \
        else bytes([254]) + len(payload).to_bytes(2, 'big')
    return b'\x81' + length + bytes(4) + payload


class Socket:
    """One client."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b''
        self.socket.sendall(
            f'GET /api/v1/scrub HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n'
            'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
            'Sec-WebSocket-Protocol: vernier.v1\r\n\r\n'.encode())
        head = self.until(lambda: self.buffer.find(b'\r\n\r\n') + 4)
        assert b' 101 ' in head, head

    def until(self, length):
        while length() <= 3:
            self.buffer += self.socket.recv(65536)
        whole, self.buffer = self.buffer[:length()], self.buffer[length():]
        return whole

    def receive(self):
        return self.until(self.whole)

    def whole(self):
        """The length of the first message, once all of it is there."""
        if len(self.buffer) < 4:
            return 0
        short = self.buffer[1]
        length = 2 + short if short < 126 else 4 + int.from_bytes(self.buffer[2:4], 'big')
        return length if len(self.buffer) >= length else 0

    def send(self, message):
        self.socket.sendall(message)

    def await_answer(self, part):
        while part not in (answer := self.receive()):
            pass
        return answer

    def ask(self, message):
        self.send(message)
        return self.receive()

    def begin(self, media):
        """Opens a media and begins a drag on the bar; returns the size of a state."""
        self.send(text(type='open', media=media))
        self.await_answer(b'"type":"opened"')
        self.send(text(type='begin', gesture=1, seq=1, x=300, y=20, extent=800))
        self.send(text(type='move', gesture=1, seq=2, samples=[[0, 301.5, 20]]))
        return len(self.await_answer(b'"seq":2,')) - 4


@contextlib.contextmanager
def echoing(size, *before):
    """A bare server's process, started by the words `before`, and its port."""
    with socket.create_server(('127.0.0.1', 0)) as free:
        port = free.getsockname()[1]
    command = [*before, program('echo', 'libwebsockets'), port, size]
    with running(*command, stdin=subprocess.PIPE) as process:
        connect(port)
        yield process.pid, port


def connect(port):
    for _ in range(100):
        with contextlib.suppress(ConnectionRefusedError):
            return Socket(port)
        time.sleep(0.05)
    raise SystemExit('the server does not listen')
