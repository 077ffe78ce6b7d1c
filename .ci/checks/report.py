"""What a run of checks says: a line for each beginning and end, and a table at last."""
import time

import outcome

SLOWEST = 20
TAIL = 200  # lines of the log of a part that failed
SIGNS = {'failed': '✗', 'unsteady': '! failed beside others, passes alone:'}


class Report:
    """What is told of one run, from its beginning."""

    def __init__(self):
        self.began = time.monotonic()

    def say(self, line):
        seconds = int(time.monotonic() - self.began)
        print(f'{seconds // 60:3}:{seconds % 60:02} {line}', flush=True)

    def tell(self, run):
        """A line for a part that begins or ends."""
        ended = run.failed or run.not_run or run.seconds
        self.say(f'{row(run)}' if ended else f'… {run.part.name}')

    def conclude(self, runs):
        """All there is to know at the end; what matters most comes last."""
        for run in runs:
            if run.failed and run.part.log.exists():
                show(run)
        print(f'\nThe {SLOWEST} slowest tests, in seconds:')
        for test in slowest(runs):
            print(f'{test.seconds:7.1f} {test.title}')
        print('\n  part            minutes  of a core')
        for run in runs:
            print(row(run))
        unrun = [run.part.name for run in runs if run.not_run]
        if unrun:
            self.say(f'not run on this machine: {", ".join(unrun)}')
        found = [test for run in runs for test in run.tests]
        for test in found:
            if test.state in SIGNS:
                print(f'{SIGNS[test.state]} {test.title}')
        self.say(outcome.counted(found))


def row(run):
    counts = outcome.counted(run.tests)
    not_run = run.not_run and f'not run: {run.not_run}'
    words = ': '.join(word for word in (run.failed, not_run, counts) if word)
    sign = '✗' if run.failed else '–' if run.not_run else '✓'
    return f'{sign} {run.part.name:14}{run.seconds / 60:8.1f}{run.processor / 60:11.1f}  {words}'


def slowest(runs):
    """The tests that took longest, where their seconds are their own."""
    found = [test for run in runs if not run.part.crowded for test in run.tests]
    return sorted(found, key=lambda test: -test.seconds)[:SLOWEST]


def show(run):
    """The end of what a part that failed has said."""
    print(f'\n===== {run.part.name}: {run.failed} =====')
    lines = run.part.log.read_text(errors='replace').splitlines()
    print('\n'.join(lines[-TAIL:]))
