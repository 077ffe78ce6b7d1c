#!/usr/bin/env python3
"""Measures a film of two hours on a web server, behind a link of 50 ms there and back, and 50 Mbit/s.

Nothing of it is known before. How many bytes come until its keyframes are known and until a frame
in the middle is shown is beside its header's and its group's. The time until that frame is beside
`ffmpeg` and PyAV with fsspec over the same link. The work of reading is beside that of a local file,
without the link.
"""
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import av

from barcodes import of_file
from clips import FILMS, VERNIER, film, make
from drags import FRAMES, GOP, PART
from judge import judge
from links import Link, web_server
from processes import run
from server import Scrubber, serving
from tables import machine, table

DELAY, BITS = 0.025, 50e6
BLOCK = 2**20
MIDDLE = FRAMES // 2 + 100
SEEKS = 20
# What PyAV does over HTTP by fsspec, as torchcodec and others do: the first exact frame from there.
PEER = '''
import sys, av, fsspec
address, frame = sys.argv[1], int(sys.argv[2])
with fsspec.open(address, "rb") as file, av.open(file) as container:
    stream = container.streams.video[0]
    time = int(frame / 30 / stream.time_base) + (stream.start_time or 0)
    container.seek(time, stream=stream)
    for picture in container.decode(stream):
        if picture.pts >= time:
            break
'''


def header(path):
    """The bytes of a film's `moov`."""
    place = 0
    with open(path, 'rb') as file:
        while True:
            file.seek(place)
            head = file.read(16)
            length = int.from_bytes(head[:4], 'big')
            length = int.from_bytes(head[8:], 'big') if length == 1 else length
            if head[4:8] == b'moov':
                return length
            place += length


def group(path, frame):
    """The bytes of the group that a frame is in."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        container.seek(int(frame / 30 / stream.time_base), stream=stream)
        size = 0
        for number, packet in enumerate(container.demux(stream)):
            if number and packet.is_keyframe:
                return size
            size += packet.size


def over(link, command):
    """Seconds that a command takes, and bytes that come over the link meanwhile."""
    before, start = link.received, time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, link.received - before


def commands(address, folder):
    """What reaches the frame in the middle, and what its picture is in."""
    ours = [VERNIER, 'frame', address, MIDDLE, '-o', f'{folder}/one.jpg', '--index-cache', 'none']
    theirs = ['ffmpeg', '-v', 'error', '-y', '-ss', f'{MIDDLE / 30:.6f}', '-i', address,
              '-frames:v', '1', f'{folder}/other.jpg']
    return {'Vernier': ours, 'ffmpeg': theirs,
            'PyAV by fsspec': [sys.executable, '-c', PEER, address, MIDDLE]}


def first_frames(link, path):
    address = f'http://127.0.0.1:{link.port}/{path.name}'
    with tempfile.TemporaryDirectory() as folder:
        _, keys = over(link, [VERNIER, 'index', '--keyframes', address, '--index-cache', 'none'])
        found = {name: over(link, command) for name, command in commands(address, folder).items()}
        is_right = of_file(open(f'{folder}/one.jpg', 'rb').read()) == MIDDLE % PART
    table(f'the first exact frame in the middle of {path.name}', ('s', 'MiB'),
          [(name, f'{seconds:.2f}', f'{count / 2**20:.1f}') for name, (seconds, count) in found.items()])
    judge('remote', 'keyframes of a movie: bytes beside its header',
          (keys - 2 * BLOCK) / header(path))
    room = 1.1 * header(path) + 1.25 * group(path, MIDDLE) + 4 * BLOCK
    judge('remote', 'a frame of a movie: bytes beside those allowed', found['Vernier'][1] / room)
    mine = found['Vernier'][0]
    judge('remote', 'a frame of a movie, beside ffmpeg', mine / found['ffmpeg'][0])
    judge('remote', 'a frame of a movie, beside PyAV by fsspec', mine / found['PyAV by fsspec'][0])
    judge('remote', 'wrong pictures', 0 if is_right else 1)


def drag(link, path):
    """A drag over all of the film, cold; and a second frame of a group that is there."""
    address = f'http://127.0.0.1:{link.port}/{path.name}'
    with serving(address) as server:
        media = server.media(path.name)
        # The first look at all opens what the others find open.
        first, *places = random.Random(1).sample(range(0, FRAMES, GOP), SEEKS + 1)
        look(server, media, first)
        firsts = [look(server, media, frame) for frame in places]
    with serving(address) as server:
        # By HTTP, where nothing is fetched ahead of what is asked for.
        media = server.media(path.name)
        server.frames(media, [MIDDLE])
        before = server.metric('remote_requests_total')
        server.frames(media, [MIDDLE + 1])
        judge('remote', 'requests for another frame of the group',
              server.metric('remote_requests_total') - before)
    with serving(str(path)) as server:
        media = server.media(path.name)
        look(server, media, first)
        local = [look(server, media, frame) for frame in places]
    late = statistics.quantiles(firsts, n=20)[18] - statistics.median(local)
    judge('remote', 'a first picture from afar, p95 in round trips', late / (2 * DELAY))


def look(server, media, frame):
    """Seconds until somebody new sees a first picture of a place, at most a group from there."""
    with Scrubber(server, media) as client:
        start = time.perf_counter()
        client.move(frame)
        next(shown for shown, *_ in client.pictures() if abs(shown - frame) < GOP)
        return time.perf_counter() - start


def work(port):
    """Processor time of reading all of a stream, beside that of a local file."""
    stream = make(FILMS / 'part-of-film.ts', ['-i', str(film()), '-t', '600', '-c', 'copy'])
    address = f'http://127.0.0.1:{port}/{stream.name}'
    command = [VERNIER, 'index', '--csv', '--index-cache', 'none']
    there, here = (min(whole([*command, place]) for _ in range(2)) for place in (address, stream))
    judge('remote', 'work of reading all of a stream, beside a local file', there / here)


def whole(command):
    """Seconds of the processor of a command and of all processes that it starts."""
    before = os.times()
    run(list(map(str, command)))
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    machine()
    path = film()
    with web_server() as port:
        with Link(port, DELAY, BITS) as link:
            first_frames(link, path)
            drag(link, path)
        work(port)


if __name__ == '__main__':
    main()
