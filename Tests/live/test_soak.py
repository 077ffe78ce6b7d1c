"""Many who use the server in every way for long leave nothing behind: `make nightly` for minutes."""
import contextlib
import json
import os
import random
import shutil
import socket
import threading
import time
from collections import Counter

import pytest

from client import PREVIEW, Client
from frames import handshake, text
from kit import SAMPLES
from oracle import SAMPLES as TABLE
from oracle import barcode
from raw import RawConnection, RawSocket, ask, settled
from stored import awaited
from test_faults import RESET
from test_metrics import Numbers
from workers import are_ready, resting_memory, thread_names

SECONDS = int(os.environ.get('VERNIER_SOAK', 40))
WARM = min(60, SECONDS / 2)
PEOPLE = 4
# By how much memory may have grown: what is as good as nothing, in minutes and in seconds.
ROOM = 1.05 if SECONDS > 300 else 1.15
# Those of which all that is kept of them is there soon.
NAMES = sorted(set(TABLE) - {'long-gop.mp4'})
# Threads of libdispatch: its own, and one for each queue, of signals, of the watchdog and of the log.
# It starts them when it has to, and ends them when it likes.
QUEUES = 4
PACKS = 32  # files of previews that it holds open, each since it was first looked into
STEP = 10  # frames
WIDTHS = (160, 320)
PAGES = ['/', '/main.js', '/api/v1/media', '/metrics', '/healthz', '/api/openapi.json', '/none']


class Person(threading.Thread):
    """Somebody who does this and that, one thing after the other, until it is time to rest."""

    def __init__(self, server, media, seed, ends):
        super().__init__(daemon=True)
        self.server, self.media, self.ends = server, media, ends
        self.chance, self.rounds, self.failure = random.Random(seed), 0, None

    def run(self):
        deeds = [self.drag, self.jump, self.read, self.mark, self.stumble, self.come_back]
        try:
            while time.monotonic() < self.ends:
                deeds[self.rounds % len(deeds)]()
                self.rounds += 1
        except BaseException as failure:
            self.failure = failure
            raise

    def pick(self):
        """One of the media, and one of its frames."""
        name = self.chance.choice(NAMES)
        return name, self.chance.randrange(0, TABLE[name][0], STEP)

    def drag(self):
        name, _ = self.pick()
        with Client(self.server, self.media[name], preview=PREVIEW) as scrubber:
            scrubber.begin(0, 0, 800)
            for _ in range(20):
                scrubber.move((self.chance.uniform(0, 800), self.chance.uniform(0, 90)))
                scrubber.during(0.01)
            frame = scrubber.end()['target']['frame']
            assert barcode(scrubber.exact_picture(frame).picture) == frame + TABLE[name][1]

    def jump(self):
        name, frame = self.pick()
        with Client(self.server, self.media[name], preview={'width': WIDTHS[0]}) as client:
            for to in ({'frame': frame}, {'keyframe': 'next'}, {'undo': True}, {'position': 0.5}):
                client.seek(**to)
            client.seek(frame=frame)
            client.exact_picture(frame)

    def read(self):
        name, frame = self.pick()
        media = f'/api/v1/media/{self.media[name]}'
        for path in PAGES:
            self.server.get(path)
        width = self.chance.choice(WIDTHS)
        assert self.server.get(f'{media}/frames/{frame}.jpg?width={width}').status == 200
        assert self.server.get(f'{media}/index?format=csv').status == 200
        assert self.server.get(f'{media}/thumbnails.vtt?interval=1&width=160').status == 200
        assert self.server.get(f'{media}/file', Range='bytes=0-99999').status == 206
        self.server.get(f'{media}/target?position={self.chance.random()}')

    def mark(self):
        name, frame = self.pick()
        address = f'/api/v1/media/{self.media[name]}/marks'
        version = self.server.get(address).json()['version']
        segments = [{'first': frame // 2, 'last': frame}]
        self.server.put_marks(address, json.dumps({'segments': segments}), version)

    def stumble(self):
        """Leaves in the middle of everything, or says what nobody understands."""
        port, (name, _) = self.server.port, self.pick()
        noise = self.chance.randbytes(200)
        for part in (b'', ask(self.server)[:30], handshake(port), handshake(port) + noise, noise):
            with RawConnection(self.server) as client:
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                client.provoke(part)
        with RawSocket(self.server, self.media[name]) as client:
            client.send(text({'type': 'nothing'}), text({'type': 'move'}))
            client.expect('error')

    def come_back(self):
        name, frame = self.pick()
        with Client(self.server, self.media[name]) as lost:
            lost.seek(frame=frame)
            token = lost.opened['session']
        with Client(self.server, self.media[name], resume=token) as client:
            assert client.opened['state']['target']['frame'] == frame


@pytest.fixture
def own_server(serve, tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    for name in NAMES:
        shutil.copy2(SAMPLES / name, folder)
    return serve(folder, extra=['--preview-memory', '16', '--message-rate', '0'])


def use(server, media, seconds, seed):
    """Has people use the server for a while, and returns how many things they did."""
    ends = time.monotonic() + seconds
    people = [Person(server, media, f'{seed} {number}', ends) for number in range(PEOPLE)]
    for person in people:
        person.start()
    for person in people:
        person.join()
        assert person.failure is None
    return sum(person.rounds for person in people)


def descriptors(server):
    """How many files of previews the server holds open, and how many other files, sockets, and pipes."""
    folder, names = f'/proc/{server.pid}/fd', []
    for number in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            names.append(os.readlink(f'{folder}/{number}'))
    packs = sum(name.endswith('.vnpk') for name in names)
    return packs, len(names) - packs


def left(server):
    """Bytes, descriptors and threads that the server holds once everybody has gone, in two counts."""
    awaited(lambda: Numbers(server)['connections'] == 1)
    awaited(lambda: are_ready(server))
    memory = resting_memory(server)
    names = thread_names(server.pid)
    own = Counter(name for name in names if name.startswith('vernier'))
    packs, others = descriptors(server)
    assert packs <= PACKS
    return memory, others, own, len(names) - own.total()


def test_long_and_mixed_use_leaves_nothing_behind(own_server):
    media = {name: settled(own_server, name) for name in NAMES}
    for name, one in media.items():  # all that is kept of a file is kept before
        for frame in range(0, TABLE[name][0], STEP):
            for width in WIDTHS:
                own_server.get(f'/api/v1/media/{one}/frames/{frame}.jpg?width={width}')
        for width in WIDTHS:  # a person's pictures are kept apart, as they are coded differently
            with Client(own_server, one, preview={'width': width}) as client:
                client.seek(frame=STEP)
                client.exact_picture(STEP)
    use(own_server, media, WARM, 'warm')
    memory, *rest, _ = left(own_server)
    rounds = use(own_server, media, SECONDS - WARM, 'long')
    memory_after, *rest_after, others = left(own_server)
    print(f'{rounds} rounds in {SECONDS - WARM:.0f} s: {memory >> 20} MiB, then '
          f'{memory_after >> 20}; {rest[0]} descriptors, then {rest_after[0]}; '
          f'{rest_after[1].total()} threads of its own, and {others}')
    assert memory_after <= memory * ROOM
    assert rest_after == rest
    assert others <= QUEUES
    assert own_server.stop() == 0, own_server.complaints
