"""A file that is replaced: nobody keeps what it showed before, under any address."""
import os
import re
import shutil

import pytest

from client import Client
from kit import SAMPLES
from oracle import barcode
from stored import awaited

KEPT, ASKED = 'public, max-age=31536000, immutable', 'no-cache'
PLACES = ['frames/7.jpg', 'frames/7.jpg?width=160', 'thumbnails.vtt?interval=1',
          'sprites/0.jpg?interval=1', 'filmstrip.jpg?from=0&to=9', 'index.bif',
          'trickplay/160/tiles.m3u8', 'trickplay/160/0.jpg', 'index', 'index?format=csv']


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(SAMPLES / 'start.ts', folder / 'film.ts')
    return folder


@pytest.fixture
def server(serve, folder):
    return serve(folder)


def replace(folder, name):
    """Puts another file in the place of the film, at once."""
    shutil.copy2(SAMPLES / name, folder / 'new')
    os.replace(folder / 'new', folder / 'film.ts')


def address(server):
    return f'/api/v1/media/{server.media("film.ts")}'


def described(server):
    return server.get(address(server)).json()


def of_version(place, version):
    return f'{place}{"&" if "?" in place else "?"}v={version}'


@pytest.mark.parametrize('place', PLACES)
def test_what_names_its_version_is_kept_and_nothing_else(server, folder, place):
    version = described(server)['version']
    before = server.get(f'{address(server)}/{place}')
    named = server.get(f'{address(server)}/{of_version(place, version)}')
    assert (before.status, named.status) == (200, 200) and before.body == named.body
    assert (before.headers['Cache-Control'], named.headers['Cache-Control']) == (ASKED, KEPT)
    tag = before.headers['ETag']
    assert named.headers['ETag'] == tag
    for path, kept in ((place, ASKED), (of_version(place, version), KEPT)):
        again = server.get(f'{address(server)}/{path}', If_None_Match=tag)
        assert (again.status, again.headers['Cache-Control']) == (304, kept)
    replace(folder, 'hevc.mp4')
    now = awaited(lambda: other(server, version))
    late = server.get(f'{address(server)}/{of_version(place, version)}', If_None_Match=tag)
    assert (late.status, late.json()['version']) == (409, now)
    assert late.headers['Cache-Control'] == 'no-store'
    fresh = server.get(f'{address(server)}/{of_version(place, now)}', If_None_Match=tag)
    assert fresh.status == 200 and fresh.headers['ETag'] != tag and fresh.body != before.body


def other(server, version):
    """The version of the film, if it is another one now."""
    now = described(server)['version']
    return now if now != version else None


def test_a_version_is_told_with_the_media_and_outlives_the_server(server, folder, vernier):
    version = described(server)['version']
    assert re.fullmatch('[0-9a-f]{16}', version)
    with Client(server, server.media('film.ts')) as client:
        assert client.opened['media']['version'] == version
    told = vernier('index', '--info', folder / 'film.ts').stdout
    assert f'"version":"{version}"' in told
    server.stop()
    assert described(server.start())['version'] == version


@pytest.mark.parametrize('change', ['another', 'the same size', 'longer'])
def test_each_file_has_a_version_of_its_own(server, folder, change):
    film, versions = folder / 'film.ts', [described(server)['version']]
    content = film.read_bytes()
    if change == 'another':
        replace(folder, 'hevc.mp4')
    elif change == 'the same size':
        (folder / 'new').write_bytes(content[:-1] + b'\xff')
        os.replace(folder / 'new', film)
    else:
        with film.open('ab') as end:
            end.write(content[:188 * 100])
    versions.append(awaited(lambda: other(server, versions[0])))
    assert len(set(versions)) == 2


def test_lists_of_tiles_lead_to_the_version_that_they_are_of(server, folder):
    version = described(server)['version']
    for place in ('thumbnails.vtt?interval=1', 'trickplay/160/tiles.m3u8?interval=1'):
        text = server.get(f'{address(server)}/{place}').body.decode()
        sheets = set(re.findall(r'\S+\.jpg\S*', text))
        assert sheets and all(sheet.split('#')[0].endswith(f'&v={version}') for sheet in sheets)
        folder_of = place.rsplit('/', 1)[0] + '/' if '/' in place else ''
        path = f'{address(server)}/{folder_of}{sheets.pop().split("#")[0]}'
        assert server.get(path).headers['Cache-Control'] == KEPT


def test_a_recording_says_its_new_version(server, folder):
    content = (SAMPLES / 'start.ts').read_bytes()
    (folder / 'rec.ts').write_bytes(content[:len(content) // 2 // 188 * 188])
    media = awaited(lambda: next((one['id'] for one in server.get('/api/v1/media').json()['media']
                                  if one['name'] == 'rec.ts'), None))
    with Client(server, media) as client:
        before = client.opened['media']['version']
        (folder / 'rec.ts').open('ab').write(content[len(content) // 2 // 188 * 188:])
        while (told := client.expect('index'))['version'] == before:
            pass
        address = f'/api/v1/media/{media}/frames/3.jpg'
        now = awaited(lambda: server.get(f'{address}?v={told["version"]}').status == 200)
        assert now and server.get(f'{address}?v={before}').status == 409


def test_nginx_has_the_new_file_at_once(own_nginx):
    film = own_nginx.media_folder / 'long-gop.mp4'
    media = own_nginx.media('long-gop.mp4')
    path = f'/api/v1/media/{media}/frames/8.jpg?width=160'
    version = own_nginx.get(f'/api/v1/media/{media}').json()['version']
    kept = [own_nginx.get(f'{path}&v={version}') for _ in range(2)]
    assert [one.headers['X-Cache-Status'] for one in kept] == ['MISS', 'HIT']
    assert own_nginx.get(path).headers['X-Cache-Status'] == 'BYPASS'
    shutil.copyfile(SAMPLES / 'hevc.mp4', own_nginx.folder / 'new')
    os.replace(own_nginx.folder / 'new', film)
    fresh = own_nginx.get(path)
    assert fresh.body != kept[0].body and barcode(fresh.body) == 8
    now = own_nginx.get(f'/api/v1/media/{media}').json()['version']
    assert now != version and own_nginx.get(f'{path}&v={now}').body == fresh.body


@pytest.mark.parametrize('place', ['frames/8.jpg?width=160', 'thumbnails.vtt?interval=2', 'index'])
def test_nginx_does_not_answer_for_a_version_that_was_replaced(own_nginx, place):
    film = own_nginx.media_folder / 'long-gop.mp4'
    media = f'/api/v1/media/{own_nginx.media("long-gop.mp4")}'
    old = own_nginx.get(media).json()['version']
    path = f'{media}/{of_version(place, old)}'
    kept = [own_nginx.get(path) for _ in range(2)]
    assert [one.headers['X-Cache-Status'] for one in kept] == ['MISS', 'HIT']
    shutil.copyfile(SAMPLES / 'hevc.mp4', own_nginx.folder / 'new')
    os.replace(own_nginx.folder / 'new', film)
    late = [own_nginx.get(path), own_nginx.get(path, If_None_Match=kept[0].headers['ETag'])]
    new = own_nginx.get(media).json()['version']
    assert [(one.status, one.json()['version']) for one in late] == [(409, new)] * 2
    fresh = own_nginx.get(f'{media}/{of_version(place, new)}')
    assert fresh.status == 200 and fresh.body != kept[0].body
    film.unlink()
    awaited(lambda: own_nginx.ask(media).status == 404)
    assert own_nginx.ask(path).status == 404
