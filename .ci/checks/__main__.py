"""Runs checks side by side and ends with a table of them.

    .ci/checks test [PART…]       what a change must pass, or these parts of it
    .ci/checks check [PART…]      what tells in a minute whether a small change holds
    .ci/checks nightly [PART…]    what is long by nature
    .ci/checks systems [PART…]    what is about other systems than this one

A part is named in full, or by its first word: `soak` is `soak-server` and `soak-page`. What it needs
is made before it, but for what takes minutes and is there.
"""
import os
import shutil
import sys

import changed
import nightly
import parts
import systems
from lanes import Lanes
from report import Report
from steadiness import settle

LANES = 3  # one more than the smallest machine has cores: tests wait for much
KINDS = {'test': lambda: parts.TEST, 'check': changed.parts, 'nightly': nightly.parts,
         'systems': systems.parts}


def main(kind='', *only):
    if kind not in KINDS:
        return f'vernier: .ci/checks {", ".join(KINDS)}; not {kind!r}'
    table = KINDS[kind]()
    if missing := [word for word in only if not any(part.is_named([word]) for part in table)]:
        names = ' '.join(part.name for part in table)
        return f'vernier: no part is named {" ".join(missing)}; there are: {names}'
    strict = kind in ('nightly', 'systems') or bool(os.environ.get('STRICT'))
    return run(parts.chosen(table, only), strict)


def run(table, strict):
    """Runs the parts, all of them whatever fails, and gives the exit code."""
    shutil.rmtree(parts.FOLDER, ignore_errors=True)
    parts.FOLDER.mkdir(parents=True)
    report = Report()
    runs = Lanes(table, LANES, report.tell).finish()
    if not strict:
        settle(runs, report.say)
    report.conclude(runs)
    return 1 if any(run.failed for run in runs) else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
