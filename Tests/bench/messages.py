#!/usr/bin/env python3
"""Measures what a `move` and its `state` cost beside a bare libwebsockets echo of their sizes.

One client sends a message, waits for the answer and sends the next, to one server and then to the
other, several rounds in turn. What counts is the processor time that each server took per message,
and the median of all rounds, as this time depends on what else the machine does.

All three share one core. To wake a client that waits on another core costs a server up to four times
of what the rest does, or nothing where that core has not begun to sleep, which is the machine's affair.
"""
import contextlib
import os
import statistics

from clips import SAMPLES
from judge import judge
from processes import cpu_seconds
from server import serving
from sockets import connect, echoing, text
from tables import machine

SAMPLE = SAMPLES / 'long-gop.mp4'
ROUNDS = 9
MESSAGES = 1_500


def moves(turn):
    """A drag of 60 messages a second with two samples each, swaying over the bar."""
    for number in range(MESSAGES):
        seq = 3 + turn * MESSAGES + number
        t, x, y = seq * 16.625, 250.25 + seq * 7 % 300, 20 + seq % 90
        samples = [[t - 8.25, x - 1.5, y], [t, x, y + 0.5]]
        yield text(type='move', gesture=1, seq=seq, samples=samples)


@contextlib.contextmanager
def one_core(*pids):
    """Keeps these processes, with all their threads, and this one on one core meanwhile."""
    cores = os.sched_getaffinity(0)
    threads = [int(thread) for pid in pids for thread in os.listdir(f'/proc/{pid}/task')]
    for thread in [0, *threads]:
        os.sched_setaffinity(thread, {min(cores)})
    yield
    os.sched_setaffinity(0, cores)


def cost(pid, client, messages):
    """Microseconds of the server's processor time per message."""
    messages = list(messages)
    before = cpu_seconds(pid)
    for message in messages:
        client.ask(message)
    return 1e6 * (cpu_seconds(pid) - before) / len(messages)


def main():
    machine()
    with serving(SAMPLE) as server:
        client = connect(server.port)
        size = client.begin(server.media(SAMPLE.name))
        with echoing(size) as (pid, port):
            bare = connect(port)
            with one_core(server.pid, pid):
                rounds = [(cost(server.pid, client, moves(n)), cost(pid, bare, moves(n)))
                          for n in range(ROUNDS)]
    ours, theirs = (statistics.median(costs) for costs in zip(*rounds))
    print(f'a move and its state of {size} bytes: {ours:.1f} µs, '
          f'a bare echo of the same sizes: {theirs:.1f} µs')
    judge('messages', 'a move and its state, beside a bare echo',
          statistics.median(cost / bare for cost, bare in rounds))


if __name__ == '__main__':
    main()
