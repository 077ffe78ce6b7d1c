"""Distinguishes a test that met a busy machine from one that fails.

Three parts share the machine, so a test that failed there is run three times more, alone, when all
else has ended. One that passes each time is unsteady: that is reported, and is a bug of its own.
"""
import dataclasses
import os
import shlex
import subprocess

import outcome
from parts import FOLDER

TIMES = 3
MOST = 10  # tests that a busy machine may fail; more than that fail for the change
LONGEST = 600  # seconds for one test


def settle(runs, say):
    """Calls unsteady what passes alone; a part in which nothing else failed has held."""
    missed = [run for run in runs if run.failed and run.part.again]
    if sum(len(failures(run)) for run in missed) > MOST:
        return
    for run in missed:
        passed = {test for test in failures(run) if passes(run.part, test, say)}
        if passed and passed == set(failures(run)):
            run.failed = ''
        run.tests = [unsteady(test) if test in passed else test for test in run.tests]


def failures(run):
    return [test for test in run.tests if test.state == 'failed']


def unsteady(test):
    return dataclasses.replace(test, state='unsteady')


def passes(part, test, say):
    """Whether a test passes alone, each time."""
    held = all(once(part, test) for _ in range(TIMES))
    say(f'{test.title} alone: {"✓" if held else "✗"}')
    return held


def once(part, test):
    """Runs a test again, which may also fail as it is expected to; one that was not even found has
    not passed."""
    part.again_report.unlink(missing_ok=True)
    name = test.address if 'pytest' in part.again else test.pattern
    command = f'{part.again} {shlex.quote(name)}'
    with (FOLDER / f'{part.name}.again.log').open('ab') as log:
        try:
            done = subprocess.run(['bash', '-c', command], stdout=log, stderr=log, check=False,
                                  env={**os.environ, **part.environment}, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return False
    found = outcome.tests(part.again_report)
    states = {one.state for one in found}
    return done.returncode == 0 and bool(states) and states <= {'passed', 'expected'}
