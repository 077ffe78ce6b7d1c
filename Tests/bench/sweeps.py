#!/usr/bin/env python3
"""Measures a drag that goes along long groups and back, again, and after a restart, beside others.

Twenty seconds in steps of a fifth of one. The others show every frame forward, where some go on in
the open decoder; backward each frame costs them the way from its keyframe, and some stand for all.
"""
import statistics
import subprocess
import tempfile

import peers
from clips import clip, program
from judge import judge
from server import Scrubber, serving
from tables import machine, table

STEP = 6
FORWARD = list(range(300, 900, STEP))
BACKWARD = FORWARD[::-1]
STRIDE = 4


def both_ways(scrubber):
    """Milliseconds there, milliseconds back, and how many were wrong."""
    there, wrong = scrubber.sweep(FORWARD)
    back, wrong_back = scrubber.sweep(BACKWARD)
    return there, back, wrong + wrong_back


def of_peer(peer, path):
    there, wrong = peers.reach(peer, path, FORWARD)
    back, wrong_back = peers.reach(peer, path, BACKWARD[::STRIDE])
    return there, back, wrong + wrong_back


def ours(path):
    """The sweeps by their names."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(path, cache=folder) as server, scrubber_at(server, path) as scrubber:
            yield '', both_ways(scrubber)
            yield 'a second time, ', both_ways(scrubber)
        with serving(path, cache=folder) as server, scrubber_at(server, path) as scrubber:
            yield 'after a restart, ', both_ways(scrubber)


def backward_alone(path):
    with serving(path) as server, scrubber_at(server, path) as scrubber:
        return scrubber.sweep(BACKWARD)


def passed(path):
    """Milliseconds for each frame that a bare loop passes on this way, with two threads."""
    loop = program('seeks', 'libavformat', 'libavcodec', 'libswscale', 'libavutil')
    process = subprocess.run([loop, str(path), '2', str(FORWARD[0]), str(FORWARD[-1])],
                             capture_output=True, check=True, text=True)
    return float(process.stdout)


def scrubber_at(server, path):
    return Scrubber(server, server.media(path.name))


def means(there, back):
    """Of the way there, of the way back, and of both, which are as long."""
    means = [statistics.fmean(times) if times else float('nan') for times in (there, back)]
    return [*means, statistics.fmean(means)]


def row(name, there, back, wrong):
    cells = [f'{mean:.2f}' for mean in means(there, back)]
    return name, *cells, f'{wrong} wrong' if wrong else 'right'


def main():
    machine()
    path = clip('long.mp4')
    others = {peer: of_peer(peer, path) for peer in peers.installed()}
    bare = passed(path)
    mine = dict(ours(path))
    alone, alone_wrong = backward_alone(path)
    table(f'sweep, {len(FORWARD)} each way', ('ms there', 'ms back', 'ms both', ''),
          [row(peer, *found) for peer, found in others.items()]
          + [row(f'Vernier, {name.strip(", ")}', *found) for name, found in mine.items()]
          + [row('Vernier, backward alone', [], alone, alone_wrong)])
    print(f'bare loop, 2 threads: {bare:.2f} ms for each frame passed')
    right = [means(there, back) for there, back, wrong in others.values() if not wrong]
    forward, backward, whole = map(min, zip(*right))
    for name, (there, back, _) in mine.items():
        own = means(there, back)
        judge('sweeps', f'{name}forward', forward / own[0])
        if not name:
            judge('sweeps', 'backward', backward / own[1])
        judge('sweeps', f'{name}forward and backward', whole / own[2])
    judge('sweeps', 'backward, without a way there', backward / statistics.fmean(alone))
    there = statistics.fmean(mine[''][0])
    judge('sweeps', 'forward, for each frame passed, beside the bare loop', there / STEP / bare)
    judge('sweeps', 'backward, without a way there, time beside forward', statistics.fmean(alone) / there)
    judge('sweeps', 'wrong pictures', alone_wrong + sum(wrong for _, _, wrong in mine.values()))


if __name__ == '__main__':
    main()
