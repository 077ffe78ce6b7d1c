#!/usr/bin/env python3
"""Measures eight clients that scrub eight films at once, on as many cores as there are.

Each client drags to and fro over the long groups, rests, waits for its target's own picture, and
goes on elsewhere. Judged are the times that each client waited at rest, the slowest beside the
fastest, the memory that all took, and that every picture's number is right.
"""
import random
import shutil
import statistics
import tempfile
import threading

from clips import CLIPS, clip
from judge import judge
from processes import children, peak
from server import Scrubber, is_wrong, serving
from tables import machine

CLIENTS, RESTS, MOVES = 8, 10, 20
FRAMES = CLIPS['long.mp4'][0]
# MiB: pictures that are kept; two decoders for each of four, with the twenty pictures of this size
# that each holds; and what the server and its processes are without any.
KEPT, DECODERS, BASE = 256, 8 * 20 * 1920 * 1080 * 3 / 2 / (1 << 20), 64


def scrub(server, media, seed, waits):
    """Notes the milliseconds that a client waited at each rest, and how many pictures were wrong."""
    chance = random.Random(seed)
    with Scrubber(server, media) as scrubber:
        times, wrong = [], 0
        for _ in range(RESTS):
            place = chance.randrange(FRAMES)
            for step in range(MOVES):
                scrubber.move(max(0, min(FRAMES - 1, place + 12 * (step - MOVES))))
            picture, taken = scrubber.reach(place)
            times.append(taken)
            wrong += is_wrong(picture, place)
    waits[seed] = (statistics.fmean(times), wrong)


def crowded(server):
    """What each client waited at rest, and how many pictures of all were wrong."""
    waits = {}
    media = [server.media(f'{number}.mp4') for number in range(CLIENTS)]
    crowd = [threading.Thread(target=scrub, args=(server, one, seed, waits))
             for seed, one in enumerate(media)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert len(waits) == CLIENTS, 'a client gave up'
    means, wrong = zip(*waits.values())
    return sorted(means), sum(wrong)


def main():
    machine()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(CLIENTS):
            shutil.copy(clip('long.mp4'), f'{folder}/{number}.mp4')
        with serving(folder) as server:
            means, wrong = crowded(server)
            taken = sum(map(peak, (server.pid, *children(server.pid))))
    print(f'{CLIENTS} clients, {RESTS} rests each: {means[0]:.0f} to {means[-1]:.0f} ms at rest, '
          f'{taken:.0f} MiB')
    judge('crowd', 'the slowest of eight, beside the fastest', means[-1] / means[0])
    judge('crowd', 'memory, beside what it may take', taken / (KEPT + DECODERS + BASE))
    judge('crowd', 'wrong pictures', wrong)


if __name__ == '__main__':
    main()
