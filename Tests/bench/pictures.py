#!/usr/bin/env python3
"""Measures reaching exact frames beside other libraries and a bare libavcodec loop.

Vernier's times include everything up to a JPEG in the hands of a client in another process; the
others' end with the decoded picture, the loop's with one of 480 columns. All run one after the
other on the same frames. Prints tables and judges nothing but the numbers in the pictures.
"""
import os
import platform
import random
import statistics
import subprocess
import tempfile

import peers
from clips import CLIPS, clip, program
from server import Hand, serving

SEEKS = 100
SEED = 1
# Twenty seconds, in steps of a fifth of one.
FORWARD = list(range(300, 900, 6))
BACKWARD = FORWARD[::-1]


def table(title, columns, rows):
    print(f'\n{title:<28}' + ''.join(f'{column:>12}' for column in columns))
    for name, cells in rows:
        print(f'{name:<28}' + ''.join(f'{cell:>12}' for cell in cells))


def shown(times, wrong, reference):
    if not times:
        return ['–'] * 3
    middle = statistics.fmean(times)
    return [f'{middle:.1f}', f'{reference / middle:.2f}', f'{wrong} wrong' if wrong else 'right']


def bare(loop, path, frames, threads):
    process = subprocess.run([loop, str(path), str(threads)], capture_output=True, check=True,
                             text=True, input=''.join(f'{frame}\n' for frame in frames))
    return list(map(float, process.stdout.split()))


def random_seeks(names, loop):
    """Single frames from afar, each for the first time."""
    for name, (count, _) in CLIPS.items():
        path = clip(name)
        frames = random.Random(SEED).sample(range(count), SEEKS)
        measured = {f'bare loop, {n} threads': (bare(loop, path, frames, n), 0) for n in (1, 2)}
        measured |= {peer: peers.reach(peer, path, frames) for peer in names}
        with serving(path) as server:
            measured['Vernier'] = server.frames(server.media(path.name), frames)
        mine = statistics.fmean(measured['Vernier'][0])
        rows = [(peer, shown(times, wrong, mine)[:1] + [f'{statistics.fmean(times) / mine:.2f}']
                 + shown(times, wrong, mine)[2:]) for peer, (times, wrong) in measured.items() if times]
        table(f'{SEEKS} random seeks, {name}', ('ms each', 'of Vernier', ''), rows)


def sweeps(names, loop):
    """A hand that goes along the long groups and back; and again; and after a restart."""
    path = clip('long.mp4')
    rows = []
    for peer in names:
        there, wrong = peers.reach(peer, path, FORWARD)
        back, wrong_back = peers.reach(peer, path, BACKWARD)
        rows.append((peer, there, back, wrong + wrong_back))
    with tempfile.TemporaryDirectory() as folder:
        with serving(path, cache=folder) as server:
            media = server.media(path.name)
            with Hand(server, media) as hand:
                rows.append(('Vernier', *sweep(hand)))
                rows.append(('Vernier, a second time', *sweep(hand)))
        with serving(path, cache=folder) as server, Hand(server, server.media(path.name)) as hand:
            rows.append(('Vernier, after a restart', *sweep(hand)))
    with serving(path) as server, Hand(server, server.media(path.name)) as hand:
        back, wrong = hand.sweep(BACKWARD)
        rows.append(('Vernier, backward only', [], back, wrong))
    print_sweeps(rows, len(names))


def sweep(hand):
    there, wrong = hand.sweep(FORWARD)
    back, wrong_back = hand.sweep(BACKWARD)
    return there, back, wrong + wrong_back


def print_sweeps(rows, peer_count):
    least = [min(statistics.fmean(row[way]) for row in rows[:peer_count]) for way in (1, 2)]
    whole = min(statistics.fmean(row[1] + row[2]) for row in rows[:peer_count])

    def cells(there, back, wrong):
        for times, best in ((there, least[0]), (back, least[1]), (there + back, whole)):
            if not times or (times is not there and times is not back and not there):
                yield from ('–', '–')
            else:
                middle = statistics.fmean(times)
                yield from (f'{middle:.1f}', f'×{best / middle:.1f}')
        yield f'{wrong} wrong' if wrong else 'right'

    table(f'sweep, {len(FORWARD)} there and back', ('ms there', '', 'ms back', '', 'ms whole', '', ''),
          [(name, list(cells(*rest))) for name, *rest in rows])


def main():
    print(f'{platform.machine()}, {os.cpu_count()} cores')
    names = peers.installed()
    loop = program('seeks', 'libavformat', 'libavcodec', 'libswscale', 'libavutil')
    random_seeks(names, loop)
    sweeps(names, loop)


if __name__ == '__main__':
    main()
