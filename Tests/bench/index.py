#!/usr/bin/env python3
"""Measures `vernier index` beside `ffprobe`, which reads the same packets of the same files.

Both run one after the other on each sample, several rounds in turn; the best time of each counts,
so that what else the machine does matters least. Prints a table and judges nothing.
"""
import os
import pathlib
import platform
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / 'samples/media'
VERNIER = os.environ.get('VERNIER', str(ROOT / '.build/release/vernier'))
ROUNDS = 7


def ours(path):
    return [VERNIER, 'index', str(path), '--csv']


def theirs(path):
    return ['ffprobe', '-v', 'error', '-select_streams', 'V:0', '-of', 'csv',
            '-show_entries', 'packet=pts_time,flags', str(path)]


def milliseconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - start)


def measure(path):
    rounds = [(milliseconds(ours(path)), milliseconds(theirs(path))) for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds)]


def main():
    print(f'{platform.machine()}, {os.cpu_count()} cores, best of {ROUNDS} runs, milliseconds')
    print(f'{"sample":<16}{"vernier":>9}{"ffprobe":>9}{"ratio":>7}')
    totals = [0, 0]
    videos = sorted(path for path in SAMPLES.iterdir() if path.suffix != '.m4a')
    for path in videos:
        times = measure(path)
        totals = [total + one for total, one in zip(totals, times)]
        show(path.name, times)
    show('all', totals)


def show(name, times):
    print(f'{name:<16}{times[0]:>9.1f}{times[1]:>9.1f}{times[0] / times[1]:>7.2f}')


if __name__ == '__main__':
    main()
