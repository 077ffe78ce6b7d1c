"""A file system that does not answer holds up only those who want something of it."""
import concurrent.futures
import os
import shutil
import tempfile

import pytest

from canary import prompt, seconds_to_seek
from client import Client
from frames import text
from kit import SAMPLES
from preloaded import preloaded
from raw import RawSocket, settled

HANGING, NEAR, FAR = 'long-gop.mp4', 'hevc.mp4', 'start.ts'


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """While this file exists, those that are called `HANGING` do not open."""
    made = preloaded('hang.c', tmp_path)
    gate = tmp_path / 'gate'
    for name, value in {'LD_PRELOAD': made, 'HANGING': HANGING, 'GATE': gate}.items():
        monkeypatch.setenv(name, str(value))
    yield gate
    gate.unlink(missing_ok=True)


@pytest.fixture
def server(serve, gate, tmp_path):
    """Serves two file systems, of which one will hang."""
    here = tmp_path / 'media'
    here.mkdir()
    for name in (HANGING, NEAR):
        shutil.copy2(SAMPLES / name, here)
    with tempfile.TemporaryDirectory(dir='/dev/shm') as there:
        assert os.stat(here).st_dev != os.stat(there).st_dev
        shutil.copy2(SAMPLES / FAR, there)
        yield serve(here, there)


def test_who_wants_a_file_that_hangs_waits_and_nobody_else_does(server, gate):
    near, hanging = settled(server, NEAR), server.media(HANGING)
    with RawSocket(server, near) as scrubber, RawSocket(server) as waiting, \
            concurrent.futures.ThreadPoolExecutor() as pool:
        gate.touch()
        waiting.send(text({'type': 'open', 'media': hanging}))
        download = pool.submit(server.get, f'/api/v1/media/{hanging}/file')
        assert max(seconds_to_seek(scrubber, seq) for seq in range(1, 10)) < 1
        with Client(server, server.media(FAR)) as other:
            assert other.seek(frame=7)['target']['frame'] == 7
        prompt(server, FAR)
        assert not download.done() and not waiting.input
        gate.unlink()
        assert download.result().body == (SAMPLES / HANGING).read_bytes()
        assert waiting.expect('opened')['media']['name'] == HANGING


def test_who_leaves_while_a_file_hangs_leaves_nothing_behind(server, gate):
    hanging = server.media(HANGING)
    gate.touch()
    for _ in range(20):
        with RawSocket(server) as waiting:
            waiting.send(text({'type': 'open', 'media': hanging}))
    prompt(server, FAR)
    gate.unlink()
    with Client(server, hanging) as client:
        assert client.seek(frame=7)['target']['frame'] == 7
    assert server.stop() == 0 and server.complaints == ''
