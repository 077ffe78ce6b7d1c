"""Recorded gestures, played without a server and against one: the same numbers, in every bit."""
import json
import random

import pytest

from kit import ROOT, SAMPLES
from model import Bar, nearest_step

MEDIA = SAMPLES / 'vfr.mkv'
TRACES = sorted((ROOT / 'samples/traces').glob('*.jsonl'))


def states(process):
    assert process.returncode == 0, process.stderr
    lines = [json.loads(line) for line in process.stdout.splitlines()]
    return [line for line in lines if line['type'] == 'state']


class Written:
    """A trace of random gestures, and what the protocol's arithmetic makes of it."""

    def __init__(self, seed, snap=None):
        self.chance = random.Random(seed)
        self.lines = [{'at': 0, 'type': 'open', 'media': ''}]
        self.expected = {}  # seq: (raw, gain, position)
        self.seq, self.raw, self.step = 0, 0.0, None
        for gesture in range(1, 1001):
            if snap:
                self.step = self.chance.choice([0.1, 0.25, 0.3, self.chance.uniform(0.001, 0.999)])
                self.add('configure', snap={'to': 'step', 'step': self.step})
            self.drag(gesture)

    def add(self, kind, **fields):
        self.lines.append({'at': len(self.lines), 'type': kind, **fields})

    def drag(self, gesture):
        x, y = self.chance.uniform(-50, 1000), self.chance.uniform(-100, 100)
        extent = self.chance.choice([800, 1, self.chance.uniform(0.5, 5000)])
        self.add('begin', gesture=gesture, control='bar', x=x, y=y, extent=extent)
        bar = Bar(self.raw, x, y, extent)
        for _ in range(self.chance.randint(1, 4)):
            self.move(gesture, bar)
        self.seq += 1
        self.add('end', gesture=gesture, seq=self.seq)
        self.raw = bar.raw
        self.expected[self.seq] = (bar.raw, 1, self.snapped(bar.raw))

    def move(self, gesture, bar):
        samples = []
        for t in range(self.chance.randint(1, 8)):
            x = bar.x + self.chance.gauss(0, bar.extent / 4)
            y = bar.y + self.chance.choice([0, self.chance.gauss(0, 70)])
            bar.move(x, y)
            samples.append([t, x, y])
        self.seq += 1
        self.add('move', gesture=gesture, seq=self.seq, samples=samples)
        self.expected[self.seq] = (bar.raw, bar.gain, self.snapped(bar.raw))

    def snapped(self, raw):
        return raw if self.step is None else nearest_step(raw, self.step)

    def write(self, path):
        path.write_text(''.join(json.dumps(line) + '\n' for line in self.lines))
        return path


@pytest.mark.parametrize('snap', [None, 'step'])
def test_thousand_random_gestures_agree_in_every_bit(vernier, tmp_path, snap):
    written = Written(seed=20, snap=snap)
    trace = written.write(tmp_path / 'random.jsonl')
    answers = {
        state['seq']: (state['raw'], state['gain'], state['position'])
        for state in states(vernier('replay', MEDIA, trace, '--json'))
    }
    wrong = {seq: (answers.get(seq), numbers) for seq, numbers in written.expected.items()
             if answers.get(seq) != numbers}
    assert wrong == {}


@pytest.mark.parametrize('trace', TRACES, ids=lambda path: path.stem)
def test_trace_gives_the_same_bytes_every_time(vernier, trace):
    first, again = (vernier('replay', MEDIA, trace, '--json') for _ in range(2))
    assert states(first)
    assert first.stdout == again.stdout


@pytest.mark.parametrize('trace', TRACES, ids=lambda path: path.stem)
def test_server_ends_where_the_model_ends(vernier, server, trace):
    alone = states(vernier('replay', MEDIA, trace, '--json'))[-1]
    served = states(vernier('replay', MEDIA, trace, '--json', '--server', server.url))[-1]
    assert [served[name] for name in ('seq', 'raw', 'position', 'target')] == [
        alone[name] for name in ('seq', 'raw', 'position', 'target')]


def test_trace_with_a_broken_line_is_refused_by_its_number(vernier, tmp_path):
    trace = tmp_path / 'broken.jsonl'
    trace.write_text('{"at":0,"type":"open","media":""}\n{"at":1,"type":"begin"\n')
    process = vernier('replay', MEDIA, trace)
    assert process.returncode == 65
    assert str(trace) in process.stderr and '2' in process.stderr
