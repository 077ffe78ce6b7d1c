"""Files whose names are no UTF-8: they are listed, read and watched like others."""
import os
import shutil

import pytest

from kit import SAMPLES
from oracle import barcode
from stored import awaited

ODD = [b'f\xfcr.mp4', b'\xff/film.mp4', 'Über 日本.mp4'.encode(), 'not\uf7ff a byte.mp4'.encode()]


def put(folder, name):
    path = os.path.join(os.fsencode(folder), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.copy2(SAMPLES / 'hevc.mp4', path)
    return os.fsdecode(path)


def names(server):
    return [medium['name'] for medium in server.get('/api/v1/media').json()['media']]


def readable(name):
    """What the standard says a reader shows for it."""
    return name.decode(errors='replace')


@pytest.mark.parametrize('name', ODD, ids=ascii)
def test_a_file_of_any_name_is_listed_and_shown(serve, tmp_path, name):
    path = put(tmp_path / 'media', name)
    for given in [tmp_path / 'media', path]:
        server = serve(given)
        shown = readable(name if given != path else os.path.basename(name))
        picture = server.get(f'/api/v1/media/{server.media(shown)}/frames/7.jpg')
        assert barcode(picture.body) == 7
        whole = server.get(f'/api/v1/media/{server.media(shown)}/file')
        assert whole.body == (SAMPLES / 'hevc.mp4').read_bytes()


def test_one_that_comes_and_goes_is_noticed(serve, tmp_path):
    (tmp_path / 'media').mkdir()
    server = serve(tmp_path / 'media')
    for name in ODD[:2]:
        path = put(tmp_path / 'media', name)
        awaited(lambda: readable(name) in names(server))
        os.unlink(path)
        awaited(lambda: readable(name) not in names(server))


@pytest.mark.parametrize('name', ODD, ids=ascii)
def test_commands_take_it(vernier, tmp_path, name):
    path = put(tmp_path, name)
    assert len(vernier('index', path, '--csv').stdout.splitlines()) == len(
        vernier('index', SAMPLES / 'hevc.mp4', '--csv').stdout.splitlines())
    checked = vernier('verify', path, '--barcode', '--seeks', 4)
    assert checked.returncode == 0, checked.stderr


def test_what_is_missing_is_named_as_it_can_be_read(vernier, tmp_path):
    gone = vernier('index', os.fsdecode(os.path.join(os.fsencode(tmp_path), b'g\xf6ne.mp4')))
    assert gone.returncode == 66 and 'g\ufffdne.mp4: cannot be opened' in gone.stderr


def test_an_option_is_text(vernier):
    refused = vernier('cut', SAMPLES / 'hevc.mp4', '--in', 0, '--out', 9, '-o', os.fsdecode(b'\xff.mp4'))
    assert refused.returncode == 64 and 'needs UTF-8' in refused.stderr
