#!/usr/bin/env python3
"""Measures frames as arrays by the client in Python beside PyAV and torchcodec in process.

Vernier's way is the longer one: its server decodes in another process, and every pixel comes over
HTTP on the loopback. All give the same arrays of height × width × RGB. The start is measured from
the program's own until it answers, as of a container.
"""
import random
import statistics
import subprocess
import sys
import time

import peers
from barcodes import number
from clips import CLIPS, ROOT, VERNIER, clip
from judge import judge
from server import serving
from tables import machine, table

sys.path.insert(0, str(ROOT / 'samples/python/src'))

import vernier  # noqa: E402

SEED = 1
SEEKS = 40
ROUNDS = 5
MANY = 1000
LONG, SMALL = 'long.mp4', 'small.mp4'

# The same in a process of its own, as nobody else's threads are to be in the way.
ITERATE = """
import sys, time
sys.path.insert(0, sys.argv[2])
import av
from barcodes import number
start = time.perf_counter()
container = av.open(sys.argv[1])
container.streams.video[0].thread_type = 'AUTO'
count = wrong = 0
for frame in container.decode(video=0):
    pixels = frame.to_ndarray(format='rgb24')
    wrong += number(pixels) != count
    count += 1
print(time.perf_counter() - start, count, wrong)
"""


def timed(work):
    """Seconds that something takes, and what it gives."""
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def opened(server, name):
    """The clip, of which every frame is known by now."""
    found = server.open(name)
    assert len(found.index) == CLIPS[name][0]
    return found


def seeks():
    """What a frame from afar takes, each for the first time, and how many were wrong."""
    frames = random.Random(SEED).sample(range(CLIPS[LONG][0]), SEEKS)
    theirs, misled = peers.reach('torchcodec', clip(LONG), frames)
    with vernier.serve(clip(LONG), program=VERNIER, options=['--index-cache', 'none']) as server:
        film = opened(server, LONG)
        found = [timed(lambda frame=frame: number(film[frame].data)) for frame in frames]
    mine = [1000 * taken for taken, _ in found]
    wrong = sum(shown != frame for (_, shown), frame in zip(found, frames))
    table(f'{SEEKS} frames from afar, {LONG}', ('ms each', ''), [
        ('Vernier', f'{statistics.fmean(mine):.1f}', f'{wrong} wrong'),
        ('torchcodec', f'{statistics.fmean(theirs):.1f}' if theirs else '–', f'{misled} wrong')])
    if theirs:
        judge('arrays', 'a frame from afar, time beside torchcodec',
              statistics.fmean(mine) / statistics.fmean(theirs))
    return wrong


def pyav():
    """Frames a second that PyAV decodes straight on, in its best round."""
    bench = str(ROOT / 'Tests/bench')
    said = [subprocess.run([sys.executable, '-c', ITERATE, clip(SMALL), bench], check=True,
                           capture_output=True, text=True).stdout.split() for _ in range(ROUNDS)]
    assert all((int(count), int(wrong)) == (CLIPS[SMALL][0], 0) for _, count, wrong in said)
    return CLIPS[SMALL][0] / min(float(taken) for taken, *_ in said)


def iterated(film):
    """How many frames are wrong, of all of them one after the other."""
    return sum(number(frame.data) != place for place, frame in enumerate(film))


def straight():
    """Frames straight on, all of them and a thousand; how many were wrong."""
    theirs = pyav()
    with vernier.serve(clip(SMALL), program=VERNIER, options=['--index-cache', 'none']) as server:
        film = opened(server, SMALL)
        rounds = [timed(lambda: iterated(film)) for _ in range(ROUNDS)]
        alone, each = timed(lambda: [number(film[place].data) for place in range(MANY)])
        together, batch = timed(lambda: [number(frame.data) for frame in film[:MANY]])
    mine = CLIPS[SMALL][0] / min(taken for taken, _ in rounds)
    table(f'straight on, {SMALL}', ('frames a s',), [
        ('Vernier', f'{mine:.0f}'), ('PyAV', f'{theirs:.0f}'),
        (f'Vernier, {MANY} in a request', f'{MANY / together:.0f}'),
        (f'Vernier, {MANY} requests', f'{MANY / alone:.0f}')])
    judge('arrays', 'straight on at 480 columns, rate beside PyAV', mine / theirs)
    judge('arrays', 'a thousand in one request, beside one by one', alone / together)
    wrong = sum(count for _, count in rounds)
    return wrong + sum(shown != place for found in (each, batch) for place, shown in enumerate(found))


def answers():
    """Starts the program, and has it answer."""
    with serving(clip(SMALL)) as server:
        server.get('/readyz')


def main():
    machine()
    wrong = seeks() + straight()
    judge('arrays', 'from the start of the program to its answer, in s',
          statistics.median(timed(answers)[0] for _ in range(ROUNDS)))
    judge('arrays', 'wrong pictures', wrong)


if __name__ == '__main__':
    main()
