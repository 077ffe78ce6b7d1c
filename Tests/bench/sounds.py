#!/usr/bin/env python3
"""Measures how soon the sound of hours is known, and how soon a part of it is seen and heard.

What all of it takes is measured beside `ffmpeg`, which reads the same file and decodes the same
sound, in processor time of one core with both. What is stored, and samples from all over the film,
are asked for over HTTP: peaks by the clock, samples by the work of all processes. A drag at sixty
moves a second is measured with sound and without.
"""
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

from clips import FILMS, PATTERN, VERNIER, make
from judge import judge
from processes import children, pin, run
from server import Scrubber, serving
from tables import machine, table

MINUTES, RATE, FRAMES = 60, 60, 60 * 60 * 25
LONG = 120  # minutes of the film of which an overview is looked at
SECONDS, SNIPPETS, LEVELS = 6, 200, 100
CORES = sorted(os.sched_getaffinity(0))
VOICE = "aevalsrc='0.4*sin(900*t)*sin(3*t)+0.1*(random(0)-0.5)|0.3*sin(500*t)':s=48000:d=60"


def film_of(minutes):
    """So many minutes of stereo in AAC beside H.264, the same minute over and over."""
    part = make(FILMS / 'minute.mp4', [
        '-f', 'lavfi', '-i', f'{PATTERN}:r=25:d=60', '-f', 'lavfi', '-i', VOICE, '-c:v', 'libx264',
        '-preset', 'veryfast', '-g', '50', '-c:a', 'aac', '-b:a', '128k'])
    return make(FILMS / f'sound-{minutes}.mp4',
                ['-stream_loop', str(minutes - 1), '-i', str(part), '-c', 'copy'])


def overview(film):
    """Seconds until an overview of a film that is indexed comes, and how many points it has."""
    with tempfile.TemporaryDirectory() as cache:
        run([VERNIER, 'index', str(film), '--csv', '--index-cache', cache])
        with serving(film, cache=cache) as server:
            address = f'/api/v1/media/{server.media(film.name)}'
            while json.loads(server.get(address))['index']['state'] != 'complete':
                time.sleep(0.02)
            start = time.perf_counter()
            while not (body := answered(server, f'{address}/waveform')):
                time.sleep(0.02)
            return time.perf_counter() - start, int.from_bytes(body[16:20], 'little')


def answered(server, address):
    server.http.request('GET', address)
    return server.http.getresponse().read()


def read_of(film):
    """Bytes that are read to decode all of the sound, beside those of its packets."""
    with tempfile.TemporaryDirectory() as cache:
        command = [VERNIER, 'index', str(film), '--csv', '--index-cache', cache]
        run(command)
        indexed = bytes_of(command)
        both = bytes_of([VERNIER, 'waveform', str(film), '-o', f'{cache}/out.dat', '--index-cache', cache])
    listed = subprocess.run(
        ['ffprobe', '-v', 'error', '-select_streams', 'a', '-show_entries', 'packet=size', '-of',
         'csv=p=0', str(film)], check=True, capture_output=True, text=True).stdout
    sound = sum(int(line.strip(',')) for line in listed.split())
    # The headers are read for both, and the index from the cache.
    return (both - indexed) / sound


def bytes_of(command):
    """Bytes that a command reads from files."""
    counted = subprocess.run(
        ['bash', '-c', '"$@" > /dev/null; cat /proc/$$/io', 'bash', *command], check=True,
        capture_output=True, text=True).stdout
    return int(counted.split('rchar: ')[1].split()[0])


def whole(film):
    """Milliseconds of the processor that all of the sound takes: here, and with ffmpeg."""
    os.sched_setaffinity(0, CORES[:1])
    try:
        with tempfile.TemporaryDirectory() as folder:
            ours = min(run([VERNIER, 'waveform', str(film), '-o', f'{folder}/{turn}.dat',
                            '--index-cache', 'none'])[0] for turn in range(2))
        theirs = min(run(['ffmpeg', '-v', 'error', '-threads', '1', '-i', str(film), '-map', '0:a',
                          '-f', 'null', '-'])[0] for _ in range(2))
    finally:
        os.sched_setaffinity(0, CORES)
    return ours, theirs


def known(server, media):
    """Waits until the sound is known, and returns the seconds."""
    start = time.perf_counter()
    while not waveform(server, media):
        time.sleep(0.02)
    return time.perf_counter() - start


def waveform(server, media, query=''):
    """Peaks; nothing while they are made."""
    server.http.request('GET', f'/api/v1/media/{media}/waveform{query}')
    answer = server.http.getresponse()
    body = answer.read()
    assert answer.status in (200, 202), (query, body)
    return body if answer.status == 200 else None


