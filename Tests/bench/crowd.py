#!/usr/bin/env python3
"""Measures eight clients that scrub eight films at once, on as many cores as there are.

Each hand drags to and fro over the long groups, rests, waits for its target's own picture, and
goes on elsewhere. Told are the times that each client waited at rest, the slowest beside the
fastest, and the memory that they took. Every picture's number must be right.
"""
import os
import pathlib
import platform
import random
import shutil
import statistics
import tempfile
import threading

from clips import CLIPS, clip
from server import Hand, barcode, serving

CLIENTS, RESTS, MOVES = 8, 10, 20
FRAMES = CLIPS['long.mp4'][0]


def scrub(server, media, seed, waits):
    """Notes the milliseconds that a hand waited at each rest, and how many pictures were wrong."""
    chance = random.Random(seed)
    with Hand(server, media) as hand:
        times, wrong = [], 0
        for _ in range(RESTS):
            place = chance.randrange(FRAMES)
            for step in range(MOVES):
                hand.move(max(0, min(FRAMES - 1, place + 12 * (step - MOVES))))
            picture, taken = hand.reach(place)
            times.append(taken)
            wrong += barcode(picture) != place
    waits[seed] = (times, wrong)


def memory(pid):
    """Mebibytes that a process has at most taken so far."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text()
    return int(status.split('VmHWM:')[1].split()[0]) // 1024


def workers(pid):
    """The processes that read media for a server."""
    files = pathlib.Path(f'/proc/{pid}/task').glob('*/children')
    return [int(number) for file in files for number in file.read_text().split()]


def main():
    print(f'{platform.machine()}, {os.cpu_count()} cores')
    with tempfile.TemporaryDirectory() as folder:
        for number in range(CLIENTS):
            shutil.copy(clip('long.mp4'), f'{folder}/{number}.mp4')
        with serving(folder) as server:
            media = [server.media(f'{number}.mp4') for number in range(CLIENTS)]
            waits = {}
            crowd = [threading.Thread(target=scrub, args=(server, one, seed, waits))
                     for seed, one in enumerate(media)]
            for hand in crowd:
                hand.start()
            for hand in crowd:
                hand.join()
            peak = sum(memory(process) for process in (server.pid, *workers(server.pid)))
    means = sorted(statistics.fmean(times) for times, _ in waits.values())
    wrong = sum(wrong for _, wrong in waits.values())
    print(f'{CLIENTS} clients, {RESTS} rests each: {means[0]:.0f} to {means[-1]:.0f} ms at rest, '
          f'×{means[-1] / means[0]:.2f} apart, {peak} MiB, {wrong} wrong')


if __name__ == '__main__':
    main()
