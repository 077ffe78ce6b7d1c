"""Clients that say more than any hand: they are held back, and nobody else notices."""
import contextlib
import threading
import time

import pytest

from canary import answered, descriptors, prompt
from frames import CLOSE, frame, text
from kit import PATIENCE, SAMPLES
from raw import RawConnection, RawSocket, served, settled
from stored import awaited
from test_metrics import Numbers
from workers import are_ready, until

MEDIA = 'start.ts'
RATE = 50  # messages a second; twice as many at once
MEGABYTE = 1 << 20


@pytest.fixture
def own(serve):
    server = serve(SAMPLES / MEDIA, extra=['--message-rate', str(RATE)])
    answered(server, settled(server, MEDIA))
    # Each has its memory, which is none that a flood leaves behind.
    until(lambda: are_ready(server, 4), 'four workers')
    return server


def seek(seq):
    return text({'type': 'seek', 'seq': seq, 'to': {'frame': seq % 30}})


class Canary:
    """Somebody who asks now and then, and is answered each time."""

    def __init__(self, server):
        self.socket, self.seq = RawSocket(server, server.media(MEDIA)), 0

    def sing(self):
        self.seq += 1
        self.socket.send(seek(self.seq))
        state = self.socket.expect('state')
        assert (state['seq'], state['target']['frame']) == (self.seq, self.seq % 30)


def test_flood_is_answered_at_the_rate_and_nothing_of_it_is_lost(own):
    canary, count = Canary(own), 6 * RATE
    with RawSocket(own, own.media(MEDIA)) as eager:
        start = time.monotonic()
        eager.send(*map(seek, range(1, count + 1)))
        awaited(lambda: Numbers(own)['sockets_held'] == 1)
        for _ in range(10):
            canary.sing()
        told = [eager.expect('state')['seq'] for _ in range(count)]
        # What is there at once is spent, and the rest of it comes at the rate.
        assert time.monotonic() - start >= (count - 2 * RATE) / RATE - 0.1
    assert told == list(range(1, count + 1))
    awaited(lambda: Numbers(own)['sockets_held'] == 0)
    numbers = Numbers(own)
    assert numbers['holds_total'] > 0
    assert numbers['floods_total'] == numbers['connections_refused_total'] == 0


def test_flood_that_does_not_end_is_closed_and_leaves_nothing(own):
    canary, before, memory = Canary(own), descriptors(own), own.rss()
    with RawSocket(own, own.media(MEDIA)) as eager:
        pouring = threading.Thread(target=pour, args=(eager,), daemon=True)
        pouring.start()
        received = eager.frame()
        while received.opcode != CLOSE:
            canary.sing()
            received = eager.frame()
        assert (received.code, received.payload[2:]) == (1008, b'too many messages')
        eager.provoke(frame(received.payload, CLOSE))
        pouring.join(PATIENCE)
        assert not pouring.is_alive()
    canary.sing()
    awaited(lambda: descriptors(own) <= before)
    numbers = Numbers(own)
    assert (numbers['floods_total'], numbers['sockets_held']) == (1, 0)
    assert own.rss() - memory < 16 * MEGABYTE
    prompt(own, MEDIA)
    assert own.stop() == 0, own.complaints


def pour(client):
    """Sends without ever waiting for an answer, until nobody listens any more."""
    seq = 0
    with contextlib.suppress(OSError):
        while True:
            client.socket.sendall(b''.join(map(seek, range(seq + 1, seq + 101))))
            seq += 100


def test_flood_of_connections_is_turned_away_and_those_who_are_there_are_not(own):
    canary = Canary(own)
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(RawConnection(own)) for _ in range(20 * RATE)]
        status, fields = crowd[-1].head()
        canary.sing()
    assert (status, fields['retry-after']) == (503, '1')
    awaited(lambda: served(own))
    prompt(own, MEDIA)
    assert Numbers(own)['connections_refused_total'] > 0
