"""What tests of the image have in common with those of the program: the image, and one container."""
import shutil
import socket
import sys

import pytest

from kit import MATRIX, ROOT, SAMPLES

sys.path[:0] = [str(ROOT / 'Tests/live')]

from container import Image, Namespaces, Podman  # noqa: E402
from oracle import run  # noqa: E402

FILMS = (SAMPLES / 'long-gop.mp4', SAMPLES / 'hevc.mp4', SAMPLES / 'vp9.webm', MATRIX / 'av1.mp4')
STILLS = ('still.jpg', 'still.png', 'still.webp')
NOT_LISTED = 'still.avif'  # in folders, as only some of its kind are read; read where it is named
STILL = 77  # the frame that each of these is a picture of


@pytest.fixture(scope='session')
def image():
    return Image()


@pytest.fixture(scope='session')
def media(tmp_path_factory):
    """A folder with films, pictures and a sound."""
    folder = tmp_path_factory.mktemp('media')
    folder.chmod(0o755)
    for film in FILMS:
        shutil.copy2(film, folder)
    for name in (*STILLS, NOT_LISTED):
        run('ffmpeg', '-v', 'error', '-i', FILMS[-1], '-vf', f'select=eq(n\\,{STILL})', '-frames:v', '1',
            folder / name)
    run('ffmpeg', '-v', 'error', '-i', SAMPLES / 'audio.m4a', '-t', '2', folder / 'sound.flac')
    return folder


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope='session')
def make_container(image, media, tmp_path_factory):
    """Makes a container, which is not started yet."""
    def make():
        if Podman.is_here():
            return Podman(image, media, free_port())
        return Namespaces(image, media, free_port(), tmp_path_factory.mktemp('root'))

    return make


@pytest.fixture(scope='session')
def container(make_container, tmp_path_factory):
    made = make_container()
    yield made.start(tmp_path_factory.mktemp('container') / 'log')
    assert made.stop() == 0
