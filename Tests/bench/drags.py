#!/usr/bin/env python3
"""Measures a fast drag over a film of two hours, which nothing of has been decoded before.

The pointer passes more than half of the bar in five seconds, at sixty moves a second. What it is
measured beside is a loop that seeks and decodes the keyframe of each look, one thread, by PyAV; and
for seeks from afar a bare libavcodec loop that decodes to the exact frame.
"""
import dataclasses
import itertools
import json
import random
import statistics
import struct
import time

import peers
from clips import film, program
from judge import judge
from processes import children, cpu_seconds
from seeks import bare
from server import Scrubber, is_wrong, serving
from tables import machine, table

FRAMES = 216_000
GOP = 250
# The film repeats its pictures, and with them the numbers that they carry.
PART = 750
EXTENT = 1000
SECONDS = 5
RATE = 60
SEEKS = 30
# Milliseconds for a keyframe of this film, one thread, where bounds in seconds were asked for: a
# machine that needs longer has as much longer for all.
USUAL = 26
WAYS = {'forward': (0.2, 0.8), 'backward': (0.8, 0.2)}


@dataclasses.dataclass
class Picture:
    """What came, and when; `lag` is how far it is, in frames, from the target that the server had when
    it was sent: that of the last state before it."""
    at: float
    frame: int
    is_exact: bool
    lag: int
    bytes: bytes

    @property
    def is_wrong(self):
        return is_wrong(self.bytes, self.frame % PART)


class Dragger(Scrubber):
    """A client that drags over the bar and paints what comes, until the target's own picture."""

    target = 0

    def __init__(self, server, media, width=1120):
        super().__init__(server, media, width)
        self.reach(0)

    def drag(self, start, end, reached=lambda: None, moved=lambda: None):
        """The pictures of a drag from one position to another, with the time after its start.

        Calls `reached` before it, and `moved` after the last move, before the pointer is let go.
        """
        self.reach(int(start * FRAMES))
        reached()
        self.gesture = getattr(self, 'gesture', 0) + 1
        self.number('begin', gesture=self.gesture, x=0, y=0, extent=EXTENT)
        begin, pictures = time.perf_counter(), []
        for step in range(1, SECONDS * RATE + 1):
            position = start + (end - start) * step / (SECONDS * RATE)
            due = begin + step / RATE
            while (left := due - time.perf_counter()) > 0:
                pictures += self.take(left, begin)
            self.number('move', gesture=self.gesture,
                        samples=[[1000 * step / RATE, (position - start) * EXTENT, 0]])
        moved()
        self.number('end', gesture=self.gesture)
        # Its last place is rounded by the server, too.
        last = int(end * FRAMES)
        while not (pictures and pictures[-1].is_exact and abs(pictures[-1].frame - last) <= 1):
            pictures += self.take(60, begin)
        return pictures

    def look(self, frame):
        """What comes until a frame's own picture, with the time after it was asked for."""
        start, pictures = time.perf_counter(), []
        self.move(frame)
        while not (pictures and pictures[-1].is_exact and pictures[-1].frame == frame):
            pictures += self.take(60, start)
        return pictures

    def take(self, timeout, begin):
        """The picture that comes in this time, as a list of it or of nothing."""
        try:
            message = self.socket.recv(timeout)
        except TimeoutError:
            return []
        if isinstance(message, str):
            self.target = json.loads(message).get('target', {}).get('frame', self.target)
            return []
        flags, seq, frame = message[5], *struct.unpack('>II', message[12:20])
        self.send('painted', seq=seq)
        now = time.perf_counter() - begin
        return [Picture(now, frame, bool(flags & 1), abs(frame - self.target), message[32:])]


def rate(pictures):
    """Pictures a second during the drag, the longest gap in ms, and the share within one GOP."""
    during = [picture for picture in pictures if picture.at <= SECONDS]
    times = [0, *(picture.at for picture in during), SECONDS]
    gap = 1000 * max(after - before for before, after in itertools.pairwise(times))
    close = sum(picture.lag <= GOP for picture in during) / max(1, len(during))
    return len(during) / SECONDS, gap, close


def near(pictures, frame, group):
    """The first picture that is within a group of a frame."""
    return next(picture for picture in pictures if abs(picture.frame - frame) <= group)


def first_pictures(server, media, frames):
    """Milliseconds until the first picture within a group of each frame, and until its own."""
    first, exact = [], []
    with Dragger(server, media) as client:
        for frame in frames:
            taken = client.look(frame)
            first.append(1000 * near(taken, frame, GOP).at)
            exact.append(1000 * taken[-1].at)
    return first, exact


def early_storyboard(path):
    """How many pictures a storyboard has three seconds after a client has come to a film."""
    with serving(path) as server:
        media = server.media(path.name)
        with Dragger(server, media):
            time.sleep(3)
            return len(listed(server, media))