def timed(server, addresses):
    """Milliseconds of each request."""
    times = []
    for address in addresses:
        start = time.perf_counter()
        server.get(address)
        times.append(1000 * (time.perf_counter() - start))
    return times


def worked(server, addresses):
    """Milliseconds of the processor that each request takes of the server and its workers."""
    server.get(next(addresses))
    processes = [server.pid, *children(server.pid)]
    times = []
    for address in addresses:
        start = sum(map(work, processes))
        server.get(address)
        times.append(1000 * (sum(map(work, processes)) - start))
    return times


def work(pid):
    """Seconds of the processor that a process has had, with threads that have ended: its own clock."""
    return time.clock_gettime(~pid << 3 | 2)


def levels(media, chance):
    """Requests for some thousand points of each level, from all over the film."""
    for _ in range(LEVELS):
        samples = 256 << chance.randrange(0, 10)
        frames = min(1000 * samples * 25 // 48000, FRAMES - 1)
        start = chance.randrange(FRAMES - frames)
        yield f'/api/v1/media/{media}/waveform?samplesPerPixel={samples}&from={start}&to={start + frames}'


def snippets(media, chance):
    for _ in range(SNIPPETS):
        frame = chance.randrange(FRAMES - 3)
        yield f'/api/v1/media/{media}/sound.wav?from={frame}&to={frame + 2}'


def drag(server, media, sound):
    """Pictures and sounds a second of a drag."""
    with Scrubber(server, media) as client:
        if sound:
            client.send('configure', sound={'scrub': 'frame', 'rate': 48000, 'channels': 2})
        client.reach(FRAMES // 4)
        client.number('begin', gesture=1, x=0, y=0, extent=1000)
        begin, kinds = time.perf_counter(), {1: 0, 16: 0}
        for step in range(1, SECONDS * RATE + 1):
            while (left := begin + step / RATE - time.perf_counter()) > 0:
                take(client, left, kinds)
            client.number('move', gesture=1, samples=[[1000 * step / RATE, step / 4, 0]])
    return [kinds[kind] / SECONDS for kind in (1, 16)]


def take(client, timeout, kinds):
    try:
        message = client.socket.recv(timeout)
    except TimeoutError:
        return
    if isinstance(message, str):
        return
    kinds[message[3]] += 1
    seq = int.from_bytes(message[12:16], 'big')
    client.send('painted' if message[3] == 1 else 'heard', seq=seq)


def main():
    film = film_of(MINUTES)
    machine(f'{MINUTES} minutes of AAC in MP4, with pictures')
    ours, theirs = whole(film)
    table('processor, s', ['vernier', 'ffmpeg', 'ratio'],
          [['all of the sound', f'{ours / 1000:.2f}', f'{theirs / 1000:.2f}', f'{ours / theirs:.2f}']])
    judge('sounds', 'all of an hour, beside ffmpeg', ours / theirs)
    soon, points = overview(film_of(LONG))
    share = read_of(film)
    print(f'{points} points of {LONG} minutes after {soon:.2f} s; all of the sound reads '
          f'{share:.2f} of its bytes')
    judge('sounds', 'an overview of two hours, in s', soon)
    judge('sounds', 'bytes read for all of the sound, beside its own', share)
    chance = random.Random(23)
    with tempfile.TemporaryDirectory() as cache:
        with serving(film, cache=cache) as server:
            took = known(server, server.media(film.name))
            # It is stored after that has been told.
            while not list(pathlib.Path(cache).glob('sounds/*.vnsd')):
                time.sleep(0.02)
        with serving(film, cache=cache) as server:
            pin(server.pid, CORES[0])
            media = server.media(film.name)
            again = known(server, media)
            seen = timed(server, levels(media, chance))
            heard = worked(server, snippets(media, chance))
            plain = statistics.median(drag(server, media, False)[0] for _ in range(3))
            both = [drag(server, media, True) for _ in range(3)]
    print(f'known after {took:.2f} s, after a restart {1000 * again:.0f} ms; a level '
          f'{statistics.median(seen):.2f} ms, a snippet {statistics.median(heard):.2f} ms of work; '
          f'{plain:.1f} pictures a second without sound, '
          f'{[f"{pictures:.1f} and {sounds:.1f} sounds" for pictures, sounds in both]} with it')
    judge('sounds', 'a level that is known, median in ms', statistics.median(seen))
    judge('sounds', 'a snippet from anywhere, p95 in ms of work', statistics.quantiles(heard, n=20)[-1])
    judge('sounds', 'pictures a second with sound, beside without',
          statistics.median(pictures for pictures, _ in both) / plain)


if __name__ == '__main__':
    main()
