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


def together(name, look):
    """Has eight clients look at once, each at a film of its own: `look(server, media, seed)`.

    Gives what each of them gives, and the MiB that all took at most.
    """
    found = []

    def note(*given):
        found.append(look(*given))

    with tempfile.TemporaryDirectory() as folder:
        for number in range(CLIENTS):
            shutil.copy(clip(name), f'{folder}/{number}.mp4')
        with serving(folder) as server:
            media = [server.media(f'{number}.mp4') for number in range(CLIENTS)]
            clients = [threading.Thread(target=note, args=(server, one, seed))
                       for seed, one in enumerate(media)]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
            taken = sum(map(peak, (server.pid, *children(server.pid))))
    assert len(found) == CLIENTS, 'a client gave up'
    return found, taken


def scrub(server, media, seed):
    """The milliseconds that a client waited at each rest, and how many pictures were wrong."""
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
    return statistics.fmean(times), wrong


def main():
    machine()
    found, taken = together('long.mp4', scrub)
    means, wrong = zip(*sorted(found))
    print(f'{CLIENTS} clients, {RESTS} rests each: {means[0]:.0f} to {means[-1]:.0f} ms at rest, '
          f'{taken:.0f} MiB')
    judge('crowd', 'the slowest of eight, beside the fastest', means[-1] / means[0])
    judge('crowd', 'memory, beside what it may take', taken / (KEPT + DECODERS + BASE))
    judge('crowd', 'wrong pictures', sum(wrong))


if __name__ == '__main__':
    main()
