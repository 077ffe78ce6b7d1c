"""A server that is wrong is found out: one stands in between, and changes what it passes on."""
import contextlib
import json
import struct
import threading

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import serve as listen

from kit import ROOT, SAMPLES

MEDIA = SAMPLES / 'vfr.mkv'
TRACE = ROOT / 'samples/traces/press-jump.jsonl'


@contextlib.contextmanager
def liar(server, change):
    """The address of a server that says what `server` says, but for what `change` makes of it."""

    def answer(socket):
        url = f'ws://127.0.0.1:{server.port}/api/v1/scrub'
        with connect(url, subprotocols=['vernier.v1'], compression=None, max_size=None) as real:
            threading.Thread(target=forward, args=(socket, real), daemon=True).start()
            forward(real, socket, change)

    def forward(source, sink, change=lambda message: message):
        with contextlib.suppress(ConnectionClosed):
            for message in source:
                sink.send(change(message))
        sink.close()

    with listen(answer, '127.0.0.1', 0, subprotocols=['vernier.v1'], compression=None) as between:
        threading.Thread(target=between.serve_forever, daemon=True).start()
        yield f'http://127.0.0.1:{between.socket.getsockname()[1]}'
        between.shutdown()


def text(change):
    """Changes the state that answers the first `end`."""

    def changed(message):
        state = json.loads(message) if isinstance(message, str) else {}
        if state.get('type') == 'state' and (state['seq'], state['phase']) == (1, 'idle'):
            change(state)
            return json.dumps(state)
        return message

    return changed


def header(offset, form, value):
    """Changes a field in the header of every picture."""

    def changed(message):
        if isinstance(message, str):
            return message
        message = bytearray(message)
        struct.pack_into(form, message, offset, value)
        return bytes(message)

    return changed


def later(state):
    state['target'].update(frame=124, pts=8353)


def moved(state):
    state.update(position=0.75, raw=0.75)


LIES = {
    'another frame': (text(later), 'state 1: frame 124 instead of 123, 102 ticks off'),
    'another position': (text(moved), 'state 1: frame 123 instead of '),
    'a picture of another frame': (header(16, '>I', 9), 'picture: frame 9 came'),
    'a picture of another time': (header(20, '>q', 9), 'picture: frame 123 came'),
}


@pytest.mark.parametrize('lie', LIES)
def test_lie_is_found_out_and_named(vernier, server, lie):
    change, fault = LIES[lie]
    with liar(server, change) as url:
        process = vernier('replay', MEDIA, TRACE, '--server', url, '--json')
    assert process.returncode == 1
    assert f'press-jump, gesture 1: {fault}' in process.stderr
    lines = [json.loads(line) for line in process.stdout.splitlines()]
    assert lines[-1]['failures'] >= 1


def test_truth_passes_through(vernier, server):
    with liar(server, lambda message: message) as url:
        process = vernier('replay', MEDIA, TRACE, '--server', url)
    assert process.returncode == 0, process.stderr
