"""Clients that send damaged requests, handshakes, frames and messages; the others are served.

`VERNIER_FUZZ` is how many times as long they go on, `VERNIER_SEED` what they are made from:
`make nightly` takes another one each time.
"""
import contextlib
import os
import random
import threading
import time

import pytest

from canary import answered, descriptors, is_at_rest, prompt
from frames import frame
from fuzzed import Fuzzer
from kit import SAMPLES
from raw import RawConnection
from stored import awaited

CLIENTS = 6
SECONDS = 3 * int(os.environ.get('VERNIER_FUZZ', 1))
SEED = int(os.environ.get('VERNIER_SEED', 1))
SPARE = 16  # descriptors of decoders and stores, which stay


class Crowd:
    """Clients that send noise, each in a thread of its own, and what they sent last."""

    def __init__(self, server, media, talk):
        self.server, self.media, self.talk = server, media, talk
        self.sent, self.ends = {}, time.monotonic() + SECONDS
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True)
                        for number in range(CLIENTS)]

    def run(self, number):
        turn = 0
        while time.monotonic() < self.ends:
            chance = random.Random(f'{SEED} {number} {turn}')
            parts = list(self.talk(Fuzzer(chance, self.server.port, self.media)))
            self.sent[number] = turn, parts
            with contextlib.suppress(OSError), RawConnection(self.server) as client:
                for part in parts:
                    client.send(part, chop=chance.choice([None, None, None, 1 + len(part) // 7]))
                    client.socket.settimeout(chance.choice([0.001, 0.01, 0.1]))
                    client.fill()
            turn += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, *_):
        self.ends = self.ends if kind is None else 0
        for thread in self.threads:
            thread.join()
        if kind:
            print(f'VERNIER_SEED={SEED}; sent last, by client: {self.sent}')


def requests(fuzzer):
    for _ in range(fuzzer.chance.randint(1, 4)):
        request = fuzzer.request()
        yield request if fuzzer.chance.random() < 0.5 else fuzzer.damaged(request)


def handshakes(fuzzer):
    yield fuzzer.damaged(fuzzer.handshake())
    yield fuzzer.frames()


def frames(fuzzer):
    yield fuzzer.handshake()
    yield frame(b'{"type":"open","media":"%s"}' % fuzzer.media.encode())
    for _ in range(fuzzer.chance.randint(1, 20)):
        part = fuzzer.frames()
        yield part if fuzzer.chance.random() < 0.9 else fuzzer.damaged(part)


def messages(fuzzer):
    yield fuzzer.handshake()
    yield frame(b'{"type":"open","media":"%s","preview":{"width":64}}' % fuzzer.media.encode())
    for _ in range(fuzzer.chance.randint(1, 40)):
        yield frame(fuzzer.message())


@pytest.mark.parametrize('talk', [requests, handshakes, frames, messages])
def test_server_outlives_clients_that_send_noise(serve, talk):
    server = serve(SAMPLES / 'start.ts')
    media = server.media('start.ts')
    answered(server, media)
    before = descriptors(server)
    with Crowd(server, media, talk) as crowd:
        while time.monotonic() < crowd.ends:
            assert server.process.poll() is None, server.complaints
            answered(server, media)
            time.sleep(0.05)
    assert len(crowd.sent) == CLIENTS and all(turn > 0 for turn, _ in crowd.sent.values())
    awaited(lambda: descriptors(server) <= before + SPARE)
    awaited(lambda: is_at_rest(server))
    prompt(server, 'start.ts')
    assert server.process.poll() is None and server.stop() == 0, server.complaints
