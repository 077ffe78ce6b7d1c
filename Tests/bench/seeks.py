#!/usr/bin/env python3
"""Measures reaching exact frames from afar beside other libraries and a bare libavcodec loop.

Vernier's times include everything up to a JPEG received by a client in another process; the
others' end with the decoded picture, the loop's with one of 480 columns. All run one after the
other on the same frames, each for the first time.
"""
import random
import statistics
import subprocess

import peers
from clips import CLIPS, clip, program
from judge import judge
from server import serving
from tables import machine, table

SEED = 1
# As many as a minute or two allow: in long groups each takes a third of a second and more.
SEEKS = {'long.mp4': 40, 'short.mp4': 100, 'hevc.mp4': 40, 'vp9.webm': 60}
THREADS = (1, 2)


def bare(loop, path, frames, threads):
    process = subprocess.run([loop, str(path), str(threads)], capture_output=True, check=True,
                             text=True, input=''.join(f'{frame}\n' for frame in frames))
    return list(map(float, process.stdout.split()))


def measured(name, loop):
    """What the loops took, what the peers, and what Vernier.

    The loops run before and after it, as the speed of a machine changes within a minute.
    """
    path = clip(name)
    frames = random.Random(SEED).sample(range(CLIPS[name][0]), SEEKS[name])
    others = {peer: peers.reach(peer, path, frames) for peer in peers.installed()}
    loops = {f'bare loop, {n} threads': bare(loop, path, frames, n) for n in THREADS}
    with serving(path) as server:
        mine = server.frames(server.media(path.name), frames)
    for threads, times in zip(THREADS, loops.values()):
        times += bare(loop, path, frames, threads)
    return {which: (times, 0) for which, times in loops.items()}, others, mine


def row(name, times, wrong, reference):
    if not times:
        return name, '–', '–', 'fails'
    mean = statistics.fmean(times)
    return name, f'{mean:.1f}', f'{mean / reference:.2f}', f'{wrong} wrong' if wrong else 'right'


def main():
    machine()
    loop = program('seeks', 'libavformat', 'libavcodec', 'libswscale', 'libavutil')
    all_wrong = 0
    for name, count in SEEKS.items():
        loops, others, (times, wrong) = measured(name, loop)
        mine = statistics.fmean(times)
        everyone = loops | others | {'Vernier': (times, wrong)}
        table(f'{count} random seeks, {name}', ('ms each', 'of Vernier', ''),
              [row(peer, *found, mine) for peer, found in everyone.items()])
        judge('seeks', f'{name}, beside the fastest peer', peers.fastest(others.values()) / mine)
        judge('seeks', f'{name}, time beside the bare loop', mine / peers.fastest(loops.values()))
        all_wrong += wrong
    judge('seeks', 'wrong pictures', all_wrong)


if __name__ == '__main__':
    main()
