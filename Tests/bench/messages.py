#!/usr/bin/env python3
"""Measures what a `move` and its `state` cost beside a bare libwebsockets echo of their sizes.

One client sends a message, waits for the answer and sends the next, to one server and then to the
other, several rounds in turn. What counts is the processor time that each server took per message,
and the median of all rounds, as this time depends on what else the machine does. Prints the figures and judges nothing.
"""
import contextlib
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / 'samples/media/long-gop.mp4'
VERNIER = os.environ.get('VERNIER', str(ROOT / '.build/release/vernier'))
ADDRESS = re.compile(r'http://127\.0\.0\.1:(\d+)')
ROUNDS = 9
MESSAGES = 1_500


def text(**message):
    """A masked text frame; the mask of zeros leaves the text as it is."""
    payload = json.dumps(message, separators=(',', ':')).encode()
    length = bytes([128 + len(payload)]) if len(payload) < 126 \
        else bytes([254]) + len(payload).to_bytes(2, 'big')
    return b'\x81' + length + bytes(4) + payload


class Socket:
    """A WebSocket client that costs little, so that the servers are what is measured."""

    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b''
        self.socket.sendall(
            f'GET /api/v1/scrub HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n'
            'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
            'Sec-WebSocket-Protocol: vernier.v1\r\n\r\n'.encode())
        head = self.until(lambda: self.buffer.find(b'\r\n\r\n') + 4)
        assert b' 101 ' in head, head

    def until(self, length):
        while length() <= 3:
            self.buffer += self.socket.recv(65536)
        whole, self.buffer = self.buffer[:length()], self.buffer[length():]
        return whole

    def receive(self):
        def length():
            if len(self.buffer) < 4:
                return 0
            short = self.buffer[1]
            whole = 2 + short if short < 126 else 4 + int.from_bytes(self.buffer[2:4], 'big')
            return whole if len(self.buffer) >= whole else 0
        return self.until(length)

    def send(self, message):
        self.socket.sendall(message)

    def await_answer(self, part):
        while part not in (answer := self.receive()):
            pass
        return answer

    def ask(self, message):
        self.send(message)
        return self.receive()


def moves(turn):
    """A hand at 60 messages a second with two samples each, swaying over the bar."""
    messages = []
    for number in range(MESSAGES):
        seq = 3 + turn * MESSAGES + number
        t, x, y = seq * 16.625, 250.25 + seq * 7 % 300, 20 + seq % 90
        samples = [[t - 8.25, x - 1.5, y], [t, x, y + 0.5]]
        messages.append(text(type='move', gesture=1, seq=seq, samples=samples))
    return messages


def cpu_seconds(pid):
    """What all threads of a process have had of the processor."""
    tasks = pathlib.Path(f'/proc/{pid}/task').iterdir()
    return sum(int((task / 'schedstat').read_text().split()[0]) for task in tasks) / 1e9


def cost(pid, client, messages):
    """Microseconds of the server's processor time per message."""
    before = cpu_seconds(pid)
    for message in messages:
        client.ask(message)
    return 1e6 * (cpu_seconds(pid) - before) / len(messages)


def begin(client, media):
    """Opens the sample and puts the hand on the bar; returns the size of a state."""
    client.send(text(type='open', media=media))
    client.await_answer(b'"type":"opened"')
    client.send(text(type='begin', gesture=1, seq=1, x=300, y=20, extent=800))
    client.send(text(type='move', gesture=1, seq=2, samples=[[0, 301.5, 20]]))
    return len(client.await_answer(b'"seq":2,')) - 4


@contextlib.contextmanager
def running(*command, **options):
    """A process, ended in the end."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, **options)
    try:
        yield process
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(timeout=10)


@contextlib.contextmanager
def vernier():
    """Our server's process, a client of it, and the id of the sample."""
    command = [VERNIER, 'serve', '--port', '0', '--web', 'none', '--message-rate', '0', SAMPLE]
    with running(*command, stdout=subprocess.PIPE, text=True) as process:
        url = next(filter(None, map(ADDRESS.search, process.stdout)))
        with urllib.request.urlopen(f'{url[0]}/api/v1/media') as answer:
            media = json.load(answer)['media'][0]['id']
        yield process.pid, connect(int(url[1])), media


@contextlib.contextmanager
def echoing(size, *before):
    """A bare server's process, started by the words `before`, and its port."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(('127.0.0.1', 0)) as free:
        source, program = pathlib.Path(__file__).with_name('echo.c'), f'{folder}/echo'
        subprocess.run(['cc', '-O2', '-o', program, source, '-lwebsockets'], check=True)
        port = free.getsockname()[1]
        free.close()
        with running(*before, program, str(port), str(size)) as process:
            connect(port)
            yield process.pid, port


def connect(port):
    for _ in range(100):
        with contextlib.suppress(ConnectionRefusedError):
            return Socket(port)
        time.sleep(0.05)
    raise SystemExit('the server does not listen')


def main():
    with vernier() as (pid, client, media):
        size = begin(client, media)
        with echoing(size) as (bare_pid, port):
            bare = connect(port)
            rounds = [(cost(pid, client, moves(n)), cost(bare_pid, bare, moves(n)))
                      for n in range(ROUNDS)]
    ours, theirs = (statistics.median(costs) for costs in zip(*rounds))
    ratio = statistics.median(cost / bare for cost, bare in rounds)
    print(f'a move and its state of {size} bytes: {ours:.1f} µs, '
          f'a bare echo of the same sizes: {theirs:.1f} µs, ratio {ratio:.2f}')


if __name__ == '__main__':
    main()
