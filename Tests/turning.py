"""What each server of a run tells, when it is stopped, of how long its loop was at work at a time.

`VERNIER_TURNS` names the file that it is noted in, a line for each server.
"""
import contextlib
import csv
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
from http.client import HTTPException

NOTED = os.environ.get('VERNIER_TURNS') and os.path.abspath(os.environ['VERNIER_TURNS'])
TURNS = re.compile(r'^vernier_loop_turn_seconds_bucket\{le="(?P<bound>[^"]+)"\} (?P<count>\d+)', re.M)
LONGEST = re.compile(r'^vernier_loop_turn_longest_seconds (?P<seconds>\S+)$', re.M)

# What the loop may take, in seconds: all turns but one in a thousand, and the longest of all.
MOST, LONGEST_OF_ALL = 0.003, 0.02


@dataclasses.dataclass(frozen=True)
class Turns:
    """The turns of one server's loop: how many, how many of them within `MOST`, and the longest."""

    count: int
    within: int
    longest: float
    test: str  # in which it was too long, or else was stopped
    first: str  # in which it was started, unless it is known in which it was too long

    @classmethod
    def of(cls, metrics, test, first):
        """What a server's metrics tell; nothing where they tell nothing."""
        counts = {float(bound): int(count) for bound, count in TURNS.findall(metrics)}
        longest = LONGEST.search(metrics)
        if not counts or not longest:
            return None
        return cls(counts[float('inf')], counts[MOST], float(longest['seconds']), test, first)


def note(server):
    """Notes the turns of a server that is about to be stopped, if it still answers."""
    if not NOTED:
        return
    if turns := told(server):
        append(dataclasses.astuple(turns))


def watch(server):
    """Notes the test that has just run, if it is the first after which a turn was too long."""
    if (turns := told(server)) and turns.longest > LONGEST_OF_ALL and not server.long:
        server.long = current_test()


def told(server):
    """The turns of a server that still answers."""
    with contextlib.suppress(OSError, HTTPException):
        tests = [server.long] * 2 if server.long else [current_test(), server.test]
        return Turns.of(metrics(server), *tests)


def current_test():
    """The address of the test that runs, below `Tests`; empty outside of one."""
    return os.environ.get('PYTEST_CURRENT_TEST', '').rpartition(' ')[0]


def metrics(server):
    connection = server.connection()
    connection.timeout = 2
    try:
        connection.request('GET', '/metrics', headers=credentials(server))
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def credentials(server):
    if '--token-file' not in server.extra:
        return {}
    file = pathlib.Path(server.extra[server.extra.index('--token-file') + 1])
    tokens = [line for line in file.read_text().split() if line[0] != '#']
    return {'Authorization': f'Bearer {tokens[0]}'} if tokens else {}


def append(row):
    """Writes a line at once, as other processes of the run do, too."""
    with open(NOTED, 'a', newline='') as file:
        csv.writer(file).writerow(row)


def noted(file):
    """All that was noted in a file."""
    with open(file, newline='') as rows:
        return [Turns(int(count), int(within), float(longest), *tests)
                for count, within, longest, *tests in csv.reader(rows)]


def measured_again(server, file):
    """What the servers of the same test take, run alone; the server itself if tests shared it."""
    if server.test != server.first:
        return [server]
    command = [sys.executable, '-m', 'pytest', server.test]
    environment = {**os.environ, 'VERNIER_TURNS': str(file)}
    subprocess.run(command, cwd=pathlib.Path(__file__).parent, env=environment, check=True)
    return noted(file)
