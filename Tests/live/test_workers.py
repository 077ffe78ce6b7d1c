"""Media is read by processes that may do nothing else, and whose end harms nobody."""
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest

from canary import prompt
from kit import PATIENCE, SAMPLES, VERNIER
from oracle import barcode
from workers import (
    alive, are_ready, asleep, has_ended, idle, is_gone, signal_all, status, until)

FILM = 'long-gop.mp4'
KEY = 250  # a keyframe of it, which is decoded soon


@pytest.fixture
def film(tmp_path):
    """A folder with one film in it, and another that nothing happens to."""
    folder = tmp_path / 'films'
    folder.mkdir()
    for name in (FILM, 'start.ts'):
        shutil.copy2(SAMPLES / name, folder)
    return folder


@pytest.fixture
def pool():
    with ThreadPoolExecutor() as pool:
        yield pool


def frame(server, number, name=FILM):
    return server.get(f'/api/v1/media/{server.media(name)}/frames/{number}.jpg')


def shows(server, number, name=FILM):
    answer = frame(server, number, name)
    return answer.status == 200 and barcode(answer.body) == number


def ready(server):
    """Has the films indexed and all workers started: two to make pictures and two to scan."""
    for name in (FILM, 'start.ts'):
        assert server.get(f'/api/v1/media/{server.media(name)}/index?format=csv').status == 200
    until(lambda: are_ready(server, 4), 'four workers')


def ended(server, ask, pool, number=signal.SIGKILL):
    """What is answered to who asks something of workers that are then ended, once all of them are.

    A signal that cannot be caught is on its way for as long as the machine is busy: a worker that
    it has not reached yet would take the next request, and be ended over that.
    """
    until(lambda: are_ready(server), 'a worker')
    victims = alive(server)
    with asleep(victims):
        answer = pool.submit(ask)
        with pytest.raises(TimeoutError):
            answer.result(0.5)
        signal_all(victims, number)
        signal_all(victims, signal.SIGCONT)
        until(lambda: all(has_ended(one) for one in victims), 'all of them end')
        return answer.result(PATIENCE)


def test_a_worker_has_given_up_what_it_does_not_need(server):
    assert shows(server, 7)
    until(lambda: are_ready(server, 4), 'four workers')
    for process in server.workers:
        assert status(process, 'NoNewPrivs') == '1'
        assert status(process, 'Seccomp') == '2'
        limits = pathlib.Path(f'/proc/{process}/limits').read_text()
        for limit in ('Max address space', 'Max open files', 'Max core file size', 'Max file size'):
            assert 'unlimited' not in next(one for one in limits.splitlines() if limit in one)


def test_the_loop_goes_before_what_decodes(server):
    assert shows(server, 8)
    until(lambda: are_ready(server, 4), 'four workers')
    own = os.getpriority(os.PRIO_PROCESS, server.pid)
    assert {os.getpriority(os.PRIO_PROCESS, one) for one in server.workers} == {max(own, 5)}


def test_a_worker_has_no_file_but_those_it_was_given(server):
    assert shows(server, 9)
    for process in server.workers:
        kept = {os.readlink(one) for one in pathlib.Path(f'/proc/{process}/fd').glob('[0-9]*')
                if int(one.name) > 2}
        others = {one for one in kept if not one.startswith(str(SAMPLES))}
        assert len(others) == 1 and others.pop().startswith('socket:')


def test_a_worker_says_which_protection_this_kernel_lacks():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        place = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), 3)]
        program = os.posix_spawn(VERNIER, [VERNIER, 'worker'], {}, file_actions=place)
        theirs.close()
        ours.settimeout(PATIENCE)
        length = struct.unpack('<I', ours.recv(4, socket.MSG_WAITALL))[0]
        kind, lacking = ours.recv(length, socket.MSG_WAITALL)[:2]
    # Nobody is left to work for.
    assert os.waitpid(program, 0)[1] == 0
    assert (kind, lacking) == (1, 0 if has_landlock() else 1)


def has_landlock():
    create_ruleset, version = 444, 1
    return ctypes.CDLL(None).syscall(create_ruleset, None, 0, version) > 0


