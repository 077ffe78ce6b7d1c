"""Requests, handshakes, frames and messages, damaged by chance."""
import json

from frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame, handshake, pieces

KINDS = [TEXT, TEXT, TEXT, TEXT, CONTINUATION, BINARY, CLOSE, PING, PONG, 3, 11]
NUMBERS = [0, -1, 1, 0.5, 2, 64, 199, 1e308, -1e308, 5e-324, 1 << 31, 1 << 53, 1 << 63, 1 << 64]
VALUES = [*NUMBERS, None, True, '', 'x' * 300, [], {}, [[]], 'é\0😀', '01:00:00;02']
TOKENS = [b'\0', b'\r\n', b'\n', b'%00', b'%2e%2e/', b'\xff', b';', b'&&', b':', b' ' * 300,
          b'a' * 5000, b'Content-Length: 5\r\n', b'Transfer-Encoding: chunked\r\n', b'Host: x\r\n',
          b'Range: bytes=-1\r\n', b'Upgrade: h2c\r\n', b'Connection: close\r\n']
PATHS = ['/', '/healthz', '/metrics', '/api/v1/media', '/api/v1/media/{id}',
         '/api/v1/media/{id}/index?format=csv', '/api/v1/media/{id}/target?position=0.5',
         '/api/v1/media/{id}/frames/7.jpg?width=64', '/api/v1/media/{id}/file',
         '/api/v1/media/{id}/thumbnails.vtt', '/api/v1/media/{id}/marks', '/api/v1/scrub']
FIELDS = ['Range: bytes=0-99', 'Range: bytes=5-1', 'If-None-Match: *', 'If-Range: "x"',
          'Connection: keep-alive', 'If-Match: "marks-0"', 'Origin: null',
          'Expect: 100-continue', 'Cookie: a=b']


def messages(media):
    """One right message of every type."""
    return [
        {'type': 'open', 'media': media, 'preview': {'width': 64}},
        {'type': 'configure', 'law': {'kind': 'tiered', 'tiers': [[0, 1], [50, 0.5]]}},
        {'type': 'configure', 'snap': {'to': 'stops', 'stops': [0, 0.5, 1], 'when': 'release'}},
        {'type': 'begin', 'gesture': 1, 'x': 0, 'y': 0, 'extent': 800},
        {'type': 'begin', 'gesture': 2, 'control': 'dial', 'x': 0, 'y': 9, 'extent': 1,
         'turn': {'frames': 25}, 'mode': 'jog'},
        {'type': 'begin', 'gesture': 3, 'control': 'confirm', 'action': 'x', 'x': 0, 'y': 0,
         'extent': 9},
        {'type': 'move', 'gesture': 1, 'seq': 2, 'samples': [[0, 1, 2], [8, 90, 0]]},
        {'type': 'end', 'gesture': 1, 'seq': 3}, {'type': 'cancel', 'gesture': 1, 'seq': 4},
        {'type': 'painted', 'seq': 3},
        *({'type': 'seek', 'seq': 5, 'to': to} for to in (
            {'position': 0.5}, {'time': 1.5}, {'frame': 7}, {'frames': -1}, {'undo': True},
            {'timecode': '01:00:00;02'}, {'keyframe': 'next'}, {'chapter': 'next'}, {'step': 2})),
    ]


class Fuzzer:
    """What a hostile client sends, the same for the same seed."""

    def __init__(self, chance, port, media):
        self.chance, self.port, self.media = chance, port, media

    def damaged(self, content):
        """The bytes with some of them changed, left out, doubled, or with others between."""
        content = bytearray(content)
        for _ in range(self.chance.choice([0, 1, 1, 2, 8])):
            at, size = self.chance.randrange(len(content) + 1), self.chance.choice([1, 1, 4, 40])
            match self.chance.randrange(5):
                case 0: content[at:at + 1] = self.chance.randbytes(1)
                case 1: del content[at:at + size]
                case 2: content[at:at] = content[at:at + size]
                case 3: content[at:at] = self.chance.choice(TOKENS)
                case 4: del content[at:]
        return bytes(content)

    def message(self):
        """A message with strange values, as text that may be no JSON."""
        message = self.strange(self.chance.choice(messages(self.media)))
        content = json.dumps(message, ensure_ascii=self.chance.random() < 0.5).encode(
            errors='surrogatepass')
        return content if self.chance.random() < 0.6 else self.damaged(content)

    def strange(self, value):
        if self.chance.random() < 0.1:
            return self.chance.choice(VALUES)
        if isinstance(value, dict):
            return {name: self.strange(item) for name, item in value.items()
                    if name == 'type' or self.chance.random() > 0.05}
        if isinstance(value, list):
            return [self.strange(item) for item in value] * self.chance.choice([1, 1, 1, 9])
        return value

    def frames(self):
        """One or a few frames."""
        content, chance = self.message(), self.chance
        match chance.randrange(16):
            case 0: return b''.join(pieces(content, chance.choice([1, 7, 100])))
            case 1: return frame(content[:200], chance.choice(KINDS), chance.random() < 0.7,
                                 rsv=chance.choice([0, 0, 0, 1, 4]))
            case 2: return frame(content, claim=chance.choice([0, 125, 1 << 16, 1 << 32, 1 << 63]))
            case 3: return frame(content, mask=None)
            case 4: return frame(chance.randbytes(chance.choice([0, 1, 2, 125])),
                                 chance.choice([PING, PONG, CLOSE]))
            case _: return frame(content)

    def request(self):
        """An HTTP request."""
        path = self.chance.choice(PATHS).format(id=self.media)
        method = self.chance.choice(['GET', 'GET', 'GET', 'HEAD', 'PUT', 'POST', 'CONNECT', 'BREW'])
        fields = self.chance.sample(FIELDS, self.chance.randrange(3))
        lines = [f'{method} {path} HTTP/1.1', f'Host: 127.0.0.1:{self.port}', *fields]
        body = b''
        if method in ('PUT', 'POST') and self.chance.random() < 0.8:
            body = self.message()
            lines.append(f'Content-Length: {len(body) + self.chance.choice([0, 0, 0, 1, -1])}')
        return '\r\n'.join([*lines, '', '']).encode() + body

    def handshake(self):
        return handshake(self.port)
