"""Traces played without a server and against one: the same numbers, in every bit, and the right ones."""
import json
import math
import random

import pytest

from kit import ROOT, SAMPLES
from model import Bar, nearest_step, power, turn
from oracle import SAMPLES as NAMES
from oracle import Frames

MEDIA = SAMPLES / 'vfr.mkv'
TRACES = sorted((ROOT / 'samples/traces').glob('*.jsonl'))


def lines(process):
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.splitlines()]


def states(process):
    return [line for line in lines(process) if line['type'] == 'state']


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


def test_powers_and_angles_of_the_oracle_are_those_of_a_mathematical_library():
    chance = random.Random(3)
    for _ in range(10_000):
        base, exponent = 10 ** chance.uniform(-9, 0), chance.random()
        assert power(base, exponent) == pytest.approx(base**exponent, rel=2e-15)
        x, y = chance.uniform(-90, 90), chance.uniform(-90, 90)
        assert abs(turn(x, y) - math.atan2(x, -y) / math.tau % 1) < 3e-16


@pytest.mark.parametrize('trace', TRACES, ids=lambda path: path.stem)
def test_trace_gives_the_same_bytes_every_time(vernier, trace):
    first, again = (vernier('replay', MEDIA, trace, '--json') for _ in range(2))
    assert states(first)
    assert first.stdout == again.stdout


@pytest.mark.parametrize('name', NAMES)
def test_every_state_names_the_frame_that_ffprobe_knows(vernier, name):
    frames = Frames(SAMPLES / name)
    told = states(vernier('replay', SAMPLES / name, *TRACES, '--json'))
    assert len(told) > len(TRACES) > 0
    for state in told:
        frame = frames.at(state['position'])
        assert state['truth'] == {'frame': frame, 'pts': frames.pts[frame]}
        assert (state['target']['frame'], state['error']) == (frame, 0)


def test_server_shows_the_exact_picture_at_the_end_of_each_gesture(vernier, server):
    answers = lines(vernier('replay', MEDIA, *TRACES, '--json', '--server', server.url))
    refused = {line['seq'] for line in answers if line['type'] == 'error'}
    gestures = [line for line in answers if line['type'] == 'gesture']
    shown = [line['picture'] for line in gestures if line['picture']]
    assert len(gestures) - len(shown) == len(refused) > 0
    assert all(picture['exact'] and picture['latency'] > 0 for picture in shown)
    summary = answers[-1]
    assert summary['type'] == 'summary' and summary['failures'] == 0
    assert (summary['pictures'], summary['exact']) == (len(shown), len(shown))
    assert summary['slowest'] == max(picture['latency'] for picture in shown)
    assert summary['decoded'] == sum(picture['decoded'] for picture in shown)


def test_server_decodes_what_it_says(vernier, serve):
    """The first picture of a server that has shown none, from the keyframe before it."""
    server = serve(MEDIA, extra=['--preview-cache', 'none'])
    trace = ROOT / 'samples/traces/press-jump.jsonl'

    def decoded():
        return int(server.get('/metrics').body.split(b'\nvernier_frames_decoded_total ')[1].split()[0])

    assert decoded() == 0
    answers = lines(vernier('replay', MEDIA, trace, '--json', '--server', server.url))
    assert 0 < answers[-1]['decoded'] <= decoded()


def test_sound_has_states_and_owes_no_picture(vernier, server):
    audio, trace = SAMPLES / 'audio.m4a', ROOT / 'samples/traces/drag.jsonl'
    *_, gesture, summary = lines(vernier('replay', audio, trace, '--json', '--server', server.url))
    assert gesture['picture'] is None and gesture['faults'] == []
    assert summary['states'] > 1 and summary['pictures'] == 0


def test_table_shows_a_person_each_state_and_the_whole(vernier):
    process = vernier('replay', MEDIA, ROOT / 'samples/traces/keys.jsonl')
    assert process.returncode == 0
    rows = [line.split() for line in process.stdout.splitlines()]
    assert ['1', '0.003848744', '1', '40', '00:00:00:01', '0'] in rows
    assert '1 traces, 11 gestures and seeks, 12 states: 0 off' in process.stdout


def test_trace_with_a_broken_line_is_refused_by_its_number(vernier, tmp_path):
    trace = tmp_path / 'broken.jsonl'
    trace.write_text('{"at":0,"type":"open","media":""}\n{"at":1,"type":"begin"\n')
    process = vernier('replay', MEDIA, trace)
    assert process.returncode == 65
    assert str(trace) in process.stderr and '2' in process.stderr
