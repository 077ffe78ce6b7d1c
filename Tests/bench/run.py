#!/usr/bin/env python3
"""Runs the benches, or those parts that are named, and fails where a figure misses its bound.

    run.py [PART…]

A part in which a figure misses is run once more, and the better of both values counts. A part that
fails, or leaves out a figure, is a failure too; the others are run all the same.
"""
import dataclasses
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import judge

HERE = pathlib.Path(__file__).resolve().parent
# Whose versions make a difference, by the packages that the program is built with.
LIBRARIES = {'FFmpeg': 'libavcodec-dev', 'libwebsockets': 'libwebsockets-dev',
             'libjpeg-turbo': 'libturbojpeg0-dev'}


@dataclasses.dataclass
class Outcome:
    """What came of a part: the values of each figure, in the order of its runs."""
    part: str
    values: dict = dataclasses.field(default_factory=dict)
    exits: list = dataclasses.field(default_factory=list)
    seconds: float = 0

    def add(self, code, figures):
        self.exits.append(code)
        for name, value in figures.items():
            self.values.setdefault(name, []).append(value)

    def value(self, limit):
        """What counts of a figure; nothing if it was never reported."""
        values = self.values.get(limit.name)
        return limit.better(values) if values else None

    def holds(self, limit):
        value = self.value(limit)
        return value is not None and limit.holds(value)

    def misses(self, limits):
        return any(not self.holds(limit) for limit in limits)

    @property
    def has_failed(self):
        return any(self.exits)


def chosen(names, limits):
    """The parts that are named, in the order of the limits; all when none is."""
    parts = list(dict.fromkeys(limit.part for limit in limits))
    unknown = [name for name in names if name not in parts]
    if unknown:
        raise SystemExit(f'there is no part “{unknown[0]}”, but {", ".join(parts)}')
    return [part for part in parts if part in names or not names]


def measured(part, limits, run):
    """Runs a part, and once more if a figure of it misses."""
    outcome, start = Outcome(part), time.monotonic()
    outcome.add(*run(part))
    if outcome.misses(limits) and not outcome.has_failed:
        print(f'{part}: a figure missed, once more', flush=True)
        outcome.add(*run(part))
    outcome.seconds = time.monotonic() - start
    return outcome


def run(part):
    """Runs a part's script; its exit code and its figures."""
    print(f'\n== {part}', flush=True)
    with tempfile.NamedTemporaryFile('r') as file:
        code = subprocess.run([sys.executable, HERE / f'{part}.py'],
                              env={**os.environ, judge.FIGURES: file.name}).returncode
        lines = [json.loads(line) for line in file]
    return code, {name: value for _, name, value in lines}


def system():
    """What all parts are built with; each says itself which machine it ran on."""
    names = [f'{library} {version(package)}' for library, package in LIBRARIES.items()]
    release = platform.freedesktop_os_release()['PRETTY_NAME']
    return ', '.join([release, *names])


def version(package):
    """The version of an installed package, without the epoch."""
    command = ['dpkg-query', '--show', '--showformat', '${Version}', package]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return said.split(':')[-1]


def table(outcomes, limits):
    """All figures with their bounds, those of both runs where there were two."""
    rows = [f'\n{"":2}{"part":<10}{"figure":<54}{"value":>9}  {"bound":<9}{"runs"}']
    for outcome in outcomes:
        own = [limit for limit in limits if limit.part == outcome.part]
        rows += [row(outcome, limit) for limit in own]
        state = f'failed, exit {outcome.exits}' if outcome.has_failed else 'ran'
        rows.append(f'  {outcome.part:<10}{state} in {outcome.seconds / 60:.1f} minutes')
    return '\n'.join(rows)


def row(outcome, limit):
    value = outcome.value(limit)
    mark = '✓' if outcome.holds(limit) else '✗'
    shown = '–' if value is None else judge.number(value)
    runs = outcome.values.get(limit.name, [])
    note = ' '.join(map(judge.number, runs)) if len(runs) > 1 else '' if runs else 'not reported'
    return f'{mark} {limit.part:<10}{limit.name:<54}{shown:>9}  {str(limit):<9}{note}'.rstrip()


def main(names, limits, run=run):
    """Runs parts and prints the table; whether all is as it should be."""
    print(system(), flush=True)
    outcomes = []
    for part in chosen(names, limits):
        own = [limit for limit in limits if limit.part == part]
        outcomes.append(measured(part, own, run))
    print(table(outcomes, limits), flush=True)
    return not any(
        outcome.has_failed or outcome.misses([one for one in limits if one.part == outcome.part])
        for outcome in outcomes)


if __name__ == '__main__':
    sys.exit(not main(sys.argv[1:], judge.limits()))
