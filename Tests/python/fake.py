"""A server of the tests' own: it says the right thing until a test has it say another."""
import contextlib
import json
import socket
import threading

WIDTH, HEIGHT, FRAMES = 8, 6, 20
ID = 'f' * 32
MEDIA = f'/api/v1/media/{ID}'
SIZE = WIDTH * HEIGHT * 3
CLIP = {
    'id': ID, 'name': 'fake.mp4', 'version': '0' * 16, 'stream': 0, 'timebase': [1, 10],
    'first': 5, 'end': 5 + FRAMES, 'frames': FRAMES, 'index': {'state': 'complete', 'progress': 1},
}
HEADER = {
    'frame': 7, 'pts': 12, 'timebase': [1, 10], 'duration': 1, 'width': WIDTH, 'height': HEIGHT,
    'format': 'rgb24', 'bytes': SIZE, 'range': 'tv', 'space': None, 'primaries': 'bt709',
    'transfer': None, 'sampleAspectRatio': [1, 1], 'rotation': 0,
    'planes': [{'offset': 0, 'stride': WIDTH * 3, 'width': WIDTH, 'height': HEIGHT}],
}
API = {'info': {'version': '1.0.0'},
       'paths': {'/api/v1/media/{id}/frames/{frame}.raw': {}}}


def table(frames=FRAMES):
    lines = [f'{n},{n + 5},{n / 10},{str(n == 0).lower()}' for n in range(frames)]
    return '\n'.join(['frame,pts,time,key', *lines, '']).encode()


def answer(body, status='200 OK', length=None, **fields):
    """The bytes of an answer, whose length may be a lie."""
    head = [f'HTTP/1.1 {status}', f'Content-Length: {len(body) if length is None else length}']
    head += [f'{name.replace("_", "-")}: {value}' for name, value in fields.items()]
    return '\r\n'.join([*head, '', '']).encode() + body


def told(document, **options):
    return answer(json.dumps(document).encode(), **options)


def picture(number, body=None, length=None, **changes):
    """A frame, whose bytes are all its number, and whose header may be another."""
    header = {**HEADER, 'frame': number, **changes}
    body = bytes([number]) * SIZE if body is None else body
    return answer(body, length=length, Vernier_Picture=json.dumps(header))


def pictures(count, body, length=None, **changes):
    header = {**HEADER, 'count': count, **changes}
    return answer(body, length=length, Vernier_Pictures=json.dumps(header))


class FakeServer:
    """`answers` is what to send to a path; `closing` are the paths after which it hangs up."""

    def __init__(self):
        self.answers = {
            '/api/openapi.json': told(API),
            '/api/v1/media': told({'media': [{'id': ID, 'name': 'fake.mp4', 'bytes': 1}]}),
            MEDIA: told(CLIP),
            f'{MEDIA}/index': answer(table()),
            **{f'{MEDIA}/frames/{n}.raw': picture(n) for n in range(FRAMES)},
        }
        self.closing = set()
        self.asked = []
        self._socket = socket.create_server(('127.0.0.1', 0))
        self._connections = []
        self.url = f'http://127.0.0.1:{self._socket.getsockname()[1]}'

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        for one in (self._socket, *self._connections):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                self._connections.append(connection)
                threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection):
        with connection, contextlib.suppress(OSError, ValueError), connection.makefile('rb') as lines:
            while line := lines.readline():
                while lines.readline() not in (b'\r\n', b''):
                    pass
                path = line.split()[1].decode().partition('?')[0]
                self.asked.append(line.split()[1].decode())
                if not self._say(connection, self.answers[path]) or path in self.closing:
                    connection.shutdown(socket.SHUT_RDWR)
                    return

    @staticmethod
    def _say(connection, content):
        """Sends bytes, or what a generator gives, piece by piece; whether it goes on then."""
        pieces = [content] if isinstance(content, bytes) else content()
        for piece in pieces:
            if piece is None:
                return False
            connection.sendall(piece)
        return True
