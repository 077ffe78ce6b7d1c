"""Golden traces: what each must be answered with comes from `answers.py`, not from the program."""
import json
import math
import sys

import pytest
from junitparser import JUnitXml

from answers import golden
from clip import Clip
from kit import ROOT, SAMPLES
from oracle import SAMPLES as NAMES

FOLDER = ROOT / 'samples/traces'
TRACES = sorted(FOLDER.glob('*.jsonl'))
GOLDENS = sorted((FOLDER / 'expected').iterdir())
DRAG, CONFIRM = FOLDER / 'step-drag.jsonl', FOLDER / 'confirm.jsonl'
MEDIA = SAMPLES / 'vfr.mkv'


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path, lines):
    path.write_text(''.join(json.dumps(line) + '\n' for line in lines))
    return path


@pytest.fixture(params=['model', 'server'])
def place(request):
    """Where traces are played."""
    if request.param == 'model':
        return []
    return ['--server', request.getfixturevalue('server').url]


@pytest.mark.parametrize('expected', GOLDENS, ids=lambda path: path.name)
def test_each_golden_trace_is_answered_as_expected(vernier, place, expected):
    process = vernier('replay', SAMPLES / expected.name, *TRACES, '--expect', expected, *place)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize('name', NAMES)
def test_each_trace_is_answered_as_expected_on_every_sample(vernier, place, tmp_path, name):
    clip = Clip(SAMPLES / name)
    for trace in TRACES:
        write(tmp_path / trace.name, golden(read(trace), clip))
    process = vernier('replay', SAMPLES / name, *TRACES, '--expect', tmp_path, *place)
    assert process.returncode == 0, process.stderr


def test_goldens_are_those_that_their_maker_makes(monkeypatch):
    monkeypatch.setattr(sys, 'path', [str(FOLDER), *sys.path])
    from make import MEDIA as names
    from make import PLOTS, Trace

    assert [path.name for path in GOLDENS] == sorted(names)
    assert sorted(path.stem for path in TRACES) == sorted(name for name, _ in PLOTS)
    clips = [(path, Clip(SAMPLES / path.name)) for path in GOLDENS]
    for seed, (name, plot) in enumerate(PLOTS, start=1):
        trace = Trace(seed)
        plot(trace)
        assert read(FOLDER / f'{name}.jsonl') == trace.lines
        for path, clip in clips:
            assert read(path / f'{name}.jsonl') == golden(trace.lines, clip)


def test_traces_cover_every_law_snap_control_and_destination():
    messages = [line for trace in TRACES for line in read(trace)]
    changes = [line for line in messages if line['type'] == 'configure']
    begins = [line for line in messages if line['type'] == 'begin']
    seeks = [line['to'] for line in messages if line['type'] == 'seek']
    assert {line['law']['kind'] for line in changes if 'law' in line} == {
        'quadratic', 'linear', 'tiered', 'geometric', 'flat'}
    floors = {(line['law']['kind'], type(line['law'].get('floor'))) for line in changes
              if 'floor' in line.get('law', {})}
    assert floors == {(kind, of) for kind in ('quadratic', 'linear', 'geometric')
                      for of in (float, str)}
    kinds = 'none step count time frame keyframe chapter stops'.split()
    assert {(line['snap']['to'], line['snap']['when']) for line in changes if 'snap' in line} == {
        (kind, when) for kind in kinds for when in ('live', 'release')}
    assert {line['snap']['rule'] for line in changes if 'rule' in line.get('snap', {})} == {
        'nearest', 'before', 'after'}
    assert {(line['control'], line.get('mode')) for line in begins} == {
        ('bar', None), ('dial', None), ('dial', 'absolute'), ('confirm', None)}
    assert {kind for to in seeks for kind in to} == {
        'position', 'time', 'frame', 'timecode', 'frames', 'keyframe', 'chapter', 'step', 'undo'}


# Goldens that are wrong

CHANGES = {
    'position': lambda state: {'position': math.nextafter(state['position'], 2)},
    'raw': lambda state: {'raw': math.nextafter(state['raw'], -1)},
    'gain': lambda state: {'gain': math.nextafter(state['gain'], 2)},
    'phase': lambda state: {'phase': 'scrubbing'},
    'stop': lambda state: {'stop': state['stop'] + 1},
    'seq': lambda state: {'seq': state['seq'] - 1},
    'frame': lambda state: {'target': {**state['target'], 'frame': state['target']['frame'] + 1}},
    'pts': lambda state: {'target': {**state['target'], 'pts': state['target']['pts'] + 1}},
    'time': lambda state: {'target': {**state['target'], 'time': 0.1}},
    'timecode': lambda state: {'target': {**state['target'], 'timecode': '00:00:00:00'}},
}


