"""Previews on disk: decoded once, by whichever process, and never trusted."""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess

import pytest

from canary import prompt
from client import PREVIEW, Client
from kit import SAMPLES
from oracle import SAMPLES as TABLE
from oracle import barcode
from stored import awaited, packs, previews, resting

NAME = 'hevc.mp4'
FRAMES = [3, 77, 149]


@pytest.fixture
def cache(tmp_path):
    return tmp_path / 'cache'


@pytest.fixture
def film(tmp_path):
    """A file of its own, which a test may replace."""
    return pathlib.Path(shutil.copy2(SAMPLES / NAME, tmp_path / 'film.mp4'))


def counts(server):
    """Frames decoded, previews found on disk, and previews not found there."""
    text = server.get('/metrics').body.decode()
    value = {name: int(number) for name, number in re.findall(r'^vernier_(\w+) (\d+)$', text, re.M)}
    return (value['frames_decoded_total'], value['preview_hits_total'],
            value['preview_misses_total'])


def metric(server, name):
    text = server.get('/metrics').body.decode()
    return int(re.search(rf'^vernier_{name} (\d+)$', text, re.M)[1])


def picture(server, frame, width=320, name='film.mp4'):
    response = server.get(f'/api/v1/media/{server.media(name)}/frames/{frame}.jpg?width={width}')
    assert response.status == 200
    return response.body


def filled(serve, film, cache, frames=FRAMES, extra=()):
    """Lets a server make pictures and end; returns them."""
    server = serve(film, extra=['--index-cache', cache, *extra])
    made = {frame: picture(server, frame) for frame in frames}
    assert server.stop() == 0
    return made


