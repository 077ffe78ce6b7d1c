#!/usr/bin/env python3
"""Measures how soon those who follow get the leader's frame, and fifty rooms of ten at once.

A leader drags at 60 moves a second. What a move's own answer takes where nobody follows is the
measure for the time until each follower's state has come. The server runs on one core, the clients
on the other, as in `load.py`.
"""
import json
import os
import subprocess
import time

from clips import SAMPLES, VERNIER
from judge import judge
from processes import own_memory, pin
from server import serving
from tables import machine

SAMPLE = SAMPLES / 'long-gop.mp4'
RATE, SECONDS, MEMBERS, ROOMS = 60, 8, 10, 50
CORES = sorted(os.sched_getaffinity(0))


def load(*ports, **numbers):
    """The command that is the clients, on the core that the server is not on."""
    numbers = {'idle': 0, 'scrubbing': 0, 'rate': RATE, 'seconds': SECONDS} | numbers
    words = [word for name, number in numbers.items() for word in (f'--{name}', number)]
    places = [word for port in ports for word in ('--server', f'http://127.0.0.1:{port}')]
    command = ['taskset', '-c', CORES[-1], VERNIER, 'bench', 'load', SAMPLE, '--json', *places, *words]
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)


def report(process):
    """What it has found, where every client was let in and stayed."""
    found = json.loads(process.communicate()[0])
    assert found['clients']['refused'] == found['clients']['lost'] == 0, found
    return found


def show(name, found):
    """Prints the times of moves and, where there are some, of those who follow."""
    for who, part in (('moves', found), ('followers', found.get('followers'))):
        if part:
            times, counts = part['milliseconds'], part['messages']
            print(f'{name:16} {who:10} {counts["sent"]} due, {counts["superseded"]} left out for a '
                  f'newer one, {counts["dropped"]} dropped; p50 {times["p50"]:.2f}, '
                  f'p99 {times["p99"]:.2f} ms', flush=True)
    return found


def many_rooms(server):
    """What fifty rooms find, and the KiB that each member has taken at most."""
    before = most = own_memory(server.pid)
    crowd = load(server.port, rooms=ROOMS, members=MEMBERS)
    while crowd.poll() is None:
        most = max(most, own_memory(server.pid))
        time.sleep(0.5)
    return report(crowd), (most - before) / 1024 / (ROOMS * MEMBERS)


def main():
    machine(f'{RATE} moves a second of each leader, {MEMBERS} in a room')
    with serving(SAMPLE) as server:
        pin(server.pid, CORES[0])
        server.media(SAMPLE.name)
        plain = show('nobody follows', report(load(server.port, scrubbing=1)))
        room = show('one room', report(load(server.port, rooms=1, members=MEMBERS)))
        many, memory = many_rooms(server)
    show(f'{ROOMS} rooms', many)
    judge('rooms', 'a follower, p99 beside a plain move',
          room['followers']['milliseconds']['p99'] / plain['milliseconds']['p99'])
    judge('rooms', 'dropped in fifty rooms of ten',
          many['messages']['dropped'] + many['followers']['messages']['dropped'])
    judge('rooms', 'KiB for each member', memory)


if __name__ == '__main__':
    main()