def with_storyboard(path):
    """Drags both ways once the storyboard is there.

    Gives the pictures of each drag, the frames decoded while the pointer moved, and the seconds of a
    core that the storyboard took, the opening and the index included. No client has come before: what is
    decoded around one at rest is not the storyboard's.
    """
    with serving(path) as server:
        media, before = server.media(path.name), work(server)
        while not json.loads(server.get(f'/api/v1/media/{media}/storyboard'))['complete']:
            time.sleep(0.1)
        taken = work(server) - before
        counts, drags = [], []
        with Dragger(server, media) as client:
            for start, end in WAYS.values():
                drags.append(client.drag(
                    start, end, lambda: counts.append(settled(server)),
                    lambda: counts.append(server.metric('frames_decoded_total'))))
    return drags, sum(counts[1::2]) - sum(counts[::2]), taken


def listed(server, media):
    """The frames of all pictures of a storyboard by now, of which one answer lists 60 at most."""
    address = f'/api/v1/media/{media}/storyboard?count=60'
    return {picture['frame'] for part in range(20) for picture in json.loads(server.get(
        f'{address}&from={part / 20}&to={(part + 1) / 20}'))['pictures']}


def settled(server):
    """The frames that are decoded by now, once what is around a place at rest is decoded, too.

    That begins with one of the next two ticks of 100 ms, and ends with a drag.
    """
    time.sleep(0.3)
    while server.metric('picture_orders'):
        time.sleep(0.1)
    return server.metric('frames_decoded_total')


def keyframe(path):
    """Milliseconds for each of a hundred keyframes all over the film, one thread, by PyAV."""
    looks = [int((0.2 + 0.6 * step / 100) * FRAMES) for step in range(100)]
    return peers.reach('PyAV, keyframes', path, looks)[0]


def slowness(keys):
    """How many times longer than usual keyframes take that took so many milliseconds, at least 1."""
    return max(1, statistics.median(keys) / USUAL)


def work(server):
    """Seconds of the processor that a server and its processes have taken."""
    return sum(map(cpu_seconds, (server.pid, *children(server.pid))))


def p95(values):
    return sorted(values)[int(0.95 * len(values))]


def main():
    machine()
    path = film()
    key = keyframe(path)
    one = statistics.median(key)
    loop = program('seeks', 'libavformat', 'libavcodec', 'libswscale', 'libavutil')
    rows, wrong, rests, ends = [], 0, [], []
    for name, (start, end) in WAYS.items():
        with serving(path) as server, Dragger(server, server.media(path.name)) as client:
            before = server.metric('frames_decoded_total')
            pictures = client.drag(start, end)
            decoded = server.metric('frames_decoded_total') - before
        wrong += sum(picture.is_wrong for picture in pictures)
        each, gap, close = rate(pictures)
        rests.append(1000 * (pictures[-1].at - SECONDS))
        ends.append(pictures[-1].frame)
        rows.append((name, f'{each:.1f}', f'{gap:.0f}', f'{close:.2f}', f'{rests[-1]:.0f}', decoded))
        judge('drags', f'{name}, pictures beside the keyframe loop', each / min(50, 1000 / one))
        judge('drags', f'{name}, longest gap beside 3 keyframes', gap / max(70, 3 * one))
        judge('drags', f'{name}, within one GOP of the target', close)
    table('a drag over 60 % of two hours', ('a second', 'gap ms', 'near', 'rest ms', 'decoded'),
          rows)
    # The decoder's first picture takes longer.
    alone = sum(bare(loop, path, [0, *ends], 2)[1:])
    print(f'keyframe loop: {1000 / one:.1f} a second; bare loop to where both rest: {alone:.0f} ms')
    judge('drags', "at rest, the targets' own pictures, beside the bare loop", sum(rests) / alone)
    early = early_storyboard(path)
    shown, decoded, taken = with_storyboard(path)
    print(f'storyboard: {early} pictures after 3 s, all in {taken:.1f} s of a core; with it '
          + ' and '.join(f'{rate(pictures)[0]:.1f}' for pictures in shown)
          + f' pictures a second, {decoded} frames decoded')
    wrong += sum(picture.is_wrong for pictures in shown for picture in pictures)
    judge('drags', 'storyboard, pictures after 3 s', early * slowness(key))
    judge('drags', 'storyboard, all of it, in s of a core', taken / slowness(key))
    judge('drags', 'with the storyboard, pictures a second', min(rate(pictures)[0] for pictures in shown))
    judge('drags', 'with the storyboard, frames decoded in drags', decoded)
    frames = random.Random(2).sample(range(FRAMES), SEEKS)
    before = bare(loop, path, frames, 2)
    with serving(path) as server:
        first, exact = first_pictures(server, server.media(path.name), frames)
    # The machine's speed may change meanwhile.
    theirs = list(map(statistics.fmean, zip(before, bare(loop, path, frames, 2))))
    table(f'{SEEKS} seeks from afar', ('median ms', 'p95 ms'), [
        (name, f'{statistics.median(times):.0f}', f'{p95(times):.0f}') for name, times in (
            ('keyframe loop', key), ('first picture', first), ('exact', exact),
            ('bare loop, 2 threads', theirs))])
    judge('drags', 'seeks, first picture, p95 beside the keyframe loop',
          p95(first) / max(60, 2.5 * one))
    judge('drags', 'seeks, exact, median beside the bare loop',
          statistics.median(exact) / statistics.median(theirs))
    judge('drags', 'seeks, exact, p95 beside the bare loop', p95(exact) / p95(theirs))
    judge('drags', 'wrong pictures', wrong)


if __name__ == '__main__':
    main()
