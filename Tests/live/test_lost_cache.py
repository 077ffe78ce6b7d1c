"""The folder of indexes and previews disappears while a server uses it: it is only a cache."""
import itertools
import shutil
import threading
import time

import pytest

from canary import prompt
from client import PREVIEW, Client
from kit import SAMPLES
from oracle import barcode
from stored import awaited, packs, previews, resting
from test_cache import stored

NAMES = ['long-gop.mp4', 'hevc.mp4']


@pytest.fixture
def cache(tmp_path):
    return tmp_path / 'cache'


@pytest.fixture
def own_server(serve, tmp_path, cache):
    folder = tmp_path / 'media'
    folder.mkdir()
    for name in NAMES:
        shutil.copy2(SAMPLES / name, folder)
    return serve(folder, extra=['--index-cache', cache])


def shown(server, name, frame):
    """Whether a frame is shown exactly, on a socket and over HTTP, and no error is told."""
    media = server.media(name)
    with Client(server, media, preview=PREVIEW) as client:
        client.seek(frame=frame)
        picture = client.exact_picture(frame).picture
        told = {message['type'] for message in client.seen if isinstance(message, dict)}
    answer = server.get(f'/api/v1/media/{media}/frames/{frame}.jpg?width=320')
    return barcode(picture) == barcode(answer.body) == frame and 'error' not in told


def test_cache_that_was_removed_is_made_again(own_server, cache):
    assert shown(own_server, NAMES[0], 100)
    awaited(lambda: stored(cache) and packs(cache))
    resting(cache)
    remove(cache)
    assert shown(own_server, NAMES[0], 100)
    assert shown(own_server, NAMES[0], 500)
    assert shown(own_server, NAMES[1], 77)
    assert len(stored(cache)) == 1, 'the index of what was not opened before'
    awaited(lambda: packs(cache))
    resting(cache)
    assert all(previews(pack) for pack in packs(cache))
    assert own_server.complaints == ''
    prompt(own_server, NAMES[0])


def test_cache_that_is_removed_again_and_again_stops_no_drag(own_server, cache):
    ends = time.monotonic() + 4
    thread = threading.Thread(target=remove_until, args=(cache, ends))
    thread.start()
    frames = itertools.cycle(range(0, 600, 7))
    while time.monotonic() < ends:
        assert shown(own_server, NAMES[0], next(frames))
        assert shown(own_server, NAMES[1], next(frames) % 150)
    thread.join()
    prompt(own_server, NAMES[0])
    assert own_server.stop() == 0


def remove(folder):
    """Removes a folder, whatever is written there meanwhile."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


def remove_until(folder, ends):
    while time.monotonic() < ends:
        remove(folder)
        time.sleep(0.01)
