#!/usr/bin/env python3
"""Measures cuts beside `ffmpeg -c copy` of the same frames, and what is encoded beside ffmpeg.

Vernier's time is that of the whole process, with a scan of the file; each file is on the disk before
the clock stops, ffmpeg's too. Run in turn, the best of several rounds counts.
"""
import os
import platform
import subprocess
import time

from clips import FILMS, ROOT, VERNIER, make

ROUNDS = 5
LOOPS = 15
GROUP = 250
FIRST, LAST = 2 * GROUP, 8499
OUTPUT = FILMS / 'cut.mp4'


def vernier(film, first, mode):
    return [VERNIER, 'cut', str(film), '--in', str(first), '--out', str(LAST), '-o', str(OUTPUT),
            '--mode', mode, '--overwrite', '--index-cache', 'none']


def ffmpeg(film, *options):
    return ['ffmpeg', '-v', 'error', '-y', '-ss', str(FIRST / 30), '-i', str(film), *options,
            str(OUTPUT)]


def run(command):
    """Seconds until a command has ended and its file is on the disk."""
    OUTPUT.unlink(missing_ok=True)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(OUTPUT, 'rb') as file:
        os.fsync(file.fileno())
    return time.perf_counter() - start


def main():
    film = make(FILMS / 'to-cut.mp4', ['-stream_loop', str(LOOPS - 1), '-i',
                                       str(ROOT / 'samples/media/long-gop.mp4'), '-c', 'copy'])
    x264 = ['-an', '-c:v', 'libx264', '-preset', 'fast', '-crf', '17', '-threads', '1']
    commands = {
        'ffmpeg -c copy': ffmpeg(film, '-map', '0', '-frames:v', str(LAST - FIRST), '-c', 'copy'),
        'keyframes': vernier(film, FIRST, 'keyframes'),
        'edit-list': vernier(film, FIRST + 10, 'edit-list'),
        'smart': vernier(film, FIRST + 1, 'smart'),
        'ffmpeg, one group encoded': ffmpeg(film, '-frames:v', str(GROUP), *x264),
    }
    rounds = [[run(command) for command in commands.values()] for _ in range(ROUNDS)]
    best = dict(zip(commands, map(min, zip(*rounds))))
    size = film.stat().st_size >> 20
    print(f'{platform.machine()}, {os.cpu_count()} cores; {LAST - FIRST} frames of {size} MiB')
    print(f'{"":<28}{"s":>8}{"speed beside its measure":>28}')
    copied, group = best['ffmpeg -c copy'], best['ffmpeg, one group encoded']
    measures = {'keyframes': copied, 'edit-list': copied, 'smart': best['keyframes'] + group}
    for name, seconds in best.items():
        ratio = f'{measures[name] / seconds:.2f}' if name in measures else ''
        print(f'{name:<28}{seconds:>8.2f}{ratio:>28}')
    OUTPUT.unlink()


if __name__ == '__main__':
    main()
