"""The stored index: found again, never trusted, and never in anybody's way."""
import json
import os
import re
import shutil
import time

import pytest

from client import Client
from kit import SAMPLES
from oracle import Frames
from stored import awaited, sealed

NAME = 'hevc.mp4'
FRAMES = 150


@pytest.fixture
def cache(tmp_path):
    return tmp_path / 'cache'


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(SAMPLES / NAME, folder)
    return folder


def counts(server):
    """What the server has read and found, from its metrics."""
    text = server.get('/metrics').body.decode()
    value = {name: int(number) for name, number in re.findall(r'^vernier_(\w+) (\d+)$', text, re.M)}
    return value['packets_scanned_total'], value['index_hits_total'], value['index_misses_total']


def frames(server, name=NAME):
    """The frames that the server lists, once it knows all."""
    return server.get(f'/api/v1/media/{server.media(name)}/index?format=csv').body


def stored(cache):
    """The files of the cache, once what is being written is there."""
    return awaited(lambda: sorted(cache.glob('*.vnix')))


def first_start(serve, folder, cache):
    """Lets a server scan and keep; returns what it listed and the file it kept."""
    server = serve(folder, extra=['--index-cache', cache])
    listed = frames(server)
    kept = stored(cache)
    assert counts(server) == (FRAMES, 0, 1)
    server.stop()
    assert len(kept) == 1
    return listed, kept[0]


def test_second_start_knows_every_frame_without_reading_a_packet(serve, folder, cache):
    listed, _ = first_start(serve, folder, cache)
    server = serve(folder, extra=['--index-cache', cache])
    with Client(server, server.media(NAME)) as client:
        media = client.opened['media']
        assert media['index'] == {'state': 'complete', 'progress': 1}
        assert media['frames'] == FRAMES
    assert frames(server) == listed
    assert counts(server) == (0, 1, 0)


def test_commands_and_servers_share_the_cache(serve, vernier, folder, cache):
    place = ['--index-cache', cache]
    printed = vernier('index', folder / NAME, '--csv', *place)
    assert printed.stderr == ''
    before = stored(cache)[0].stat().st_mtime_ns
    server = serve(folder, extra=place)
    assert frames(server).decode() == printed.stdout
    assert counts(server) == (0, 1, 0)
    assert stored(cache)[0].stat().st_mtime_ns > before  # it was used
    assert vernier('index', folder / NAME, '--csv', *place).stdout == printed.stdout
    sought = vernier('seek', folder / NAME, '--frame', 77, *place)
    assert json.loads(sought.stdout)['pts'] == Frames(folder / NAME).pts[77]
    assert len(stored(cache)) == 1


@pytest.mark.parametrize('change', ['touched', 'replaced', 'grown'])
def test_file_that_has_changed_is_scanned_anew(serve, folder, cache, change):
    first_start(serve, folder, cache)
    path, name = folder / NAME, NAME
    if change == 'touched':
        os.utime(path)
    elif change == 'replaced':
        shutil.copy(SAMPLES / 'edit-list.mp4', path)
    else:
        path.write_bytes(path.read_bytes() + bytes(8))
    server = serve(folder, extra=['--index-cache', cache])
    rows = frames(server, name).decode().splitlines()[1:]
    assert [int(row.split(',')[1]) for row in rows] == Frames(path).pts
    scanned, hits, misses = counts(server)
    assert (hits, misses) == (0, 1) and scanned >= len(rows)


def version(content):
    return content[:4] + bytes([content[4] + 1]) + content[5:]


def other_library(content):
    """The index of another FFmpeg, whole in itself: the version's text stands in the key."""
    body = bytearray(content[24:])
    digit = re.search(rb'\d\.\d', bytes(body[:64])).start()
    body[digit] ^= 1
    return sealed(content, bytes(body))


def lie(content):
    """A sum that fits, and a table of noise behind the key."""
    body = content[24:]
    return sealed(content, body[:-200] + bytes(range(200)))


BAD = {
    'empty': lambda content: b'', 'cut': lambda content: content[:-1],
    'longer': lambda content: content + b'\0', 'garbage': lambda content: os.urandom(5000),
    'bit': lambda content: content[:99] + bytes([content[99] ^ 1]) + content[100:],
    'version': version, 'library': other_library, 'lie': lie,
}


@pytest.mark.parametrize('kind', BAD)
def test_index_that_is_not_to_be_trusted_is_silently_made_anew(serve, folder, cache, kind):
    listed, kept = first_start(serve, folder, cache)
    good = kept.read_bytes()
    assert sealed(good, good[24:]) == good  # our sum is theirs
    kept.write_bytes(BAD[kind](good))
    server = serve(folder, extra=['--index-cache', cache])
    assert frames(server) == listed
    assert counts(server) == (FRAMES, 0, 1)
    assert server.complaints == ''
    awaited(lambda: kept.read_bytes() == good)


def test_two_servers_share_one_cache_at_once(serve, cache):
    servers = [serve(SAMPLES, extra=['--index-cache', cache]) for _ in range(2)]
    names = [medium['name'] for medium in servers[0].get('/api/v1/media').json()['media']]
    for name in names:
        assert frames(servers[0], name) == frames(servers[1], name)
    assert all(server.complaints == '' for server in servers)
    third = serve(SAMPLES, extra=['--index-cache', cache])
    awaited(lambda: len(stored(cache)) == len(names))
    for name in names:
        assert frames(third, name) == frames(servers[0], name)
    assert counts(third) == (0, len(names), 0)