def test_a_worker_ended_in_mid_decode_is_an_error_for_that_picture_alone(serve, film, pool):
    server = serve(film)
    ready(server)
    answer = ended(server, lambda: frame(server, 400), pool)
    assert answer.status == 422 and 'was ended by signal 9' in answer.json()['detail']
    assert shows(server, 400) and shows(server, 3)
    prompt(server, 'start.ts')


def test_a_sheet_is_made_by_a_worker_whose_end_is_an_error_for_that_sheet_alone(serve, film, pool):
    server = serve(film)
    ready(server)
    strip = f'/api/v1/media/{server.media("start.ts")}/filmstrip.jpg?from=0&to=9'
    first = server.get(strip)
    assert first.status == 200
    # Besides those that make pictures and those that scan there is one now that makes sheets.
    until(lambda: are_ready(server, 5), 'five workers')
    answer = ended(server, lambda: server.get(strip), pool)
    assert answer.status == 422 and 'was ended by signal 9' in answer.json()['detail']
    assert server.get(strip).body == first.body
    prompt(server, 'start.ts')


def test_a_worker_ended_in_mid_scan_is_an_error_until_it_is_asked_again(serve, film, pool):
    server = serve(film)
    until(lambda: are_ready(server, 4), 'four workers')
    address = f'/api/v1/media/{server.media(FILM)}/index?format=csv'
    answer = ended(server, lambda: server.get(address), pool)
    assert answer.status == 422 and 'was ended by signal 9' in answer.json()['detail']
    assert server.get(address).body.count(b'\n') == 601
    assert shows(server, 5)
    prompt(server, 'start.ts')


def test_a_file_that_ends_three_workers_is_left_alone_until_it_is_another(serve, film, pool):
    server = serve(film)
    ready(server)
    for number in (200, 300, 400):
        answer = ended(server, lambda: frame(server, number), pool, signal.SIGSEGV)
        assert 'was ended by signal' in answer.json()['detail']
    assert 'left alone' in frame(server, 500).json()['detail']
    assert shows(server, 50, 'start.ts')
    numbers = server.get('/metrics').body.decode()
    assert 'vernier_workers_lost_total 3\n' in numbers
    assert 'vernier_media_quarantined 1\n' in numbers
    os.utime(film / FILM)
    until(lambda: shows(server, 500), 'a file that was written anew is read again')
    prompt(server, 'start.ts')


def test_a_worker_that_does_not_come_back_is_ended(serve, film, pool):
    server = serve(film, extra=['--deadline', '3'])
    ready(server)
    victims = server.workers
    with asleep(victims):
        answer = pool.submit(lambda: frame(server, KEY))
        # Meanwhile the loop answers everyone.
        assert server.get('/healthz').status == 200
        assert 'took longer than 3.0 seconds' in answer.result(PATIENCE).json()['detail']
    assert shows(server, KEY)
    assert len(set(victims) - set(server.workers)) == 1
    prompt(server, 'start.ts')


def test_workers_that_are_ended_between_two_requests_are_not_missed(serve, film):
    server = serve(film)
    assert shows(server, 3)
    for number in range(100, 105):
        idle(server)
        before = server.workers
        signal_all(before, signal.SIGKILL)
        until(lambda: all(has_ended(one) for one in before), 'all of them end')
        assert shows(server, number)
        # Those that ended have been waited for once they are needed again.
        assert len(server.workers) <= 4
    assert 'left alone' not in server.complaints
    prompt(server, 'start.ts')


def test_workers_end_with_their_server(serve, film):
    server = serve(film)
    assert shows(server, 3)
    theirs = server.workers
    server.process.kill()
    server.process.wait()
    until(lambda: all(is_gone(one) for one in theirs), 'no worker outlives its server')


def test_workers_end_when_their_server_stops(serve, film):
    server = serve(film)
    assert shows(server, 3)
    theirs = server.workers
    assert server.stop() == 0
    until(lambda: all(is_gone(one) for one in theirs), 'no worker outlives its server')
