"""The folders that are served: what is in them is known without looking for it each time."""
import shutil

import pytest

from client import Client
from kit import SAMPLES
from stored import awaited
from test_metrics import Numbers
from turning import LONGEST_OF_ALL

FOLDERS, FILES = 200, 20_000
LISTED = 10_000  # the most that are
STRANGERS = 300


@pytest.fixture(scope='module')
def forest(tmp_path_factory):
    """A tree of folders with very many files, all of them empty."""
    root = tmp_path_factory.mktemp('forest')
    for folder in range(FOLDERS):
        (root / f'{folder:03}').mkdir()
        for file in range(FILES // FOLDERS):
            (root / f'{folder:03}' / f'{file}.mp4').touch()
    return root


@pytest.fixture(scope='module')
def keeper(serve_once, forest):
    return serve_once(forest)


def names(server):
    return [medium['name'] for medium in server.get('/api/v1/media').json()['media']]


def test_more_files_than_are_listed_are_said_to_be_left_out(keeper):
    assert len(names(keeper)) == LISTED
    assert f'more than {LISTED} media files' in keeper.complaints


def test_who_asks_for_what_is_not_there_has_nothing_looked_for(keeper):
    before = Numbers(keeper)
    for number in range(STRANGERS):
        assert keeper.get(f'/api/v1/media/{number:032x}').status == 404
        if number % 10 == 0:
            with Client(keeper) as client:
                client.send('open', media=f'{number:032x}')
                client.error('unknown-media')
    after = Numbers(keeper)
    assert after['folders_listed_total'] == before['folders_listed_total'] > 0
    assert after['loop_turn_longest_seconds'] <= LONGEST_OF_ALL


def test_a_file_is_there_as_soon_as_it_is(serve, tmp_path):
    root = tmp_path / 'media'
    (root / 'deep').mkdir(parents=True)
    server = serve(root)
    assert names(server) == []
    for number in range(10):
        shutil.copy(SAMPLES / 'vp9.webm', root / 'deep' / f'{number}.webm')
        media = server.media(f'deep/{number}.webm')
        with Client(server, media) as client:
            assert client.opened['media']['id'] == media
        (root / 'deep' / f'{number}.webm').unlink()
        assert names(server) == []


def test_only_the_folder_that_has_changed_is_listed_again(serve, tmp_path):
    root = tmp_path / 'media'
    for name in 'abcdefgh':
        (root / name).mkdir(parents=True)
    server = serve(root)
    before = Numbers(server)['folders_listed_total']
    assert before == 9
    shutil.copy(SAMPLES / 'vp9.webm', root / 'c' / 'film.webm')
    assert names(server) == ['c/film.webm']
    # Once while it is written, and once when it is whole.
    awaited(lambda: Numbers(server)['folders_listed_total'] in (before + 1, before + 2))
