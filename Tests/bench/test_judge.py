"""How figures are judged, and what makes the whole fail."""
import json
import math
import subprocess

import pytest

import judge
import run

LIMITS = judge.read('''
[[figure]]
part = 'size'
name = 'small'
at_most = 2
source = 'here'
[[figure]]
part = 'speed'
name = 'fast'
at_least = 10
source = 'here'
[[figure]]
part = 'speed'
name = 'even'
at_most = 3
source = 'here'
''')
SMALL, FAST, EVEN = LIMITS


@pytest.mark.parametrize('limit, value, holds', [
    (SMALL, 1.9, True), (SMALL, 2, True), (SMALL, 2.01, False), (SMALL, 0, True),
    (SMALL, math.nan, False), (SMALL, math.inf, False),
    (FAST, 10.1, True), (FAST, 10, True), (FAST, 9.99, False), (FAST, math.inf, True),
    (FAST, math.nan, False),
])
def test_a_figure_holds_up_to_its_bound_and_with_it(limit, value, holds):
    assert limit.holds(value) is holds
    assert judge.line(limit, value).startswith('✓' if holds else '✗')


@pytest.mark.parametrize('limit, values, better', [
    (SMALL, [3, 1], 1), (SMALL, [1, 3], 1), (FAST, [3, 11], 11), (FAST, [11, 3], 11),
    (FAST, [math.nan, 11], 11), (SMALL, [3], 3),
])
def test_the_better_of_two_runs_counts(limit, values, better):
    assert limit.better(values) == better


GOOD = {'size': (0, {'small': 1}), 'speed': (0, {'fast': 12, 'even': 1})}
SLOW = (0, {'fast': 9, 'even': 1})


class Runs:
    """Parts that end as they are told to, one way after the other."""

    def __init__(self, **ends):
        self.ends = {part: list(end) for part, end in ends.items()}
        self.called = []

    def __call__(self, part):
        self.called.append(part)
        return self.ends[part].pop(0)


@pytest.mark.parametrize('size, speed, called, is_good', [
    pytest.param([GOOD['size']], [GOOD['speed']], 'size speed', True, id='all good'),
    pytest.param([GOOD['size']], [SLOW, GOOD['speed']], 'size speed speed', True, id='noise'),
    pytest.param([GOOD['size']], [SLOW, SLOW], 'size speed speed', False, id='slow twice'),
    pytest.param([GOOD['size']], [(0, {'fast': 9, 'even': 1}), (0, {'fast': 12, 'even': 9})],
                 'size speed speed', True, id='each good once'),
    pytest.param([(0, {}), (0, {})], [GOOD['speed']], 'size size speed', False, id='missing'),
    pytest.param([(0, {}), GOOD['size']], [GOOD['speed']], 'size size speed', True,
                 id='missing once'),
    pytest.param([(1, {'small': 1})], [GOOD['speed']], 'size speed', False, id='a part that fails'),
    pytest.param([(0, {'small': 3}), (1, {'small': 1})], [GOOD['speed']], 'size size speed', False,
                 id='fails when repeated'),
])
def test_a_part_is_repeated_once_and_the_others_go_on(size, speed, called, is_good, capsys):
    runs = Runs(size=size, speed=speed)
    assert run.main([], LIMITS, runs) is is_good
    assert runs.called == called.split()
    assert capsys.readouterr().out.count('✗') == 0 or not is_good


def test_both_values_and_what_is_missing_are_in_the_table(capsys):
    run.main([], LIMITS, Runs(size=[(0, {}), (0, {})], speed=[SLOW, GOOD['speed']]))
    rows = capsys.readouterr().out.splitlines()
    [fast] = [row for row in rows if ' fast ' in row]
    assert fast.startswith('✓') and fast.split()[-2:] == ['9', '12']
    [small] = [row for row in rows if ' small ' in row]
    assert small.startswith('✗') and small.endswith('not reported')


def test_the_versions_that_figures_depend_on_come_first(capsys):
    run.main([], LIMITS, Runs(**{part: [end] for part, end in GOOD.items()}))
    first = capsys.readouterr().out.splitlines()[0]
    for library, command in (('FFmpeg', 'ffmpeg -version'),
                             ('libwebsockets', 'pkg-config --modversion libwebsockets')):
        said = subprocess.run(command.split(), capture_output=True, text=True, check=True).stdout
        number = said.removeprefix('ffmpeg version').split()[0]
        assert f', {library} {number}' in first


@pytest.mark.parametrize('names, parts', [
    ([], ['size', 'speed']), (['speed'], ['speed']), (['speed', 'size'], ['size', 'speed']),
])
def test_parts_run_alone_or_together(names, parts):
    assert run.chosen(names, LIMITS) == parts


def test_an_unknown_part_is_refused_and_told_what_there_is():
    with pytest.raises(SystemExit, match='“sped”, but size, speed'):
        run.chosen(['speed', 'sped'], LIMITS)


def test_a_figure_that_no_limit_knows_is_refused(monkeypatch):
    monkeypatch.setattr(judge, 'limits', lambda: LIMITS)
    with pytest.raises(LookupError, match='“quick” of “speed”'):
        judge.judge('speed', 'quick', 1)


def test_a_figure_is_noted_for_whoever_runs_the_part(monkeypatch, tmp_path):
    monkeypatch.setattr(judge, 'limits', lambda: LIMITS)
    monkeypatch.setenv(judge.FIGURES, str(tmp_path / 'figures'))
    judge.judge('speed', 'fast', 12)
    judge.judge('speed', 'even', math.inf)
    lines = (tmp_path / 'figures').read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        ['speed', 'fast', 12.0], ['speed', 'even', math.inf]]


@pytest.mark.parametrize('bounds', ['', 'at_most = 1\nat_least = 2'])
def test_a_limit_has_one_bound(bounds):
    text = f"[[figure]]\npart = 'a'\nname = 'b'\nsource = 'c'\n{bounds}"
    with pytest.raises(AssertionError, match='one of at_most and at_least'):
        judge.read(text)


def test_a_figure_has_one_limit():
    text = "[[figure]]\npart = 'a'\nname = 'b'\nsource = 'c'\nat_most = 1\n"
    with pytest.raises(AssertionError, match='twice'):
        judge.read(2 * text)


def test_every_part_has_its_script():
    for part in run.chosen([], judge.limits()):
        assert (run.HERE / f'{part}.py').exists()
