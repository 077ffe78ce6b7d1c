#!/usr/bin/env python3
"""Measures how soon those who follow get the leader's frame, and fifty rooms of ten at once.

A leader drags at 60 moves a second. What a move's own answer takes where nobody follows is the
measure for the time until each follower's state has come. The server runs on one core, the clients
on the other, as in `load.py`. How many moves come in fifty rooms is told and not judged: these clients
may be what is too slow.
"""
import os
import selectors
import statistics
import time

from clips import SAMPLES
from judge import judge
from processes import own_memory, pin
from server import serving
from sockets import connect, text
from tables import machine

SAMPLE = SAMPLES / 'long-gop.mp4'
RATE, SECONDS, MEMBERS, ROOMS = 60, 8, 10, 50
CORES = sorted(os.sched_getaffinity(0))


class Room:
    """Members of whom the first leads, and the others follow or only look on."""

    def __init__(self, port, media, name, follow):
        self.members = [connect(port) for _ in range(MEMBERS)]
        for number, member in enumerate(self.members):
            member.send(text(type='open', media=media, room=name, follow=follow and number > 0))
            member.await_answer(b'"type":"room"')
        leader = self.members[0]
        leader.send(text(type='lead', on=True))
        leader.send(text(type='begin', gesture=1, seq=1, x=0, y=0, extent=800))
        self.sent, self.seq = time.perf_counter(), 1
        self.answers, self.led = [], []

    def move(self, now):
        """Goes on to and fro, each time to another frame."""
        self.seq += 1
        x = self.seq * 7 % 1400
        self.members[0].send(text(type='move', gesture=1, seq=self.seq,
                                  samples=[[self.seq * 16, min(x, 1400 - x), 0]]))
        self.sent = now

    def hear(self, number):
        """Notes how long after the last move each state has come."""
        member = self.members[number]
        member.buffer += member.socket.recv(1 << 18)
        now = time.perf_counter()
        while (length := member.whole()) > 0:
            message, member.buffer = member.buffer[:length], member.buffer[length:]
            if message.endswith(b'"type":"state"}'):
                (self.led if number else self.answers).append(now - self.sent)


def drag(rooms):
    """All leaders drag, spread over the time between two moves."""
    watch = selectors.DefaultSelector()
    for room in rooms:
        for number, member in enumerate(room.members):
            watch.register(member.socket, selectors.EVENT_READ, (room, number))
    start, step = time.perf_counter() + 0.5, 1 / RATE / len(rooms)
    end, done = start + SECONDS, 0
    while (now := time.perf_counter()) < end + 0.5:
        while start + done * step <= now < end:
            rooms[done % len(rooms)].move(time.perf_counter())
            done += 1
        due = start + done * step if now < end else end + 0.5
        for key, _ in watch.select(max(0, due - time.perf_counter())):
            room, number = key.data
            room.hear(number)
    return done


def p99(times):
    return 1000 * statistics.quantiles(times, n=100)[-1]


def one_room(server, media, follow):
    room = Room(server.port, media, f'one-{follow}', follow)
    drag([room])
    for member in room.members:
        member.socket.close()
    return p99(room.led if follow else room.answers)


def many_rooms(server, media):
    """The part of all moves that came to each follower, its p99, and KiB for each member."""
    before = own_memory(server.pid)
    rooms = [Room(server.port, media, f'many-{number}', True) for number in range(ROOMS)]
    moves = drag(rooms)
    led = [taken for room in rooms for taken in room.led]
    memory = (own_memory(server.pid) - before) / 1024 / (ROOMS * MEMBERS)
    return len(led) / (moves * (MEMBERS - 1)), p99(led), memory


def main():
    machine(f'{RATE} moves a second of each leader, {MEMBERS} in a room')
    os.sched_setaffinity(0, CORES[-1:])
    with serving(SAMPLE) as server:
        pin(server.pid, CORES[0])
        media = server.media(SAMPLE.name)
        plain, followed = (one_room(server, media, follow) for follow in (False, True))
        came, crowded, memory = many_rooms(server, media)
    print(f'p99 of a plain move {plain:.2f} ms, of a follower {followed:.2f} ms; in {ROOMS} rooms '
          f'{crowded:.2f} ms, {100 * came:.1f} % of the moves came, {memory:.1f} KiB a member')
    judge('rooms', 'a follower, p99 beside a plain move', followed / plain)
    judge('rooms', 'KiB for each member', memory)


if __name__ == '__main__':
    main()
