#!/usr/bin/env python3
"""Measures a sheet of tiles, one exact picture every ten seconds, beside ffmpeg's ways to one.

Vernier's time is the whole of it: from the start of the server to the sheet received by a client,
with the scan of the file in between. All find the file in memory, which else the first to come
would have to wait for. Medians count, and every tile's number must be right.
"""
import io
import statistics
import subprocess
import time

from PIL import Image

import barcodes
from clips import CLIPS, FILMS, clip
from judge import judge
from server import serving
from tables import machine, table

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
        return barcodes.of_image(picture.crop((left, top, left + TILE[0], top + TILE[1])))

    return sum(number(tile) == tile * INTERVAL * RATE for tile in range(count))


def main():
    path = clip('short.mp4')
    count = CLIPS['short.mp4'][0] // RATE // INTERVAL
    path.read_bytes()
    times, afters, sheets = zip(*(vernier(path) for _ in range(ROUNDS)))
    whole = statistics.median(times)
    keyframes = statistics.median(
        ffmpeg(path, '-skip_frame', 'nokey', '-threads', '1') for _ in range(ROUNDS))
    every = ffmpeg(path)
    machine()
    rows = {'Vernier, from its start': whole, 'Vernier, once scanned': statistics.median(afters),
            'ffmpeg, keyframes only': keyframes, 'ffmpeg, every frame': every}
    table(f'a sheet of {count} tiles', ('s', 'of the first'),
          [(name, f'{taken:.2f}', f'{taken / whole:.1f}') for name, taken in rows.items()])
    judge('tiles', 'beside ffmpeg, keyframes only', keyframes / whole)
    judge('tiles', 'beside ffmpeg, every frame', every / whole)
    judge('tiles', 'wrong tiles', count - min(right(sheet, count) for sheet in sheets))


if __name__ == '__main__':
    main()
