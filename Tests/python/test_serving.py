"""The program that the client starts: found, awaited, and ended, whatever becomes of Python."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

import vernier
from conftest import SOURCES
from kit import PATIENCE, SAMPLES, VERNIER

FILM = SAMPLES / 'vfr.mkv'


def is_gone(pid):
    """Whether a process has ended, which is seen as soon as its parent has looked."""
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().split(')')[1].split()[0] == 'Z'
    except (FileNotFoundError, ProcessLookupError):
        return True


def await_end(pid):
    deadline = time.monotonic() + PATIENCE
    while not is_gone(pid):
        assert time.monotonic() < deadline, 'the server is still there'
        time.sleep(0.02)


def test_server_ends_with_its_block():
    with vernier.serve(FILM) as server:
        assert server.open().name == 'vfr.mkv'
    assert is_gone(server.pid)
    server.close()


def test_server_ends_with_an_error_in_its_block():
    with pytest.raises(ZeroDivisionError), vernier.serve(FILM, program=VERNIER) as server:
        1 / 0
    assert is_gone(server.pid)


@pytest.mark.parametrize('end', [
    'raise SystemExit', 'os.kill(os.getpid(), signal.SIGKILL)', 'del server; input()'])
def test_server_ends_with_python_however_that_ends(end):
    script = ('import os, signal, sys, vernier; server = vernier.serve(sys.argv[1]);'
              f'print(server.pid, flush=True); {end}')
    environment = {**os.environ, 'PYTHONPATH': str(SOURCES), 'VERNIER': VERNIER}
    python = subprocess.Popen([sys.executable, '-c', script, FILM], text=True, env=environment,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with python:
        await_end(int(python.stdout.readline()))


def test_program_that_is_not_there_is_named(monkeypatch):
    with pytest.raises(vernier.StartError, match='no program /nowhere'):
        vernier.serve(FILM, program='/nowhere')
    monkeypatch.setenv('VERNIER', 'verniest')
    with pytest.raises(vernier.StartError, match='no program verniest'):
        vernier.serve(FILM)


def test_program_is_found_in_the_path(monkeypatch):
    monkeypatch.delenv('VERNIER', raising=False)
    monkeypatch.setenv('PATH', os.path.dirname(VERNIER), prepend=os.pathsep)
    with vernier.serve(FILM) as server:
        assert len(server.media) == 1


def test_what_the_program_says_when_it_does_not_start_is_told():
    with pytest.raises(vernier.StartError, match='no-such-film'):
        vernier.serve('no-such-film.mp4', program=VERNIER)
    with pytest.raises(vernier.StartError, match='--sparkle'):
        vernier.serve(FILM, program=VERNIER, options=['--sparkle'])
    with pytest.raises(ValueError):
        vernier.serve(program=VERNIER)


def test_program_that_never_serves_is_ended_in_time(tmp_path):
    program = tmp_path / 'asleep'
    program.write_text('#!/bin/sh\necho $$ >"$0.pid"\nexec sleep 600\n')
    program.chmod(0o700)
    with pytest.raises(vernier.TimedOut, match='0.5 s'):
        vernier.serve(FILM, program=program, timeout=0.5)
    assert is_gone(int(pathlib.Path(f'{program}.pid').read_text()))


def test_server_that_is_killed_is_a_lost_connection():
    with vernier.serve(FILM, program=VERNIER) as server:
        clip = server.open()
        with clip.scrub() as scrub:
            os.kill(server.pid, signal.SIGKILL)
            with pytest.raises(vernier.ConnectionLost):
                for _ in range(1000):
                    scrub.seek(frame=3)
        with pytest.raises(vernier.ConnectionLost):
            server.media


def test_token_lets_in(tmp_path):
    tokens = tmp_path / 'tokens'
    tokens.write_text('aB3-_' * 9 + '\n')
    tokens.chmod(0o600)
    with pytest.raises(vernier.AccessDenied):
        vernier.serve(FILM, program=VERNIER, options=['--token-file', str(tokens)])
    with vernier.serve(FILM, program=VERNIER, token='aB3-_' * 9,
                       options=['--token-file', str(tokens)]) as server:
        with vernier.connect(server.url, token='aB3-_' * 9) as other:
            with other.open().scrub() as scrub:
                assert scrub.seek(frame=9).target.frame == 9
        for token in (None, 'x' * 43):
            with pytest.raises(vernier.AccessDenied):
                vernier.connect(server.url, token=token)


def test_file_that_was_replaced_is_told(tmp_path):
    # One that was written just now is taken for a recording that goes on.
    film = pathlib.Path(shutil.copy2(FILM, tmp_path / 'film.mkv'))
    with vernier.serve(film, program=VERNIER) as server:
        clip = server.open()
        clip.index
        film.write_bytes((SAMPLES / 'vp9.webm').read_bytes())
        with pytest.raises(vernier.Replaced):
            clip.jpeg(5)


@pytest.mark.parametrize('url', ['', 'ftp://host', 'http://'])
def test_address_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match='address'):
        vernier.connect(url)
