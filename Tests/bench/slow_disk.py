#!/usr/bin/env python3
"""Looks at films of 5 GB that list no keyframes, from the moment they are opened, on a slow disk.

Reads are held to 50 MB/s by the kernel (cgroups), of files of which nothing is in memory. Ends with 77
where that cannot be had: it takes root, and a disk of which the kernel counts the reads.
"""
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import time

from websockets.sync.client import connect

from clips import FILMS, film
from drags import p95
from server import serving
from tables import table

RATE = 50_000_000  # bytes a second
FIRST = 1  # second, in which the first keyframes are found
SECONDS = 15
PAUSE = 0.6  # between two looks
BOUND = 300  # milliseconds until a look's first picture, of 95 in 100; asked for in issue 18
FORMS = {'ts': [], 'mkv': ['-live', '1'], 'flv': [], 'h264': ['-bsf:v', 'h264_mp4toannexb', '-an']}
NOT_RUN = 77
CGROUP = pathlib.Path('/sys/fs/cgroup')


def slow_group(path):
    """A cgroup whose processes read so slowly from the disk that a file is on; none where there is
    none."""
    device = path.stat().st_dev
    disk = pathlib.Path(f'/sys/dev/block/{os.major(device)}:{os.minor(device)}')
    if (disk / 'partition').exists():
        disk = disk.resolve().parent
    try:
        numbers = (disk / 'dev').read_text().strip()
        if (CGROUP / 'blkio').is_dir():
            group = CGROUP / 'blkio/vernier-slow-disk'
            group.mkdir(exist_ok=True)
            (group / 'blkio.throttle.read_bps_device').write_text(f'{numbers} {RATE}')
        else:
            (CGROUP / 'cgroup.subtree_control').write_text('+io')
            group = CGROUP / 'vernier-slow-disk'
            group.mkdir(exist_ok=True)
            (group / 'io.max').write_text(f'{numbers} rbps={RATE}')
    except OSError as failure:
        print(f'reads cannot be held back: {failure}')
        return None
    return group


def forget(path):
    """Has the kernel keep nothing of a file."""
    os.sync()
    with path.open('rb') as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def looks(path):
    """Milliseconds until the first picture of each look at a place by chance."""
    with serving(path) as server:
        [media] = json.loads(server.get('/api/v1/media'))['media']
        address = f'ws://127.0.0.1:{server.port}/api/v1/scrub'
        with connect(address, subprotocols=['vernier.v1'], compression=None, max_size=None) as socket:
            socket.send(json.dumps({'type': 'open', 'media': media['id'], 'preview': {'width': 480}}))
            while json.loads(received(socket, text=True))['type'] != 'opened':
                pass
            time.sleep(FIRST)
            return list(seek(socket))


def seek(socket):
    chance, end, seq = random.Random(1), time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        seq, began = seq + 1, time.monotonic()
        socket.send(json.dumps({'type': 'seek', 'seq': seq, 'to': {'position': chance.random()}}))
        took = None
        while time.monotonic() < began + PAUSE:
            try:
                picture = received(socket, text=False, timeout=0.02)
            except TimeoutError:
                continue
            [painted] = struct.unpack('>I', picture[12:16])
            socket.send(json.dumps({'type': 'painted', 'seq': painted}))
            if took is None and painted == seq:
                took = time.monotonic() - began
        yield 1000 * (PAUSE if took is None else took)


def received(socket, text, timeout=60):
    """The next message of a kind."""
    while isinstance(message := socket.recv(timeout), str) != text:
        pass
    return message


def main():
    source, rows = film(), []
    group = slow_group(source)
    if group is None:
        return NOT_RUN
    everyone = group.parent / 'cgroup.procs'
    for form, options in FORMS.items():
        path = FILMS / f'slow.{form}'
        subprocess.run(['ffmpeg', '-v', 'error', '-i', source, '-c', 'copy', *options, '-y', path],
                       check=True)
        forget(path)
        # The server and its workers are where it is that starts them.
        (group / 'cgroup.procs').write_text(str(os.getpid()))
        try:
            rows.append((form, looks(path)))
        finally:
            everyone.write_text(str(os.getpid()))
            path.unlink()
    group.rmdir()
    table('first pictures of looks, in ms', ('median', 'p95'), [
        (form, f'{sorted(times)[len(times) // 2]:.0f}', f'{p95(times):.0f}') for form, times in rows])
    late = [form for form, times in rows if p95(times) > BOUND]
    print(f'later than {BOUND} ms: {", ".join(late) or "none"}')
    return 1 if late else 0


if __name__ == '__main__':
    sys.exit(main())
