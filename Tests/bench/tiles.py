#!/usr/bin/env python3
"""Measures a sheet of tiles, one exact picture every ten seconds, beside ffmpeg's ways to one.

Vernier's time is the whole of it: from the start of the server to the sheet in a client's hands,
with the scan of the file in between. All find the file in memory, which else the first to come would
have to wait for. Prints a table of medians; every tile's number must be right.
"""
import io
import os
import platform
import statistics
import subprocess
import time

from PIL import Image

from clips import CLIPS, FILMS, clip
from server import barcode, serving

INTERVAL, RATE = 10, 30
ROUNDS = 5
TILE, COLUMNS = (160, 90), 10


def ffmpeg(path, *options):
    """Seconds that ffmpeg takes for the same sheet."""
    start = time.perf_counter()
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-y', *options, '-i', str(path), '-frames:v', '1', '-vf',
         f'fps=1/{INTERVAL},scale={TILE[0]}:-1,tile={COLUMNS}x{COLUMNS}', str(FILMS / 'tiles.jpg')],
        check=True)
    return time.perf_counter() - start


def vernier(path):
    """Seconds until the sheet is there, those of them after the scan, and the sheet."""
    start = time.perf_counter()
    with serving(path) as server:
        media = server.media(path.name)
        scanned = time.perf_counter()
        sheet = server.get(f'/api/v1/media/{media}/sprites/0.jpg?interval={INTERVAL}')
        return time.perf_counter() - start, time.perf_counter() - scanned, sheet


def right(sheet, count):
    """How many tiles carry the number of the frame that is shown at their time."""
    picture = Image.open(io.BytesIO(sheet))

    def number(tile):
        left, top = tile % COLUMNS * TILE[0], tile // COLUMNS * TILE[1]
        png = io.BytesIO()
        picture.crop((left, top, left + TILE[0], top + TILE[1])).save(png, 'PNG')
        return barcode(png.getvalue())

    return sum(number(tile) == tile * INTERVAL * RATE for tile in range(count))


def main():
    path = clip('short.mp4')
    count = CLIPS['short.mp4'][0] // RATE // INTERVAL
    path.read_bytes()
    times, afters, sheets = zip(*(vernier(path) for _ in range(ROUNDS)))
    keyframes = [ffmpeg(path, '-skip_frame', 'nokey', '-threads', '1') for _ in range(ROUNDS)]
    whole = statistics.median(times)
    rows = [('Vernier, from its start', whole), ('Vernier, once scanned', statistics.median(afters)),
            ('ffmpeg, keyframes only', statistics.median(keyframes)),
            ('ffmpeg, every frame', ffmpeg(path))]
    worst = min(right(sheet, count) for sheet in sheets)
    print(f'{platform.machine()}, {os.cpu_count()} cores; {worst} of {count} right')
    print(f'{"a sheet of " + str(count) + " tiles":<28}{"s":>8}{"of the first":>14}')
    for name, seconds in rows:
        print(f'{name:<28}{seconds:>8.2f}{seconds / whole:>14.1f}')


if __name__ == '__main__':
    main()
