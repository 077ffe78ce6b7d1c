"""Runs parts side by side, each as soon as those that it needs have held."""
import collections
import dataclasses
import os
import signal
import subprocess
import time

import outcome

POLL = 0.2  # seconds between two looks at what runs
NOT_RUN = 77  # the exit code of a command that this machine cannot run, as with automake's tests


@dataclasses.dataclass
class Run:
    """One part on its way, or at its end."""

    part: object
    began: float
    process: subprocess.Popen | None = None
    seconds: float = 0
    processor: float = 0  # seconds of a core that it and its processes have taken
    failed: str = ''  # why, in a few words
    not_run: str = ''  # why, where this machine cannot run it: it neither held nor failed
    tests: list = dataclasses.field(default_factory=list)  # once it has ended


class Lanes:
    """So many parts at a time; `tell` is called for each that begins or ends."""

    def __init__(self, parts, count, tell):
        self.waiting = collections.deque(parts)
        self.names = {part.name for part in parts}
        self.count, self.tell = count, tell
        self.running, self.ended = [], []

    def finish(self):
        """Runs all of them, whichever of them fail, and gives them in the order of their ends."""
        try:
            while self.waiting or self.running:
                self.reap()
                self.leave_out()
                self.begin()
                time.sleep(POLL)
        finally:
            for run in self.running:
                end(run.process)
        return self.ended

    def begin(self):
        for part in list(self.waiting):
            if self.may_begin(part):
                self.waiting.remove(part)
                self.running.append(start(part))
                self.tell(self.running[-1])

    def may_begin(self, part):
        if len(self.running) >= (1 if part.alone else self.count) or self.is_alone():
            return False
        if part.alone:
            return not self.running and all(other.alone for other in self.waiting)
        pending = {one.name for one in self.waiting} | {run.part.name for run in self.running}
        return self.needs(part) <= self.held() and not pending.intersection(part.behind)

    def is_alone(self):
        return any(run.part.alone for run in self.running)

    def needs(self, part):
        """Those it needs that are run at all: the others are there already."""
        return self.names.intersection(part.after)

    def held(self):
        return {run.part.name for run in self.ended if not run.failed and not run.not_run}

    def leave_out(self):
        """Ends those that need one that did not hold: they would fail for the same reason."""
        broken = {run.part.name for run in self.ended if run.failed}
        absent = {run.part.name for run in self.ended if run.not_run}
        for part in list(self.waiting):
            if missing := (broken | absent).intersection(part.after):
                self.waiting.remove(part)
                reason = f'needs {", ".join(sorted(missing))}'
                field = 'failed' if missing & broken else 'not_run'
                self.end(Run(part, time.monotonic(), **{field: reason}))

    def reap(self):
        for run in list(self.running):
            run.seconds = time.monotonic() - run.began
            code = look(run)
            if code is None and run.seconds < run.part.minutes * 60:
                continue
            self.running.remove(run)
            end(run.process)
            if code == NOT_RUN:
                run.not_run = last_line(run.part.log)
            else:
                run.failed = verdict(run, code)
            run.tests = outcome.tests(run.part.report)
            self.end(run)

    def end(self, run):
        self.ended.append(run)
        self.tell(run)


def look(run):
    """The exit code of a part that has ended, whose time of the processor is noted."""
    found, status, usage = os.wait4(run.process.pid, os.WNOHANG)
    if not found:
        return None
    run.processor = usage.ru_utime + usage.ru_stime
    run.process.returncode = os.waitstatus_to_exitcode(status)
    return run.process.returncode


def last_line(log):
    """What a command said last: why it cannot be run here."""
    return (log.read_text(errors='replace').splitlines() or ['it does not say why'])[-1]


def verdict(run, code):
    if code is None:
        return f'ended after {run.part.minutes} minutes'
    return f'exit {code}' if code else ''


def start(part):
    """Begins a part, in a group of its own that ends with it, whose output goes to its log."""
    with part.log.open('wb') as log:
        process = subprocess.Popen(['bash', '-c', part.command], stdin=subprocess.DEVNULL,
                                   stdout=log, stderr=log, start_new_session=True,
                                   env={**os.environ, **part.environment})
    return Run(part, time.monotonic(), process)


def end(process):
    """Ends what is left of a part: first it is asked to, then it is made to."""
    for number, patience in ((signal.SIGTERM, 10), (signal.SIGKILL, 10)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.05)
