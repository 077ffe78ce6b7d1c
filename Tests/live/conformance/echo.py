"""An echo, which a scrub socket is not: the action of a knob comes back when the knob is let go."""
import json

from frames import text

BEGIN = {'type': 'begin', 'gesture': 1, 'control': 'confirm', 'x': 0, 'y': 0, 'extent': 9}


def taking(action):
    """The message that takes a knob for an action, which is text or its bytes in UTF-8."""
    content = action if isinstance(action, bytes) else json.dumps(
        action, ensure_ascii=False)[1:-1].encode()
    return json.dumps({**BEGIN, 'action': ''}).encode()[:-2] + content + b'"}'


def sized(size):
    """The action whose message has so many bytes, not all of them ASCII."""
    letters = 'grüß dich, 日本 '
    room = size - len(taking(''))
    action = letters * (room // len(letters.encode()))
    return action + 'x' * (room - len(action.encode()))


def echo(socket):
    """Lets the knob go, and returns its action."""
    socket.send(text({'type': 'cancel', 'gesture': 1, 'seq': 1}))
    return socket.expect('declined')['action']
