"""Workers are copies of one process that has loaded the program, and have nothing of the server."""
import mmap
import os
import pathlib
import re
import shutil
import signal

import pytest

from kit import SAMPLES, words_of
from oracle import barcode
from workers import alive, has_ended, signal_all, status, until

FILM = 'start.ts'
FIRST = 0  # the number in its first picture
SECRET = 'neither-in-a-worker-nor-what-it-is-copied-from'


@pytest.fixture
def film(tmp_path):
    folder = tmp_path / 'films'
    folder.mkdir()
    shutil.copy2(SAMPLES / FILM, folder)
    return folder


def shows(server, number):
    answer = server.get(f'/api/v1/media/{server.media(FILM)}/frames/{number}.jpg')
    return answer.status == 200 and barcode(answer.body) == FIRST + number


def all_ended(processes):
    return all(has_ended(one) for one in processes)


def written_memory(process):
    """Every byte that a process could have written, to look for what it should not know."""
    with open(f'/proc/{process}/maps') as maps, open(f'/proc/{process}/mem', 'rb') as memory:
        for line in maps:
            begin, end, rights = re.match(r'(\w+)-(\w+) (\S+)', line).groups()
            if rights.startswith('rw') and '[v' not in line:
                yield from pages(memory, int(begin, 16), int(end, 16))


def pages(memory, begin, end):
    """What is between two addresses, in pieces where guard pages are in the middle of it, as in the
    stacks of threads since glibc 2.42."""
    piece = []
    for page in range(begin, end, mmap.PAGESIZE):
        try:
            memory.seek(page)
            piece.append(memory.read(mmap.PAGESIZE))
        except OSError:
            yield b''.join(piece)
            piece = []
    yield b''.join(piece)


def test_workers_are_children_of_the_server_that_share_what_was_loaded(serve, film):
    server = serve(film)
    assert shows(server, 3)
    for process in server.workers:
        assert words_of(process)[1:] == [b'worker']
        assert status(process, 'PPid') == str(server.pid)
    waiting = server.fork_server
    assert status(waiting, 'Threads') == '1', 'a copy has the thread alone that makes it'
    # What was relocated is the same pages in all of them.
    for process in (waiting, *server.workers):
        lines = pathlib.Path(f'/proc/{process}/smaps_rollup').read_text().splitlines()
        shared = next(int(line.split()[1]) for line in lines if line.startswith('Shared_Dirty'))
        assert shared > 1000, 'KiB'


def test_no_worker_knows_a_variable_of_the_server(serve, film, monkeypatch):
    monkeypatch.setenv('AWS_SECRET_ACCESS_KEY', SECRET)
    server = serve(film)
    assert shows(server, 3)
    known = pathlib.Path(f'/proc/{server.pid}/environ').read_bytes()
    assert SECRET.encode() in known
    for process in (server.fork_server, *server.workers):
        assert pathlib.Path(f'/proc/{process}/environ').read_bytes() == b''
        assert not any(SECRET.encode() in part for part in written_memory(process))


@pytest.mark.parametrize('number', [signal.SIGKILL, signal.SIGSEGV])
def test_a_fork_server_that_was_ended_is_not_missed(serve, film, number):
    server = serve(film)
    assert shows(server, 3)
    first, workers = server.fork_server, server.workers
    os.kill(first, number)
    until(lambda: has_ended(first), 'it ends')
    assert shows(server, 4), 'its workers go on'
    assert set(workers) <= set(server.workers)
    signal_all(workers, signal.SIGKILL)
    until(lambda: all_ended(workers), 'all of them end')
    assert shows(server, 5)
    assert server.fork_server != first
    assert set(alive(server)) - set(workers), 'another worker'


def test_the_fork_server_ends_with_its_server(serve, film):
    server = serve(film)
    waiting = server.fork_server
    server.process.kill()
    server.process.wait()
    until(lambda: has_ended(waiting), 'it does not outlive its server')
