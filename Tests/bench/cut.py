#!/usr/bin/env python3
"""Measures cuts beside `ffmpeg -c copy` of the same frames, and what is encoded beside ffmpeg.

Each is made by the command and by the server. The command's time is that of the whole process, with
a scan of the file; the server's is from a client's wish until it is told that the cut is done. Each
file is on the disk before the clock stops, ffmpeg's too. Run in turn, the best of several counts.
"""
import os
import subprocess
import time

from clips import FILMS, SAMPLES, VERNIER, make
from judge import judge
from server import Scrubber, serving
from tables import machine, table

ROUNDS = 5
LOOPS = 15
GROUP = 250
FIRST, LAST = 2 * GROUP, 8499
# The first frame of each: at a keyframe, in mid-group, and where all but a frame of one is encoded.
MODES = {'keyframes': FIRST, 'edit-list': FIRST + 10, 'smart': FIRST + 1}
FOLDER = FILMS / 'cuts'
OUTPUT = FOLDER / 'cut.mp4'
X264 = ['-an', '-c:v', 'libx264', '-preset', 'fast', '-crf', '17', '-threads', '1']


def vernier(film, mode):
    return run([VERNIER, 'cut', str(film), '--in', str(MODES[mode]), '--out', str(LAST), '-o',
                str(OUTPUT), '--mode', mode, '--index-cache', 'none'])


def ffmpeg(film, *options):
    return run(['ffmpeg', '-v', 'error', '-ss', str(FIRST / 30), '-i', str(film), *options,
                str(OUTPUT)])


def run(command):
    return timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))


def timed(work):
    """Seconds until something is done and its file is on the disk."""
    OUTPUT.unlink(missing_ok=True)
    start = time.perf_counter()
    work()
    with open(OUTPUT, 'rb') as file:
        os.fsync(file.fileno())
    return time.perf_counter() - start


def served(scrubber, mode):
    """Seconds that the server takes to plan a cut and to make it."""
    def work():
        scrubber.number('export', cut={'first': MODES[mode], 'last': LAST, 'mode': mode,
                                   'name': OUTPUT.name})
        number = newest(scrubber, 'planned')
        scrubber.number('export', start=number)
        newest(scrubber, 'done')
    return timed(work)


def newest(scrubber, state):
    """The number of the newest cut, once it is in this state."""
    while True:
        message = scrubber.hear()
        assert message['type'] != 'error', message
        cuts = message.get('cuts') if message['type'] == 'exports' else None
        if cuts and cuts[-1]['state'] == 'failed':
            raise SystemExit(f'the server made no cut: {cuts[-1]}')
        if cuts and cuts[-1]['state'] == state:
            return cuts[-1]['id']


def measured(film, scrubber):
    """Seconds of each way."""
    copied = ffmpeg(film, '-map', '0', '-frames:v', str(LAST - FIRST), '-c', 'copy')
    group = ffmpeg(film, '-frames:v', str(GROUP), *X264)
    return {'ffmpeg -c copy': copied, 'ffmpeg, one group encoded': group,
            **{f'command, {mode}': vernier(film, mode) for mode in MODES},
            **{f'server, {mode}': served(scrubber, mode) for mode in MODES}}


def main():
    film = make(FILMS / 'to-cut.mp4', ['-stream_loop', str(LOOPS - 1), '-i',
                                       str(SAMPLES / 'long-gop.mp4'), '-c', 'copy'])
    FOLDER.mkdir(exist_ok=True)
    options = ['--export-dir', FOLDER]
    with serving(film, options=options) as server, Scrubber(server, server.media(film.name)) as scrubber:
        rounds = [measured(film, scrubber) for _ in range(ROUNDS)]
    OUTPUT.unlink()
    best = {name: min(one[name] for one in rounds) for name in rounds[0]}
    machine(f'{LAST - FIRST} frames of {film.stat().st_size >> 20} MiB')
    table('cut', ('s',), [(name, f'{taken:.3f}') for name, taken in best.items()])
    for way in ('command', 'server'):
        own = best[f'{way}, keyframes'] + best['ffmpeg, one group encoded']
        judge('cut', f'{way}, keyframes', best['ffmpeg -c copy'] / best[f'{way}, keyframes'])
        judge('cut', f'{way}, edit-list', best['ffmpeg -c copy'] / best[f'{way}, edit-list'])
        judge('cut', f'{way}, smart', own / best[f'{way}, smart'])


if __name__ == '__main__':
    main()
