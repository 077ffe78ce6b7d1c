#!/usr/bin/env python3
"""Measures finding every frame of a file beside `ffprobe`, which reads the same packets.

All run one after the other on each file, several rounds in turn. The processor time of the best
round counts, so that what else the machine does matters least; none of them waits or uses a second
core. The films of two hours are made once, in `.build/bench`.
"""
import pathlib
import tempfile

from clips import FILMS, SAMPLES, VERNIER, make, program
from judge import judge
from processes import run
from tables import machine, table

ROUNDS = 7
FRAMES = 180_000
SOURCE = 'testsrc=size=64x36:rate=25:duration=7200'
CODEC = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '250', '-pix_fmt', 'yuv420p']


def scan(path):
    return [VERNIER, 'index', str(path), '--csv', '--index-cache', 'none']


def keyframes(path):
    return [VERNIER, 'index', str(path), '--keyframes', '--csv', '--index-cache', 'none']


def reopen(path, cache):
    return [VERNIER, 'seek', str(path), '--frame', '0', '--index-cache', str(cache)]


def ffprobe(path):
    return ['ffprobe', '-v', 'error', '-select_streams', 'V:0', '-of', 'csv',
            '-show_entries', 'packet=pts_time,flags', str(path)]


def best(commands):
    """The least time and the least peak of each command."""
    measured = [[run(command) for command in commands] for _ in range(ROUNDS)]
    return [tuple(map(min, zip(*runs))) for runs in zip(*measured)]


def samples():
    """The samples are too short to be judged: the start of the process is most of it."""
    rows = []
    for path in sorted(path for path in SAMPLES.iterdir() if path.suffix != '.m4a'):
        (ours, _), (theirs, _) = best([scan(path), ffprobe(path)])
        rows.append((path.name, f'{ours:.1f}', f'{theirs:.1f}', f'{ours / theirs:.2f}'))
    table('sample', ('vernier', 'ffprobe', 'ratio'), rows)


def films():
    """Two hours in 180,000 frames, in the three containers that are most unlike."""
    first = make(FILMS / 'frames.mp4', ['-f', 'lavfi', '-i', SOURCE, *CODEC])
    copies = [FILMS / 'frames.mkv', FILMS / 'frames.ts']
    return [first, *(make(path, ['-i', str(first), '-c', 'copy']) for path in copies)]


def measured(path, bare):
    """The figures of a film, by their names in the limits, and a row of what they are made of."""
    with tempfile.TemporaryDirectory() as cache:
        run(reopen(path, cache))
        kept = sum(file.stat().st_size for file in pathlib.Path(cache).iterdir())
        probe, full, keys, again, start, loop = best([
            ffprobe(path), scan(path), keyframes(path), reopen(path, cache), [VERNIER, '--help'],
            [str(bare), str(path)]])
    # A re-open counts without the start of the process, which the other times include.
    opening = again[0] - start[0]
    figures = {
        'every frame, beside ffprobe': full[0] / probe[0],
        'keyframes, beside ffprobe': keys[0] / probe[0],
        'opened again, beside ffprobe': opening / probe[0],
        'peak of memory, beside the packet loop': full[1] / loop[1],
        'stored bytes a frame': kept / FRAMES,
    }
    row = probe[0], full[0], keys[0], opening, loop[1], full[1]
    return figures, (path.name, *(f'{cell:.1f}' for cell in row))


def main():
    machine(f'best of {ROUNDS} runs, ms of processor')
    samples()
    bare = program('packets', 'libavformat', 'libavcodec')
    found = {path: measured(path, bare) for path in films()}
    table('two hours', ('ffprobe', 'scan', 'keyframes', 're-open', 'loop MiB', 'scan MiB'),
          [row for _, row in found.values()])
    for path, (figures, _) in found.items():
        for name, value in figures.items():
            # A transport stream has no list of its keyframes.
            if (path.suffix, name[:4]) != ('.ts', 'keyf'):
                judge('index', f'{path.suffix[1:].upper()}, {name}', value)


if __name__ == '__main__':
    main()
