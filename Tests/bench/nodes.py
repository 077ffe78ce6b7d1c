#!/usr/bin/env python3
"""Measures two servers that share rooms and sessions through Redis, both on one core.

A leader drags on one, and who follows is on the other: its states are measured beside the answers
to plain moves on the same two servers. Then the server of 200 clients is killed, and all of them go
on at the other one, with their places and ways back.
"""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from judge import judge
from processes import pin, running
from rooms import CORES, RATE, SAMPLE, load, report, show
from server import serving
from sockets import connect, text
from tables import machine

CLIENTS = 200


@contextlib.contextmanager
def redis():
    """A Redis on a socket in the file system; what `--redis` takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'redis.sock')
        words = ['redis-server', '--port', 0, '--unixsocket', path, '--save', '', '--dir', folder]
        with running(*words, stdout=subprocess.DEVNULL):
            while not path.exists():
                time.sleep(0.05)
            yield f'unix:{path}'


@contextlib.contextmanager
def node(address):
    with serving(SAMPLE, options=['--message-rate', 0, '--redis', address]) as server:
        pin(server.pid, CORES[0])
        server.media(SAMPLE.name)
        while not server.metric('cluster_connected'):
            time.sleep(0.05)
        yield server


def follow(nodes):
    """How much longer a follower's state takes than the answer to a plain move."""
    ports = [one.port for one in nodes]
    plain = show('nobody follows', report(load(*ports, scrubbing=2)))
    led = show('two servers', report(load(*ports, rooms=1, members=2)))
    return led['followers']['milliseconds']['p99'] / plain['milliseconds']['p99']


def sought(client, seq, **to):
    """Seeks, and gives the frame that it led to."""
    client.send(text(type='seek', seq=seq, to=to))
    return frame(client.await_answer(b'"seq":%d,' % seq))


def frame(answer):
    message = json.loads(answer[answer.index(b'{'):])
    return message.get('state', message)['target']['frame']


def go_on(nodes):
    """Seconds until all clients of a server that was killed are at the other, and what was lost."""
    first, second = nodes
    media = first.media(SAMPLE.name)
    tokens = []
    for number in range(CLIENTS):
        client = connect(first.port)
        client.send(text(type='open', media=media))
        opened = client.await_answer(b'"type":"opened"')
        tokens.append((client, json.loads(opened[opened.index(b'{'):])['session']))
        for seq, place in ((1, number), (2, number + 300)):
            assert sought(client, seq, frame=place) == place
    time.sleep(0.5)
    os.kill(first.pid, signal.SIGKILL)
    began, again = time.perf_counter(), []
    for _, token in tokens:
        again.append(connect(second.port))
        again[-1].send(text(type='open', media=media, resume=token))
    places = [frame(client.await_answer(b'"type":"opened"')) for client in again]
    seconds = time.perf_counter() - began
    back = [sought(client, 1, undo=True) for client in again]
    lost = sum((place, undone) != (number + 300, number)
               for number, (place, undone) in enumerate(zip(places, back)))
    return seconds, lost


def main():
    machine(f'two servers and Redis, {RATE} moves a second')
    with redis() as address, node(address) as first, node(address) as second:
        ratio = follow([first, second])
        seconds, lost = go_on([first, second])
    judge('nodes', 'a follower elsewhere, p99 beside a plain move', ratio)
    judge('nodes', 'seconds until 200 go on at another server', seconds)
    judge('nodes', 'places or ways back that are lost', lost)


if __name__ == '__main__':
    main()
