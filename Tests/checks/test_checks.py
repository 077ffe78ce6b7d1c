"""That a run of checks tells of all that fails, and of nothing that does not."""
import dataclasses
import pathlib
import sys
import time

import pytest

from kit import ROOT

sys.path.insert(0, str(ROOT / '.ci/checks'))

import changed  # noqa: E402
import lanes  # noqa: E402
import nightly  # noqa: E402
import outcome  # noqa: E402
import parts  # noqa: E402
import report  # noqa: E402
import steadiness  # noqa: E402
import systems  # noqa: E402

TESTED = """
import pathlib
import pytest

def test_holds():
    pass

def test_fails_the_first_time():
    seen = pathlib.Path('seen')
    assert seen.exists() or seen.touch()

@pytest.mark.xfail(strict=True, raises=AssertionError)
def test_fails_otherwise_the_first_time():
    seen = pathlib.Path('seen')
    assert not seen.exists()
    raise EOFError(seen.touch())

def test_fails():
    assert False
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty project, in which a part may leave what it likes."""
    monkeypatch.chdir(tmp_path)
    parts.FOLDER.mkdir(parents=True)
    return tmp_path


def run(*table):
    told = []
    runs = lanes.Lanes(table, 2, lambda run: told.append(run.part.name)).finish()
    return {run.part.name: run for run in runs}


def names_of(words, made=()):
    """The parts that are run where these are named; the files of some are there."""
    part = parts.part
    table = [part('build', '', makes='program'), part('package', '', 'build', makes='*.deb'),
             part('venv', ''), part('live-all', '', 'package', 'venv'), part('lint', '')]
    for name in made:
        parts.pathlib.Path(name).touch()
    return ' '.join(one.name for one in parts.chosen(table, words))


@pytest.mark.parametrize('words, made, names', [
    ([], [], 'build package venv live-all lint'),
    ([], ['program', 'some.deb'], 'build package venv live-all lint'),
    (['lint'], [], 'lint'),
    (['live'], [], 'build package venv live-all'),
    (['live'], ['program'], 'package venv live-all'),
    (['live'], ['program', 'some.deb'], 'venv live-all'),
    (['live'], ['some.deb'], 'venv live-all'),
    (['build'], ['program'], 'build'),
])
def test_a_part_brings_what_it_needs_unless_it_is_there(words, made, names):
    assert names_of(words, made) == names


@pytest.mark.parametrize('table', [parts.TEST, nightly.parts(), systems.parts()])
def test_what_a_part_needs_is_in_its_table(table):
    names = {part.name for part in table}
    assert [part.name for part in table if not names.issuperset(part.after)] == []


def outcome_of(*names):
    """A part of pytest's that runs these of the tests above."""
    file = parts.FOLDER.parent.parent / 'Tests' / 'test_some.py'
    file.parent.mkdir(exist_ok=True)
    file.write_text(TESTED)
    which = ' '.join(f'Tests/test_some.py::test_{name}' for name in names)
    part = parts.python_tests('tested', which, more='-p no:cacheprovider --rootdir Tests',
                              environment={'PYTEST_DISABLE_PLUGIN_AUTOLOAD': '1'})
    python = {'command': part.command.replace(parts.PYTHON, sys.executable),
              'again': part.again.replace(parts.PYTHON, sys.executable)}
    return run(dataclasses.replace(part, **python))['tested']


def test_a_part_that_fails_keeps_only_those_from_running_that_need_it():
    runs = run(parts.part('broken', 'exit 3'), parts.part('needy', 'touch ran', 'broken'),
               parts.part('needier', 'touch ran', 'needy'), parts.part('other', 'touch held'))
    assert {name: run.failed for name, run in runs.items()} == {
        'broken': 'exit 3', 'needy': 'needs broken', 'needier': 'needs needy', 'other': ''}
    assert parts.pathlib.Path('held').exists() and not parts.pathlib.Path('ran').exists()


def test_a_part_that_the_machine_cannot_run_neither_held_nor_failed():
    runs = run(parts.part('absent', 'echo no namespaces >&2; exit 77'),
               parts.part('needy', 'touch ran', 'absent'), parts.part('broken', 'exit 1'),
               parts.part('both', 'touch ran', 'absent', 'broken'))
    assert {name: (one.failed, one.not_run) for name, one in runs.items()} == {
        'absent': ('', 'no namespaces'), 'needy': ('', 'needs absent'), 'broken': ('exit 1', ''),
        'both': ('needs absent, broken', '')}
    assert not parts.pathlib.Path('ran').exists()
    lines = {name: report.row(one) for name, one in runs.items()}
    assert lines['absent'].startswith('– ') and 'not run: no namespaces' in lines['absent']
    assert lines['needy'].startswith('– ') and lines['both'].startswith('✗ ')


