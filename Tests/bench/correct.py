#!/usr/bin/env python3
"""Counts how often Vernier and others show the very frame that is asked for.

Every undamaged file of the matrix is asked for random frames, by their number where a peer has
that, and by a time in the middle of each. What came is read from the number in the picture.
Judged is how often Vernier shows a wrong frame.
"""
import io
import json
import pathlib
import random
import subprocess
import sys
import threading

from PIL import Image

import barcodes
import peers
from judge import judge
from matrix_peer import PEERS, each
from server import serving

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / 'live'), str(HERE.parent / 'matrix')]
import oracle  # noqa: E402
from films import MATRIX, listed  # noqa: E402

TARGETS = 10
PATIENCE = 10  # seconds for a file
COLUMNS = [('Vernier', 'time'), ('Vernier', 'number'), ('PyAV', 'time'), ('OpenCV', 'number'),
           ('decord', 'number')]
# Others take its first film, and we the one that it calls its default.
LEFT_OUT = ['two-videos.mkv']


class Peer:
    """A peer in a process of its own, which is replaced when it dies or takes too long."""

    def __init__(self, name):
        self.name, self.process = name, None

    def answer(self, question):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, HERE / 'matrix_peer.py', self.name], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        print(json.dumps(question), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        timer.cancel()
        if not line:
            self.process.wait()
        return json.loads(line or '{}')

    def close(self):
        if self.process:
            self.process.communicate()


class Vernier:
    """Our server, asked over HTTP like any client would."""

    def __init__(self, server):
        self.server = server
        listed = json.loads(server.get('/api/v1/media'))['media']
        self.ids = {medium['name']: medium['id'] for medium in listed}

    def answer(self, question):
        address = '/api/v1/media/' + self.ids[pathlib.Path(question['path']).name]
        turn = json.loads(self.server.get(address))['rotation']

        def shown(frame):
            jpeg = self.server.get(f'{address}/frames/{frame}.jpg')
            # The others do not turn pictures, and the number lies along their upper edge.
            return barcodes.of_image(Image.open(io.BytesIO(jpeg)).rotate(turn, expand=True))

        def at(time):
            return shown(json.loads(self.server.get(f'{address}/target?time={time}'))['frame'])

        return {'time': each(at, question['times']), 'number': each(shown, question['frames'])}

    def close(self):
        pass


def questions():
    """The files, each with its targets and the numbers that their pictures must carry."""
    chance = random.Random(20261121)
    for name, rest in listed():
        if name in LEFT_OUT:
            continue
        numbers = oracle.barcodes(MATRIX / name)
        frames = [chance.randrange(len(numbers)) for _ in range(TARGETS)]
        first, starts = times(MATRIX / name, len(numbers), is_even='.even' in rest)
        middles = [(starts[frame] + starts[frame + 1]) / 2 for frame in frames]
        question = {'path': str(MATRIX / name), 'frames': frames, 'times': middles,
                    'starts': [first + time for time in middles]}
        yield name, question, [numbers[frame] for frame in frames]


def times(path, count, is_even):
    """When the first frame is shown, and when each is and the last ends, in seconds after that."""
    shown = oracle.probe(path, 'V:0', 'frame=best_effort_timestamp_time')['frames']
    known = [float(frame['best_effort_timestamp_time']) for frame in shown
             if 'best_effort_timestamp_time' in frame]
    first = known[0] if known else 0
    starts = [time - first for time in known]
    if is_even or len(starts) != count:
        starts = [frame / 25 for frame in range(count)]
    last = starts[-1] - starts[-2] if count > 1 else 0.04
    return first, [*starts, starts[-1] + last]


def measure(shows):
    """How many of how many frames were right: by container, and by who was asked and how."""
    rates = {}
    for name, question, truth in questions():
        print(name, file=sys.stderr, flush=True)
        container = name.rsplit('.', 1)[1]
        answers = {peer: show.answer(question) for peer, show in shows.items()}
        for column in COLUMNS:
            seen = answers.get(column[0], {}).get(column[1]) or [None] * TARGETS
            right = sum(one == number for one, number in zip(seen, truth))
            for row in (container, 'all'):
                counts = rates.setdefault(row, {}).setdefault(column, [0, 0])
                counts[0] += right
                counts[1] += TARGETS
    return rates


def table(rates):
    print(f'right of {TARGETS} random frames of each file, in per cent')
    for part in (0, 1):
        names = [column[part] if part == 0 else f'by {column[part]}' for column in COLUMNS]
        print(f'{"" if part == 0 else "container":<10}{"" if part == 0 else "files":>6}'
              + ''.join(f'{name:>11}' for name in names))
    for row in [*sorted(rates.keys() - {'all'}), 'all']:
        files = rates[row][COLUMNS[0]][1] // TARGETS
        cells = [f'{100 * right / count:>11.1f}' for right, count in rates[row].values()]
        print(f'{row:<10}{files:>6}' + ''.join(cells))


def main():
    others = [name for name in peers.installed() if name in PEERS]
    with serving(MATRIX) as server:
        shows = {'Vernier': Vernier(server)} | {name: Peer(name) for name in others}
        try:
            rates = measure(shows)
        finally:
            for show in shows.values():
                show.close()
    table(rates)
    for way in ('time', 'number'):
        right, count = rates['all']['Vernier', way]
        judge('correct', f'wrong frames, by {way}', count - right)


if __name__ == '__main__':
    main()
