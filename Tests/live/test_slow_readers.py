"""A client that takes pictures by the megabyte, and then stops reading."""
import contextlib
import time

import pytest

from canary import answered, descriptors, prompt
from frames import BINARY, PING, PONG, frame, text
from kit import SAMPLES
from raw import RawSocket, settled
from stored import awaited
from workers import are_ready, until

MEDIA = 'start.ts'
MEGABYTE = 1 << 20
FRAMES = 200  # few enough for all to stay in memory
BIG = {'width': 640, 'quality': 100}


@pytest.fixture
def own(serve):
    server = serve(SAMPLES / MEDIA, extra=['--preview-memory', '128', '--preview-cache', 'none'])
    answered(server, settled(server, MEDIA))
    # Each has its memory, which is none that a client costs.
    until(lambda: are_ready(server, 4), 'four workers')
    return server


class Scrubber:
    """Goes over the same frames again and again, whose pictures cost nothing but the way."""

    def __init__(self, server, media):
        self.socket, self.seq = RawSocket(server, media), 0
        self.socket.send(text({'type': 'configure', 'preview': BIG}))

    def ask(self):
        """Says that it has seen everything, and goes to the next frame."""
        self.seq += 1
        to = {'frame': self.seq % FRAMES}
        self.socket.send(text({'type': 'painted', 'seq': self.seq - 1}),
                         text({'type': 'seek', 'seq': self.seq, 'to': to}))

    def take(self, count):
        """Reads so many bytes of pictures."""
        taken = 0
        while taken < count:
            received = self.socket.frame()
            if received.opcode == PING:
                self.socket.send(frame(received.payload, PONG))
            elif received.opcode == BINARY:
                taken += len(received.payload)
                self.ask()


def seconds_to_take(scrubber, count):
    start = time.monotonic()
    scrubber.take(count)
    return time.monotonic() - start


@pytest.mark.parametrize('talks', [True, False], ids=['asks on', 'falls silent'])
def test_client_that_stops_reading_pictures_is_dropped_and_has_cost_little(own, talks):
    media = own.media(MEDIA)
    scrubber = Scrubber(own, media)
    scrubber.ask()
    scrubber.take(32 * MEGABYTE)  # every frame at least once
    # The best of some: whatever else the machine does may take one.
    assert min(seconds_to_take(scrubber, 8 * MEGABYTE) for _ in range(3)) < 2, 'at least 4 MiB a second'
    memory, before = own.rss(), descriptors(own)
    with contextlib.suppress(ConnectionError):
        for turn in range(6000 if talks else 30):
            scrubber.ask()
            time.sleep(0.01)  # as often as a pointer moves
            if turn % 50 == 0:
                answered(own, media)
                assert own.rss() - memory < 16 * MEGABYTE
        assert not talks, 'it may ask for ever'
    awaited(lambda: descriptors(own) < before)
    prompt(own, MEDIA)
    assert own.rss() - memory < 16 * MEGABYTE
    assert own.stop() == 0, own.complaints
    scrubber.socket.socket.close()