def test_a_part_waits_for_those_that_it_needs_where_they_are_run():
    runs = run(parts.part('second', 'test -e first', 'first', 'elsewhere'),
               parts.part('first', 'sleep 0.3; touch first'))
    assert not any(run.failed for run in runs.values())


def test_a_part_that_is_behind_another_waits_for_its_end_alone():
    runs = run(parts.part('first', 'sleep 0.3; touch first; exit 1'),
               parts.part('second', 'test -e first', behind=('first',)))
    assert runs['first'].failed and not runs['second'].failed


def test_a_part_that_wants_the_machine_begins_when_all_else_has_ended():
    runs = run(parts.part('alone', 'test -e other', alone=True),
               parts.part('other', 'sleep 0.3; touch other'))
    assert not runs['alone'].failed


def test_a_part_that_takes_too_long_is_ended_with_all_that_it_began():
    began = time.monotonic()
    late = run(parts.part('late', 'sleep 60 & echo $! > child; wait', minutes=0.01))['late']
    child = int(parts.pathlib.Path('child').read_text())
    assert late.failed == 'ended after 0.01 minutes' and time.monotonic() - began < 30
    state = parts.pathlib.Path(f'/proc/{child}/stat')
    assert not state.exists() or state.read_text().rpartition(')')[2].split()[0] == 'Z'


@pytest.mark.parametrize('names, failed, states', [
    (['holds'], '', ['passed']),
    (['holds', 'fails_the_first_time'], '', ['passed', 'unsteady']),
    (['fails_otherwise_the_first_time'], '', ['unsteady']),
    (['fails_the_first_time', 'fails'], 'exit 1', ['unsteady', 'failed']),
])
def test_what_fails_beside_others_and_passes_alone_is_told_and_no_failure(names, failed, states):
    part = outcome_of(*names)
    steadiness.settle([part], print)
    assert (part.failed, [test.state for test in part.tests]) == (failed, states)


def test_a_failed_test_that_is_not_found_again_has_failed():
    part = outcome_of('fails_the_first_time')
    part.tests = [dataclasses.replace(test, name='test_gone') for test in part.tests]
    steadiness.settle([part], print)
    assert part.failed == 'exit 1'


def test_nothing_is_run_again_where_more_fails_than_a_busy_machine_explains():
    part = outcome_of('fails_the_first_time')
    part.tests *= steadiness.MOST + 1
    steadiness.settle([part], print)
    assert part.failed == 'exit 1'


def test_a_part_that_failed_without_a_failed_test_has_failed():
    part = outcome_of('holds')
    part.failed = 'exit 5'
    steadiness.settle([part], print)
    assert part.failed == 'exit 5'


@pytest.mark.parametrize('name, pattern', [
    ('`an id is not given twice`()', r'^MarksTests\.EditTests/`an id is not given twice`\(\)'),
    ('reads(_:)', r'^MarksTests\.EditTests/reads\(_:\)'),
])
def test_a_test_in_swift_is_asked_for_by_its_own_name(name, pattern):
    assert outcome.Test('MarksTests.EditTests', name, 0, 'failed').pattern == pattern


@pytest.mark.parametrize(('touched', 'suites'), [
    ('Sources/Transport/Pings.swift', {'PingsTests'}),
    ('Tests/TransportTests/PingsTests.swift', {'PingsTests'}),
    ('Sources/Transport/Waker.swift', set()),
    ('Sources/Timeline/Labels.swift', set()),  # the pure modules' tests are run in any case
    ('Tests/TimelineTests/LabelsTests.swift', set()),
    ('README.md', set()),
])
def test_the_suite_of_what_changed_is_run_where_it_would_not_be(touched, suites, folder):
    for module, suite in [('Transport', 'PingsTests'), ('Timeline', 'LabelsTests')]:
        file = folder / f'Tests/{module}Tests/{suite}.swift'
        file.parent.mkdir(parents=True)
        file.write_text(f'@Suite("Some")\nstruct {suite} {{\n}}\n')
    assert set(changed.suites_of([pathlib.Path(touched)])) == suites


def test_a_part_is_named_by_its_first_word_too():
    soak = parts.part('soak-page', '')
    assert soak.is_named(['soak']) and not soak.is_named(['so', 'page'])