@pytest.mark.parametrize('field', CHANGES)
def test_one_changed_number_is_found_and_named(vernier, place, tmp_path, field):
    lines = read(FOLDER / 'expected/vfr.mkv' / DRAG.name)
    seq = lines[-1]['seq']
    lines[-1].update(CHANGES[field](lines[-1]))
    expected = write(tmp_path / 'golden.jsonl', lines)
    process = vernier('replay', MEDIA, DRAG, '--expect', expected, *place)
    assert process.returncode == 1
    answer = 'state' if field == 'seq' else f'state {seq}: {field}: expected '
    assert f'step-drag, gesture 1: {answer}' in process.stderr
    assert f'{field}: expected ' in process.stderr


@pytest.mark.parametrize('change', ['missing', 'too many', 'declined', 'other code'])
def test_decisions_and_errors_are_compared(vernier, place, tmp_path, change):
    trace = FOLDER / 'refused.jsonl' if change == 'other code' else CONFIRM
    lines = read(FOLDER / 'expected/vfr.mkv' / trace.name)
    at = max(i for i, line in enumerate(lines) if line['type'] in ('confirmed', 'error'))
    match change:
        case 'missing': del lines[at]
        case 'too many': lines.append(lines[at])
        case 'declined': lines[at]['type'] = 'declined'
        case 'other code': lines[at]['code'] = 'internal'
    expected = write(tmp_path / 'golden.jsonl', lines)
    process = vernier('replay', MEDIA, trace, '--expect', expected, *place)
    assert process.returncode == 1 and trace.stem in process.stderr


def test_all_is_reported_although_the_first_trace_differs(vernier, tmp_path):
    for trace in (DRAG, CONFIRM):
        lines = read(FOLDER / 'expected/vfr.mkv' / trace.name)
        write(tmp_path / trace.name, lines[:-1] if trace == DRAG else lines)
    process = vernier('replay', MEDIA, DRAG, CONFIRM, '--expect', tmp_path, '--json')
    report = [json.loads(line) for line in process.stdout.splitlines()]
    assert process.returncode == 1 and '1 of 2 traces' in process.stderr
    assert report[-1]['traces'] == 2 and report[-1]['failures'] == 1


def test_own_report_serves_as_a_golden(vernier, place, tmp_path):
    report = vernier('replay', MEDIA, *TRACES, '--json')
    expected = tmp_path / 'golden.jsonl'
    expected.write_text(report.stdout)
    process = vernier('replay', MEDIA, *TRACES, '--expect', expected, *place)
    assert process.returncode == 0, process.stderr


def test_golden_that_is_none_is_refused_by_its_line(vernier, tmp_path):
    expected = tmp_path / 'golden.jsonl'
    expected.write_text('{"type":"confirmed","gesture":1,"action":"a"}\n{"type":"opened"}\n')
    process = vernier('replay', MEDIA, DRAG, '--expect', expected)
    assert process.returncode == 65
    assert str(expected) in process.stderr and 'line 2' in process.stderr


# For test runners


def test_junit_has_a_case_for_each_gesture_and_a_failure_for_each_difference(vernier, tmp_path):
    hostile = tmp_path / 'a "b" & <c>.jsonl'
    hostile.write_text(DRAG.read_text())
    lines = read(FOLDER / 'expected/vfr.mkv' / DRAG.name)
    write(tmp_path / 'expected.jsonl', lines[:-1])
    process = vernier('replay', MEDIA, hostile, '--expect', tmp_path / 'expected.jsonl', '--junit')
    assert process.returncode == 1
    report = JUnitXml.fromstring(process.stdout.encode())
    (suite,) = report
    assert (report.tests, report.failures, suite.name) == (1, 1, 'a "b" & <c>')
    (case,) = suite
    assert (case.classname, case.name) == (suite.name, 'gesture 1')
    assert case.result[0].message in process.stderr


def test_junit_counts_what_the_summary_counts(vernier, place):
    report = JUnitXml.fromstring(
        vernier('replay', MEDIA, *TRACES, '--junit', *place).stdout.encode())
    summary = json.loads(vernier('replay', MEDIA, *TRACES, '--json').stdout.splitlines()[-1])
    assert (report.tests, report.failures) == (summary['gestures'], 0)
    assert [suite.name for suite in report] == [trace.stem for trace in TRACES]
