"""The bytes of handshakes and frames, right ones and wrong ones (RFC 6455)."""
import json

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = bytes.fromhex('5a12c399')
# The example of RFC 6455, section 1.3.
KEY, ACCEPT = 'dGhlIHNhbXBsZSBub25jZQ==', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='


def masked(payload, mask=MASK):
    key = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(len(payload))


def frame(payload=b'', opcode=TEXT, fin=True, rsv=0, mask=MASK, claim=None, width=None):
    """A frame's bytes; `claim` is another length than the payload's, `width` its bytes."""
    length = len(payload) if claim is None else claim
    if width is None:
        width = 0 if length < 126 else 2 if length < 65536 else 8
    short = {0: length, 2: 126, 8: 127}[width]
    head = bytes([fin << 7 | rsv << 4 | opcode, (mask is not None) << 7 | short])
    head += length.to_bytes(width) if width else b''
    return head + (payload if mask is None else mask + masked(payload, mask))


def text(message, **options):
    return frame(json.dumps(message).encode(), **options)


def goodbye(code=1000, reason=b''):
    return frame(code.to_bytes(2) + reason, CLOSE)


def pieces(payload, size, opcode=TEXT):
    """The frames of a message, with so many bytes in each."""
    parts = [payload[at:at + size] for at in range(0, len(payload), size)] or [b'']
    last = len(parts) - 1
    return [frame(part, CONTINUATION if number else opcode, number == last)
            for number, part in enumerate(parts)]


def handshake(port, line='GET /api/v1/scrub HTTP/1.1', **changes):
    """A right handshake but for `changes`: None leaves a field out, a list repeats it."""
    fields = {
        'Host': f'127.0.0.1:{port}', 'Connection': 'Upgrade', 'Upgrade': 'websocket',
        'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': KEY,
        'Sec-WebSocket-Protocol': 'vernier.v1',
    } | {name.replace('_', '-'): value for name, value in changes.items()}
    lines = [line]
    for name, value in fields.items():
        values = value if isinstance(value, list) else [] if value is None else [value]
        lines += [f'{name}: {one}' for one in values]
    return '\r\n'.join([*lines, '', '']).encode('latin-1')
