"""Clients that say more than any drag: they are held back, and nobody else notices."""
import contextlib
import itertools
import select
import threading
import time

import pytest

from canary import answered, descriptors, prompt
from frames import CLOSE, frame, text
from kit import PATIENCE, SAMPLES
from raw import RawConnection, RawSocket, served, settled
from stored import awaited
from test_metrics import Numbers
from workers import are_ready, resting_memory, until

MEDIA = 'start.ts'
RATE = 50  # messages a second; twice as many at once
ARRIVALS = 4 * RATE  # connections a second; twice as many at once
MEGABYTE = 1 << 20


@pytest.fixture
def own(serve):
    server = serve(SAMPLES / MEDIA, extra=['--message-rate', str(RATE), '--address-connections', '0'])
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
    canary, before, memory = Canary(own), descriptors(own), resting_memory(own)
    with RawSocket(own, own.media(MEDIA)) as eager:
        pouring = threading.Thread(target=pour, args=(eager,), daemon=True)
        pouring.start()
        received, ends = eager.frame(), time.monotonic() + PATIENCE
        for number in itertools.count():
            if received.opcode == CLOSE:
                break
            assert time.monotonic() < ends, 'it is never closed'
            # Not for each: who sends on and reads late finds the connection reset, not its reason.
            if number % 50 == 0:
                canary.sing()
            received = eager.frame()
        assert (received.code, received.payload[2:]) == (1008, b'too many messages')
        eager.provoke(frame(received.payload, CLOSE))
        pouring.join(PATIENCE)
        assert not pouring.is_alive()
    canary.sing()
    awaited(lambda: descriptors(own) <= before)
    awaited(lambda: Numbers(own)['sockets_held'] == 0)
    assert Numbers(own)['floods_total'] == 1
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


def let_in(server):
    """How many connections are let in before one is turned away, and how that is told of it."""
    ends, crowd, poll = time.monotonic() + PATIENCE, [], select.poll()
    with contextlib.ExitStack() as stack:
        while time.monotonic() < ends:
            crowd.append(stack.enter_context(RawConnection(server)))
            poll.register(crowd[-1].socket, select.POLLIN)
            if told := {descriptor for descriptor, _ in poll.poll(0)}:
                first = next(number for number, one in enumerate(crowd)
                             if one.socket.fileno() in told)
                return first, crowd[first].head()
    raise AssertionError(f'{len(crowd)} came, and nobody was turned away')


def test_flood_of_connections_is_turned_away_and_those_who_are_there_are_not(own):
    canary = Canary(own)
    began = time.monotonic()
    count, (status, fields) = let_in(own)
    canary.sing()
    # All that were there at once but for a few of others, and those that came at the rate besides.
    assert 0.9 * 2 * ARRIVALS <= count <= ARRIVALS * (2 + time.monotonic() - began)
    assert (status, fields['retry-after']) == (503, '1')
    awaited(lambda: served(own))
    # The first that is let in says only that the next one may come: those who look are several.
    time.sleep(1)
    prompt(own, MEDIA)
    assert Numbers(own)['connections_refused_total'] > 0
