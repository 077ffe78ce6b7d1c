"""Whether a server says by itself that no client should be sent to it."""
import contextlib
import pathlib
import shutil
import signal
import time

from client import Client
from kit import PATIENCE, SAMPLES
from stored import awaited
from stuck import stuck

NAME = 'hevc.mp4'
TOO_LONG = 10  # seconds that a picture may be waited for


def unready(server):
    """The reason why a server is not ready; nothing when it is."""
    answer = server.get('/readyz')
    assert server.get('/healthz').status == 200
    if answer.status == 200:
        return None
    assert answer.status == 503 and answer.headers['Retry-After']
    assert answer.headers['Cache-Control'] == 'no-store'
    return answer.json()['detail']


def decoders(server):
    """The threads that make pictures."""
    tasks = pathlib.Path(f'/proc/{server.pid}/task')
    return [int(task.name) for task in tasks.iterdir()
            if (task / 'comm').read_text().strip() == 'vernier-decode']


def test_a_server_that_drains_is_not_ready_and_serves_on(serve):
    server = serve(SAMPLES, extra=['--drain', '60', '--log', 'json'])
    with Client(server, server.media(NAME)) as client:
        assert unready(server) is None
        server.process.send_signal(signal.SIGTERM)
        awaited(lambda: '"event":"draining"' in server.complaints)
        assert 'stopping' in unready(server)
        assert client.seek(frame=5)['target']['frame'] == 5
        with Client(server, server.media(NAME)) as other:
            assert other.seek(frame=6)['target']['frame'] == 6
    # Asked again it does not wait.
    assert server.stop() == 0


def test_a_drain_ends(serve):
    server = serve(SAMPLES, extra=['--drain', '1'])
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0


def test_a_server_without_its_folder_is_not_ready(serve, tmp_path):
    folder = tmp_path / 'media'
    shutil.copytree(SAMPLES, folder)
    server = serve(folder)
    assert unready(server) is None
    shutil.rmtree(folder)
    assert 'folders' in unready(server)
    shutil.copytree(SAMPLES, folder)
    server.process.send_signal(signal.SIGHUP)
    awaited(lambda: unready(server) is None)


def test_one_folder_of_two_is_enough(serve, tmp_path):
    folder = tmp_path / 'media'
    shutil.copytree(SAMPLES, folder)
    server = serve(folder, SAMPLES / NAME)
    shutil.rmtree(folder)
    assert unready(server) is None


def test_a_server_whose_workers_stay_away_is_not_ready(serve):
    server = serve(SAMPLES, extra=['--preview-cache', 'none'])
    media = server.media(NAME)
    assert server.get(f'/api/v1/media/{media}/frames/1.jpg').status == 200
    with contextlib.ExitStack() as stack:
        for thread in decoders(server):
            stack.enter_context(stuck(thread))
        waits = server.connection()
        waits.request('GET', f'/api/v1/media/{media}/frames/9.jpg')
        began = time.monotonic()
        assert unready(server) is None
        reason = awaited(lambda: unready(server))
        assert 'picture' in reason and time.monotonic() - began > TOO_LONG - 1
    awaited(lambda: unready(server) is None)
    assert waits.getresponse().status == 200, 'who has waited is answered'
    waits.close()