@pytest.mark.parametrize('kind', ['file', 'no folder'])
def test_cache_that_cannot_be_written_is_a_line_in_the_log(serve, vernier, folder, cache, kind):
    if kind == 'file':
        cache.write_text('in the way')
    else:
        cache = '/proc/vernier/cache'  # nobody can write there, not even root
    server = serve(folder, extra=['--index-cache', cache])
    assert frames(server).count(b'\n') == FRAMES + 1
    awaited(lambda: server.complaints)
    assert len(server.complaints.splitlines()) == 1
    assert str(cache) in server.complaints
    process = vernier('index', folder / NAME, '--csv', '--index-cache', cache)
    assert process.returncode == 0 and len(process.stderr.splitlines()) == 1
    assert process.stdout.count('\n') == FRAMES + 1


def test_cache_that_may_only_be_read_is_read(serve, folder, cache):
    first_start(serve, folder, cache)
    cache.chmod(0o500)
    server = serve(folder, extra=['--index-cache', cache])
    assert frames(server) and counts(server) == (0, 1, 0)
    cache.chmod(0o700)


def test_cache_can_be_switched_off(serve, vernier, folder, cache, monkeypatch):
    monkeypatch.setenv('XDG_CACHE_HOME', str(cache))
    server = serve(folder, extra=['--index-cache', 'none'])
    assert frames(server)
    assert counts(server) == (FRAMES, 0, 0)
    assert vernier('index', folder / NAME, '--index-cache', 'none').returncode == 0
    assert not cache.exists()


def test_cache_is_where_xdg_says(vernier, folder, cache, monkeypatch):
    monkeypatch.setenv('XDG_CACHE_HOME', str(cache))
    assert vernier('index', folder / NAME).returncode == 0
    assert len(stored(cache / 'vernier')) == 1
    assert (cache / 'vernier').stat().st_mode & 0o777 == 0o700


def test_cache_stays_within_its_limit(vernier, tmp_path, cache):
    cache.mkdir()
    place = ['--index-cache', cache, '--index-cache-limit', '1']
    for number in range(3):  # old indexes, which nobody can read
        old = cache / f'{number:032x}.vnix'
        old.write_bytes(bytes(400_000))
        os.utime(old, (number, number))
    assert vernier('index', SAMPLES / NAME, *place).returncode == 0
    names = [path.name for path in stored(cache)]
    assert f'{0:032x}.vnix' not in names
    assert f'{1:032x}.vnix' in names and f'{2:032x}.vnix' in names and len(names) == 3


# The command.


def test_cache_lists_what_is_kept(vernier, folder, cache):
    place = ['--index-cache', cache]
    empty = vernier('cache', 'list', '--json', *place)
    assert json.loads(empty.stdout) == {
        'folder': str(cache), 'bytes': 0, 'indexes': [], 'previews': [], 'sounds': [],
        'blocks': {'count': 0, 'bytes': 0}}
    vernier('index', folder / NAME, *place)
    (cache / f'{0:032x}.vnix').write_bytes(b'broken')
    os.utime(cache / f'{0:032x}.vnix', (0, 0))
    listed = json.loads(vernier('cache', 'list', '--json', *place).stdout)
    size = next(path for path in stored(cache) if path.stat().st_size > 6).stat().st_size
    assert [row.get('media') for row in listed['indexes']] == [str(folder / NAME), None]
    assert [row['bytes'] for row in listed['indexes']] == [size, 6]
    assert listed['bytes'] == size + 6
    assert abs(listed['indexes'][0]['used'] - time.time()) < 60
    lines = vernier('cache', *place).stdout.splitlines()
    assert len(lines) == 3 and str(folder / NAME) in lines[0] and str(cache) in lines[2]


def test_cache_is_cleared_of_indexes_and_of_nothing_else(vernier, serve, folder, cache):
    place = ['--index-cache', cache]
    vernier('index', folder / NAME, *place)
    (cache / 'notes.txt').write_text('mine')
    process = vernier('cache', 'clear', '--json', *place)
    assert json.loads(process.stdout) == {
        'folder': str(cache), 'removed': 1, 'removedPacks': 0, 'removedSounds': 0, 'removedBlocks': 0}
    assert [path.name for path in cache.iterdir()] == ['notes.txt']
    assert vernier('cache', 'clear', *place).returncode == 0
    server = serve(folder, extra=place)
    assert frames(server) and counts(server) == (FRAMES, 0, 1)


def test_an_index_takes_at_most_six_bytes_a_frame(vernier, cache):
    """On the samples that are long enough for a header not to count."""
    for name in ['long-gop.mp4', 'start.ts', NAME, 'vp9.webm', 'dropframe.mov']:
        vernier('cache', 'clear', '--index-cache', cache)
        vernier('index', SAMPLES / name, '--index-cache', cache)
        count = len(Frames(SAMPLES / name))
        assert stored(cache)[0].stat().st_size <= 6 * count + 400, name