@pytest.mark.parametrize('name', TABLE)
def test_after_a_restart_no_frame_is_decoded_twice(serve, cache, name):
    frames, first = TABLE[name]
    wanted = [0, frames // 2, frames - 1]
    server = serve(SAMPLES / name, extra=['--index-cache', cache])
    made = [picture(server, frame, name=name) for frame in wanted]
    server.stop()
    server = serve(SAMPLES / name, extra=['--index-cache', cache])
    again = [picture(server, frame, name=name) for frame in wanted]
    assert again == made
    assert [barcode(jpeg) for jpeg in again] == [frame + first for frame in wanted]
    decoded, hits, _ = counts(server)
    assert (decoded, hits) == (0, 3)


def test_pointer_finds_on_disk_what_it_passed_before(serve, film, cache):
    """A second pass over the same stretch decodes nothing, forward or backward."""
    decoded = []
    for _ in range(2):
        server = serve(film, extra=['--index-cache', cache])
        with Client(server, server.media('film.mp4'), preview=PREVIEW) as client:
            shown = []
            for frame in [*range(40, 60), *range(59, 39, -1)]:
                client.seek(frame=frame)
                shown.append(client.exact_picture(frame))
                assert barcode(shown[-1].picture) == frame
        decoded.append(sum(preview.decoded for preview in shown))
        server.stop()
    assert decoded[0] > 0 and decoded[1] == 0


def test_tiles_are_laid_out_from_the_disk(serve, cache):
    sheets = []
    for start in range(2):
        server = serve(SAMPLES / 'long-gop.mp4', extra=['--index-cache', cache])
        path = f'/api/v1/media/{server.media("long-gop.mp4")}/sprites/0.jpg?interval=4&width=160'
        sheets.append(server.get(path).body)
        assert (counts(server)[0] > 0) == (start == 0)
        server.stop()
    assert sheets[0] == sheets[1]


def test_packs_are_as_described(serve, film, cache):
    made = filled(serve, film, cache)
    assert [barcode(jpeg) for jpeg in made.values()] == FRAMES
    kept = packs(cache)
    assert len(kept) == 1, 'not a file for each frame'
    assert set(made.values()) <= set(previews(kept[0]).values())
    assert kept[0].stat().st_mode & 0o777 == 0o600
    assert (cache / 'previews').stat().st_mode & 0o777 == 0o700


def test_servers_share_one_store_at_once(serve, film, cache):
    servers = [serve(film, extra=['--index-cache', cache]) for _ in range(3)]
    frames = list(range(0, 60, 3))
    made = [picture(servers[number % 3], frame) for number, frame in enumerate(frames)]
    assert [barcode(jpeg) for jpeg in made] == frames
    # What one has made, the others find as soon as it is on disk.
    awaited(lambda: packs(cache))
    resting(cache)
    assert set(made) <= set(previews(packs(cache)[0]).values())
    for server in servers:
        before = counts(server)[0]
        for frame in frames:
            assert barcode(picture(server, frame)) == frame
        assert counts(server)[0] == before
    assert all(server.stop() == 0 and server.complaints == '' for server in servers)
    assert len(packs(cache)) == 1 and len(previews(packs(cache)[0])) >= len(frames)


HARM = {
    'cut': lambda content: content[:-100], 'empty': lambda content: b'',
    'garbage': lambda content: os.urandom(5000), 'longer': lambda content: content + b'\xff' * 77,
    'bit': lambda content: content[:-50] + bytes([content[-50] ^ 1]) + content[-49:],
    'version': lambda content: content[:4] + b'\2' + content[5:],
    'key': lambda content: content[:30] + bytes([content[30] ^ 1]) + content[31:],
}


@pytest.mark.parametrize('kind', HARM)
def test_damaged_pack_shows_nothing_wrong_and_is_made_whole(serve, film, cache, kind):
    made = filled(serve, film, cache)
    pack = packs(cache)[0]
    pack.write_bytes(HARM[kind](pack.read_bytes()))
    assert filled(serve, film, cache) == made
    server = serve(film, extra=['--index-cache', cache])
    assert {frame: picture(server, frame) for frame in FRAMES} == made
    assert counts(server)[0] == 0
    assert server.complaints == ''


def test_replaced_file_gets_its_own_pictures(serve, film, cache):
    filled(serve, film, cache)
    server = serve(film, extra=['--index-cache', cache])
    assert barcode(picture(server, 77)) == 77
    server.stop()
    shutil.copy2(SAMPLES / 'edit-list.mp4', film)
    server = serve(film, extra=['--index-cache', cache])
    assert barcode(picture(server, 77)) == 77 + 33
    decoded, hits, _ = counts(server)
    assert decoded > 0 and hits == 0


def test_file_that_is_replaced_under_the_server_gets_its_own_pictures(serve, film, cache):
    server = serve(film, extra=['--index-cache', cache])
    assert barcode(picture(server, 77)) == 77
    shutil.copy2(SAMPLES / 'edit-list.mp4', f'{film}.new')
    os.replace(f'{film}.new', film)
    awaited(lambda: barcode(picture(server, 77)) == 77 + 33)
    server.stop()
    server = serve(film, extra=['--index-cache', cache])
    assert barcode(picture(server, 77)) == 77 + 33
    assert counts(server)[0] == 0


# A disk that does not want to.


def goes_on(server, cache):
    """Whether a server that cannot keep previews serves them, and says so once."""
    for frame in [*FRAMES, 10]:
        assert barcode(picture(server, frame)) == frame
    awaited(lambda: str(cache / 'previews') in server.complaints)
    for frame in range(20, 25):
        assert barcode(picture(server, frame)) == frame
    prompt(server, 'film.mp4')
    assert server.stop() == 0
    lines = [line for line in server.complaints.splitlines() if 'previews' in line]
    return len(lines) == 1


def test_missing_folder_that_cannot_be_made_is_a_line_in_the_log(serve, film):
    cache = pathlib.Path('/proc/vernier/cache')  # nobody can write there, not even root
    assert goes_on(serve(film, extra=['--index-cache', cache]), cache)


def test_file_in_the_way_is_a_line_in_the_log(serve, film, cache):
    cache.mkdir()
    (cache / 'previews').write_text('in the way')
    assert goes_on(serve(film, extra=['--index-cache', cache]), cache)


@pytest.fixture
def disk(tmp_path):
    """Makes a disk of so many KiB: `disk(64)`; for those who may."""
    mounted = []

    def make(size):
        path = tmp_path / 'disk'
        path.mkdir()
        options = ['-t', 'tmpfs', '-o', f'size={size}k', 'tmpfs', path]
        if subprocess.run(['mount', *options], capture_output=True).returncode:
            pytest.skip('only root can mount a disk')
        mounted.append(path)
        return path

    yield make
    for path in mounted:
        subprocess.run(['umount', '-l', path], check=True)


def test_full_disk_is_a_line_in_the_log(serve, film, disk):
    cache = disk(32)
    server = serve(film, extra=['--index-cache', cache])
    for frame in range(60, 100):
        picture(server, frame)
    assert goes_on(server, cache)
    for pack in packs(cache):
        previews(pack)  # each of which is whole


def test_disk_that_may_only_be_read_is_read(serve, film, disk):
    cache = disk(4096)
    made = filled(serve, film, cache)
    subprocess.run(['mount', '-o', 'remount,ro', cache], check=True)
    server = serve(film, extra=['--index-cache', cache])
    assert {frame: picture(server, frame) for frame in FRAMES} == made
    assert counts(server)[0] == 0
    assert goes_on(server, cache)


def test_file_that_may_not_grow_is_a_line_in_the_log(serve, film, cache):
    server = serve(film, extra=['--index-cache', cache])
    picture(server, 0)
    awaited(lambda: packs(cache))
    size = packs(cache)[0].stat().st_size
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 1000, size + 1000))
    assert goes_on(server, cache)
    assert len(previews(packs(cache)[0])) >= 1


