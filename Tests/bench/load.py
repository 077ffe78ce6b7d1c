#!/usr/bin/env python3
"""Measures a crowd at the server, on one core, beside the same crowd at a bare libwebsockets echo.

2000 clients have opened a media and stay silent, 200 scrub at 60 moves a second; each answer's time
counts from when its move was meant to leave. The server runs as it is shipped, with its guard
against too many messages. Then all of them want pictures too, and the times are those of 20 more
clients like them, in a process of their own: the crowd's core is as busy as the server's, most of it
with libwebsockets' parser of what clients receive. SECONDS=60 stays longer.
"""
import json
import os
import subprocess
import time

from clips import SAMPLES, VERNIER
from judge import judge
from processes import cpu_seconds, own_memory, pin
from server import WIDTH, serving
from sockets import connect, echoing
from tables import machine

SAMPLE = SAMPLES / 'long-gop.mp4'
SECONDS = int(os.environ.get('SECONDS', '30'))
IDLE, FIRST, SCRUBBING, OBSERVING, RATE = 2000, 500, 200, 20, 60
CORES = sorted(os.sched_getaffinity(0))
# What a client waits for until the processor's time is counted: all have come by then.
COMING = 8
# The milliseconds that are always good enough for 99 of 100 answers, and what of an echo's else.
GOOD, ECHOES = 10, 3
SHIPPED = ['--log', 'none']


def crowd(port, *peer, idle=IDLE, scrubbing=SCRUBBING, seconds=SECONDS):
    """The command, on the core that the server is not on."""
    words = ['bench', 'load', *peer, '--server', f'http://127.0.0.1:{port}', '--json',
             '--idle', idle, '--scrubbing', scrubbing, '--rate', RATE, '--seconds', seconds]
    return subprocess.Popen(['taskset', '-c', str(CORES[-1]), VERNIER, *map(str, words)],
                            stdout=subprocess.PIPE, text=True)


def measured(name, pid, port, *peer):
    """What the load reports, with the processor's microseconds for each message.

    What all cost who only are there is in it, as it is in life; that they came is not.
    """
    pin(pid, CORES[0])
    load = crowd(port, *peer)
    time.sleep(COMING)
    before, start = cpu_seconds(pid), time.monotonic()
    time.sleep(SECONDS - COMING)
    spent, lasted = cpu_seconds(pid) - before, time.monotonic() - start
    report = json.loads(load.communicate()[0])
    answered = report['messages']['answered'] * lasted / SECONDS
    found = report | {'microseconds': 1e6 * spent / max(answered, 1)}
    show(name, found)
    return found


def idle_memory(server):
    """Bytes for each idle client, of those that come after the first."""
    pin(server.pid, CORES[0])
    loads, found, there = [], [], 0
    for count in (FIRST, IDLE - FIRST):
        loads.append(crowd(server.port, SAMPLE, idle=count, scrubbing=0))
        there += count
        while server.metric('sessions') < there:
            time.sleep(0.1)
        found.append(own_memory(server.pid))
    for load in loads:
        load.kill()
        load.communicate()
    return (found[1] - found[0]) / (IDLE - FIRST)


def show(name, report):
    """Prints what a crowd found."""
    times, messages = report['milliseconds'], report['messages']
    each = f'; {report["microseconds"]:.1f} µs of a core each' if 'microseconds' in report else ''
    print(f'{name:15} {messages["sent"]} messages, {messages["dropped"]} dropped, '
          f'{messages["superseded"]} superseded; p50 {times["p50"]:.2f}, p99 {times["p99"]:.2f}, '
          f'p99.9 {times["p999"]:.2f} ms{each}', flush=True)


def judge_answers(report, echo, dropped, words=''):
    """Judges the answers' times and how many there were."""
    p99, theirs = (one['milliseconds']['p99'] for one in (report, echo))
    judge('load', f'p99{words}, beside 10 ms or three of an echo',
          p99 / max(GOOD, ECHOES * theirs))
    judge('load', f'messages dropped{words}', dropped)


def with_pictures():
    """What observers of a crowd report that all wants pictures, what it drops, and the pictures that
    came a second to a client."""
    with serving(SAMPLE, options=SHIPPED) as server:
        server.media(SAMPLE.name)
        peer = server.port, SAMPLE, '--pictures', WIDTH
        observers = crowd(*peer, idle=0, scrubbing=OBSERVING)
        report = measured('with pictures', server.pid, *peer)
        seen = json.loads(observers.communicate()[0])
        show('as observed', seen)
        dropped = report['messages']['dropped'] + seen['messages']['dropped']
        pictures = server.metric('previews_total') / SECONDS / (SCRUBBING + OBSERVING)
        return seen, dropped, pictures


def main():
    machine(f'{IDLE} idle and {SCRUBBING} scrubbing at {RATE} Hz for {SECONDS} s')
    with serving(SAMPLE, options=SHIPPED) as server:
        server.media(SAMPLE.name)
        judge('load', 'KiB for each idle client', idle_memory(server) / 1024)
    with serving(SAMPLE, options=SHIPPED) as server:
        size = connect(server.port).begin(server.media(SAMPLE.name))
        ours = measured('vernier', server.pid, server.port, SAMPLE)
    with echoing(size, 'prlimit', '--nofile=16384:') as (pid, port):
        echo = measured('echo', pid, port, '--echo')
    seen, dropped, pictures = with_pictures()
    judge('load', 'processor a message, beside a bare echo',
          ours['microseconds'] / echo['microseconds'])
    judge_answers(ours, echo, ours['messages']['dropped'])
    judge_answers(seen, echo, dropped, ' with pictures')
    judge('load', 'pictures a second, beside the clients that want them', pictures)


if __name__ == '__main__':
    main()
