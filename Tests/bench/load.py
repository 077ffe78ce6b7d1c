#!/usr/bin/env python3
"""Measures a crowd at the server, on one core, beside the same crowd at a bare libwebsockets echo.

2000 clients have opened a media and stay silent, 200 scrub at 60 moves a second; each answer's time
counts from when its move was meant to leave. Prints these times, the processor time that each server
took per message, and the memory that an idle client takes. SECONDS=60 says how long each crowd stays.
"""
import contextlib
import json
import os
import pathlib
import platform
import subprocess
import time

from messages import SAMPLE, VERNIER, connect, cpu_seconds, echoing
from messages import begin as size_of_state
from server import serving

SECONDS = int(os.environ.get('SECONDS', '60'))
IDLE, SCRUBBING, RATE = 2000, 200, 60
CORES = sorted(os.sched_getaffinity(0))
ROUNDS = 2


def pin(pid, core):
    """Keeps all threads of a process on a core."""
    for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(task.name), {core})


def memory(pid):
    """Bytes that a process has for itself alone."""
    lines = pathlib.Path(f'/proc/{pid}/smaps_rollup').read_text().splitlines()[1:]
    return 1024 * sum(int(line.split()[1]) for line in lines
                      if line.startswith(('Private_Dirty', 'Swap:')))


def crowd(port, *peer, idle=IDLE, scrubbing=SCRUBBING, seconds=SECONDS):
    """The command, on the core that the server is not on."""
    words = ['bench', 'load', *map(str, peer), '--server', f'http://127.0.0.1:{port}', '--json',
             '--idle', str(idle), '--scrubbing', str(scrubbing), '--rate', str(RATE),
             '--seconds', str(seconds)]
    return subprocess.Popen(['taskset', '-c', str(CORES[-1]), VERNIER, *words],
                            stdout=subprocess.PIPE, text=True)


def measured(pid, port, *peer):
    """What the load reports, with the processor's microseconds for each message.

    What all cost who only are there is in it, as it is in life; that they came is not.
    """
    pin(pid, CORES[0])
    load = crowd(port, *peer)
    time.sleep(8)
    before, start = cpu_seconds(pid), time.monotonic()
    time.sleep(SECONDS - 8)
    spent, lasted = cpu_seconds(pid) - before, time.monotonic() - start
    report = json.loads(load.communicate()[0])
    answered = report['messages']['answered'] * lasted / SECONDS
    return report | {'microseconds': 1e6 * spent / answered}


def idle_memory(server, media):
    """Bytes for each idle client."""
    pin(server.pid, CORES[0])
    loads = []
    found = []
    for count in (500, IDLE - 500):
        loads.append(crowd(server.port, media, idle=count, scrubbing=0, seconds=60))
        there = sum((500, IDLE - 500)[:len(loads)])
        while server.metric('sessions') < there:
            time.sleep(0.1)
        found.append(memory(server.pid))
    for load in loads:
        load.kill()
        load.communicate()
    return (found[1] - found[0]) / (IDLE - 500)


def show(name, report):
    """Prints what a crowd found."""
    times, messages = report['milliseconds'], report['messages']
    print(f'{name:8} {messages["sent"]} messages, {messages["dropped"]} dropped, '
          f'{messages["superseded"]} superseded; p50 {times["p50"]:.2f}, p99 {times["p99"]:.2f}, '
          f'p99.9 {times["p999"]:.2f} ms; {report["microseconds"]:.1f} µs of a core each')


def main():
    print(f'{platform.machine()}, {len(CORES)} cores, {IDLE} idle and {SCRUBBING} scrubbing at '
          f'{RATE} Hz for {SECONDS} s')
    with serving(SAMPLE) as server:
        server.media(SAMPLE.name)
        print(f'{idle_memory(server, SAMPLE) / 1024:.1f} KiB for each idle client')
    with serving(SAMPLE) as server:
        media = server.media(SAMPLE.name)
        size = size_of_state(connect(server.port), media)
        with echoing(size, 'prlimit', '--nofile=16384:') as (pid, port):
            for _ in range(ROUNDS):
                ours = measured(server.pid, server.port, SAMPLE)
                theirs = measured(pid, port, '--echo')
                show('vernier', ours)
                show('echo', theirs)
                p99 = ours['milliseconds']['p99'] / theirs['milliseconds']['p99']
                cost = ours['microseconds'] / theirs['microseconds']
                print(f'ratio    p99 ×{p99:.2f}, processor ×{cost:.2f}')


if __name__ == '__main__':
    main()