# Bounds.


def test_store_can_be_switched_off(serve, film, cache):
    filled(serve, film, cache, extra=['--preview-cache', 'none'])
    assert not (cache / 'previews').exists()
    filled(serve, film, cache, extra=['--preview-cache', 'none'])


def test_least_recently_used_leave_first_and_the_bound_holds(serve, film, cache):
    limit = 50 << 10
    extra = ['--index-cache', cache, '--preview-cache', '50KiB', '--preview-memory', '1']
    widths = [160, 161, 162, 163, 164, 165, 166, 167]
    for number, width in enumerate(widths):
        server = serve(film, extra=extra)
        if number:
            picture(server, 0, width=widths[0])  # which makes it the last used
        for frame in range(0, 150, 40):
            picture(server, frame, width=width)
        server.stop()
        size = sum(pack.stat().st_size for pack in packs(cache))
        assert 0 < size <= limit
        assert metric(serve(film, extra=extra), 'preview_store_bytes') == size
    server = serve(film, extra=extra)
    for width in (widths[0], widths[-1]):
        picture(server, 0, width=width)
    assert counts(server)[0] == 0
    picture(server, 0, width=widths[1])
    assert counts(server)[0] > 0


# The command that looks after it.


def test_cache_lists_and_clears_previews(serve, vernier, film, cache):
    filled(serve, film, cache)
    listed = json.loads(vernier('cache', 'list', '--json', '--index-cache', cache).stdout)
    (row,) = listed['previews']
    assert (row['media'], row['width'], row['quality']) == (film.name, 320, 90)
    assert row['frames'] == len(previews(packs(cache)[0]))
    assert row['bytes'] == packs(cache)[0].stat().st_size
    assert listed['bytes'] == row['bytes'] + listed['indexes'][0]['bytes']
    lines = vernier('cache', '--index-cache', cache).stdout.splitlines()
    assert len(lines) == 3 and f'{row["frames"]} previews, width 320' in lines[1]
    (cache / 'previews' / 'notes.txt').write_text('mine')
    cleared = vernier('cache', 'clear', '--json', '--index-cache', cache)
    assert json.loads(cleared.stdout) == {
        'folder': str(cache), 'removed': 1, 'removedPacks': 1, 'removedSounds': 0, 'removedBlocks': 0}
    assert [path.name for path in (cache / 'previews').iterdir()] == ['notes.txt']
