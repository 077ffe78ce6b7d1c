"""A folder of a web server that lists it as JSON is served like one that is here."""
import json
import os
import shutil
import subprocess

import pytest

from elsewhere import WebServer, frame, names
from kit import LONG_PATIENCE, SAMPLES, VERNIER
from workers import until

FILM = 'long-gop.mp4'


@pytest.fixture
def web():
    web = WebServer().start()
    for path in web.media.iterdir():
        path.unlink() if path.is_file() else shutil.rmtree(path)
    (web.media / 'reel one/ü').mkdir(parents=True)
    for name, content in {f'reel one/{FILM}': FILM, 'reel one/ü/start.ts': 'start.ts',
                          'reel one/notes.txt': FILM, '.hidden.mp4': FILM}.items():
        (web.media / name).write_bytes((SAMPLES / content).read_bytes())
    yield web
    web.stop()


def test_folders_in_it_are_listed_and_read(web, serve):
    server = serve(web.address('listed/'))
    assert names(server) == [f'reel one/{FILM}', 'reel one/ü/start.ts']
    assert frame(server, 300, f'reel one/{FILM}') == 300
    assert frame(server, 77, 'reel one/ü/start.ts') == 77


def test_only_what_has_changed_is_asked_for_again(web, serve):
    server = serve(web.address('listed/'))
    (web.media / 'new.mp4').write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    with web.watched() as requests:
        until(lambda: 'new.mp4' in names(server), 'a new file')
    looks = [path for _, path, wanted, *_ in requests if wanted == 'bytes=0-0']
    assert looks == ['/listed/new.mp4']
    film = web.media / 'new.mp4'
    film.write_bytes((SAMPLES / FILM).read_bytes())
    os.utime(film, (1_600_000_000, 1_600_000_000))
    until(lambda: server.get(f'/api/v1/media/{server.media("new.mp4")}').json().get('frames') == 600
          or None, 'the film that took its place')
    film.unlink()
    until(lambda: 'new.mp4' not in names(server), 'a file removed')


def test_files_stay_while_their_server_is_away(web, serve):
    server = serve(web.address('listed/'))
    before = names(server)
    web.process.terminate()
    web.process.wait()
    for _ in range(20):
        assert names(server) == before
    web.start()


@pytest.mark.parametrize('path, reason', [
    ('', 'lists'), ('missing/', 'does not have it')])
def test_what_is_no_list_is_told_of(web, serve, path, reason):
    server = serve(web.address(path))
    [media] = server.get('/api/v1/media').json()['media']
    answer = server.get(f'/api/v1/media/{media["id"]}')
    assert answer.status == 422 and (reason.encode() in answer.body or b'refuses' in answer.body)


def test_commands_take_each_file_of_it(web):
    told = subprocess.run(
        [VERNIER, 'warm', web.address('listed/reel%20one/'), '--every', '200', '--json'],
        capture_output=True, timeout=LONG_PATIENCE)
    assert told.returncode == 0, told.stderr
    files = sorted(file['name'] for file in json.loads(told.stdout)['files'])
    assert files == [f'reel one/{FILM}', 'reel one/ü/start.ts']
