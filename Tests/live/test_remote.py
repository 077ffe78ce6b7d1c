"""Media that lies on a web server is scrubbed as if it were here, and read by ranges."""
import json
import os
import pathlib
import shutil
import signal
import subprocess

import pytest

import elsewhere
from elsewhere import fetcher, metric, web  # noqa: F401
from kit import LONG_PATIENCE, MATRIX, SAMPLES, VERNIER
from oracle import Frames, barcode, probe
from workers import status, until

FILM = 'long-gop.mp4'
FRAMES = [0, 599, 250, 249, 251, 17, 400]


def frame(server, number, name=FILM):
    return elsewhere.frame(server, number, name)


def index(server, name):
    rows = server.get(f'/api/v1/media/{server.media(name)}/index?format=json').json()
    return [(row['pts'], row['key']) for row in rows]


@pytest.mark.parametrize('secure', [False, True], ids=['http', 'https'])
def test_each_frame_is_the_one_that_was_asked_for(web, serve, secure):
    server = serve(web.address(FILM, secure))
    assert [frame(server, number) for number in FRAMES] == FRAMES


@pytest.mark.parametrize('name', ['long-gop.mp4', 'start.ts', 'vfr.mkv', 'edit-list.mp4'])
def test_index_is_what_ffprobe_says_of_the_file_here(web, serve, name):
    server = serve(web.address(name))
    truth = Frames(SAMPLES / name)
    assert index(server, name) == list(zip(truth.pts, truth.key))


@pytest.mark.parametrize('name', ['unsized.mkv', 'unsized.webm'])
def test_streamed_matroska_of_unknown_lengths_is_read_by_ranges(web, serve, name):
    shutil.copy(MATRIX / name, web.media)
    server = serve(web.address(name))
    truth = Frames(MATRIX / name)
    assert index(server, name) == list(zip(truth.pts, truth.key))
    assert [frame(server, number, name) for number in (99, 0, 60, 37)] == [99, 0, 60, 37]


@pytest.mark.parametrize('name', [
    'fragments.mp4', 'fragments-sidx.mp4', 'fragments-dash.mp4', 'fragments-mfra.mp4',
    'fragments-short.mp4'])
def test_fragments_are_those_of_the_file_here(web, serve, name):
    shutil.copy(MATRIX / name, web.media)
    server = serve(web.address(name))
    truth = Frames(MATRIX / name)
    assert index(server, name) == list(zip(truth.pts, truth.key))
    assert [frame(server, number, name) for number in (99, 0, 60, 37)] == [99, 0, 60, 37]


def test_addresses_files_and_folders_are_served_side_by_side(web, serve, tmp_path):
    (tmp_path / 'here').mkdir()
    (tmp_path / 'here/one.mp4').write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    server = serve(web.address('start.ts'), SAMPLES / FILM, tmp_path / 'here')
    assert frame(server, 120, 'start.ts') == 120
    assert frame(server, 300, FILM) == 300
    assert frame(server, 50, 'one.mp4') == 50


def test_nothing_but_parts_is_asked_for(web, serve):
    with web.watched() as requests:
        server = serve(web.address(FILM))
        assert frame(server, 300) == 300
    assert requests and all(
        method == 'GET' and wanted.startswith('bytes=') and status == '206'
        for method, _, wanted, status, _ in requests)


def test_second_frame_of_a_group_takes_no_request(web, serve):
    server = serve(web.address(FILM))
    begin, end = place_of_group(SAMPLES / FILM, 300)
    assert frame(server, 300) == 300
    with web.watched() as requests:
        assert frame(server, 301) == 301
    asked = [map(int, wanted.removeprefix('bytes=').split('-')) for _, _, wanted, _, _ in requests]
    # What is left of the first one's blocks follows after 10 s, on a slow machine meanwhile.
    assert not [(first, last) for first, last in asked if first < end and last >= begin]


def place_of_group(path, number):
    """Where the packets of a frame's group begin and end in a file."""
    packets = probe(path, 'V:0', 'packet=pos,size,flags')['packets']
    keys = [index for index, packet in enumerate(packets) if 'K' in packet['flags']]
    start = max(key for key in keys if key <= number)
    last = packets[min((key for key in keys if key > start), default=len(packets)) - 1]
    return int(packets[start]['pos']), int(last['pos']) + int(last['size'])


def test_blocks_are_found_on_disk_after_a_restart(web, serve):
    without = ['--preview-cache', 'none']
    with web.watched() as requests:
        server = serve(web.address(FILM), extra=without)
        assert frame(server, 300) == 300
    whole = {wanted for _, _, wanted, _, sent in requests if int(sent) > 2**20}
    cache = pathlib.Path(os.environ['XDG_CACHE_HOME']) / 'vernier/remote'
    until(lambda: len(list(cache.glob('*.vnrb'))) >= len(whole) > 0, 'blocks on disk')
    assert server.stop() == 0
    with web.watched() as requests:
        again = serve(web.address(FILM), extra=without)
        assert frame(again, 300) == 300
    assert not whole.intersection(wanted for _, _, wanted, _, _ in requests)


def test_cache_lists_blocks_and_clears_them(web, tmp_path):
    place = ['--index-cache', tmp_path / 'cache']
    assert run('frame', web.address(FILM), 300, '-o', tmp_path / 'one.jpg', *place).returncode == 0
    blocks = list((tmp_path / 'cache/remote').glob('*.vnrb'))
    listed = json.loads(run('cache', 'list', '--json', *place).stdout)
    assert listed['blocks'] == {
        'count': len(blocks), 'bytes': sum(block.stat().st_size for block in blocks)}
    assert len(blocks) >= 1 and listed['bytes'] > listed['blocks']['bytes']
    cleared = json.loads(run('cache', 'clear', '--json', *place).stdout)
    assert cleared['removedBlocks'] == len(blocks)
    assert not list((tmp_path / 'cache/remote').glob('*.vnrb'))


def test_damaged_block_on_disk_is_fetched_again(web, serve):
    server = serve(web.address(FILM))
    assert frame(server, 300) == 300
    cache = pathlib.Path(os.environ['XDG_CACHE_HOME']) / 'vernier/remote'
    until(lambda: list(cache.glob('*.vnrb')), 'a block on disk')
    server.stop()
    for block in cache.glob('*.vnrb'):
        content = bytearray(block.read_bytes())
        content[len(content) // 2] ^= 1
        block.write_bytes(content)
    again = serve(web.address(FILM), extra=['--preview-cache', 'none'])
    assert frame(again, 300) == 300
    assert metric(again, 'remote_bytes_total') > 1000


def test_media_keeps_its_id_and_index_when_it_is_signed_anew(web, serve):
    first = serve(web.address(f'closed/{FILM}?signature=sesame&expires=1'))
    identity = first.media(FILM)
    assert frame(first, 300) == 300
    first.stop()
    second = serve(web.address(f'closed/{FILM}?signature=sesame&expires=2'))
    assert second.media(FILM) == identity
    assert frame(second, 300) == 300
    assert metric(second, 'index_hits_total') == 1


def test_nobody_reads_what_lets_in(web, serve):
    log = ['--log', 'json']
    server = serve(web.address(f'closed/{FILM}?signature=sesame'),
                   web.address('closed/start.ts?signature=wrong'), extra=log)
    assert frame(server, 300) == 300
    answers = [server.get('/api/v1/media').body, server.get('/metrics').body]
    answers.append(server.get(f'/api/v1/media/{server.media(FILM)}').body)
    refused = server.get(f'/api/v1/media/{server.media("start.ts")}')
    assert refused.status == 422 and b'start.ts: lies elsewhere' in refused.body
    assert b'refuses' in refused.body
    answers.append(refused.body)
    for process in server.workers:
        answers.append(pathlib.Path(f'/proc/{process}/cmdline').read_bytes())
    said = b''.join(answers) + (server.output + server.complaints).encode()
    for secret in (b'sesame', b'wrong', b'localhost:%d' % web.port):
        assert secret not in said


def test_changed_film_gets_a_new_version_and_nothing_old_is_shown(web, serve, tmp_path):
    film = web.media / 'changing.mp4'
    film.write_bytes((SAMPLES / 'long-gop.mp4').read_bytes())
    server = serve(web.address('changing.mp4'), extra=['--preview-cache', 'none'])
    assert frame(server, 599, 'changing.mp4') == 599
    path = f'/api/v1/media/{server.media("changing.mp4")}'
    before = server.get(path).json()['version']
    film.write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    os.utime(film, (1_600_000_000, 1_600_000_000))

    def is_renewed():
        server.get('/api/v1/media')
        answer = server.get(path)
        return answer.status == 200 and answer.json()['version'] != before
    until(is_renewed, 'a new version')
    assert index(server, 'changing.mp4') == list(
        zip(Frames(SAMPLES / 'hevc.mp4').pts, Frames(SAMPLES / 'hevc.mp4').key))
    assert frame(server, 100, 'changing.mp4') == 100


def test_only_the_fetcher_has_a_network_and_it_may_do_little(web, serve):
    server = serve(web.address(FILM))
    assert frame(server, 300) == 300
    process = fetcher(server)
    assert status(process, 'NoNewPrivs') == '1'
    assert status(process, 'Seccomp') == '2'
    for other in server.workers:
        links = [os.readlink(link) for link in pathlib.Path(f'/proc/{other}/fd').iterdir()]
        sockets = {link[8:-1] for link in links if link.startswith('socket:')}
        tables = [pathlib.Path(f'/proc/net/{kind}').read_text().split() for kind in ('tcp', 'tcp6')]
        assert other == process or not sockets.intersection(tables[0] + tables[1])


def test_killed_fetcher_comes_back_and_no_frame_is_wrong(web, serve):
    server = serve(web.address(f'slow/{FILM}'), extra=['--preview-cache', 'none'])
    for number in FRAMES:
        if process := fetcher(server):
            os.kill(process, signal.SIGKILL)
        assert frame(server, number) == number
    assert metric(server, 'workers_lost_total') == 0


@pytest.mark.parametrize('first, last', [(0, None), (0, 0), (1048570, 1048590), (3000000, None)])
def test_byte_ranges_of_media_elsewhere_are_those_of_the_file(web, serve, first, last):
    server = serve(web.address(FILM))
    content = (SAMPLES / FILM).read_bytes()
    wanted = f'bytes={first}-{"" if last is None else last}'
    answer = server.get(f'/api/v1/media/{server.media(FILM)}/file', Range=wanted)
    assert answer.status == 206
    assert answer.body == content[first:None if last is None else last + 1]


@pytest.mark.parametrize('address, reason', [
    ('http://user:secret@localhost/film.mp4', 'no user and no password'),
    ('http:///film.mp4', 'names no host'), ('http://localhost:99999/film.mp4', 'port'),
    ('https://localhost/film.mp4#secret', '%23'),
])
def test_address_that_is_none_is_refused_without_being_told(address, reason):
    told = subprocess.run([VERNIER, 'serve', address], capture_output=True, text=True,
                          timeout=LONG_PATIENCE)
    assert told.returncode == 66
    assert reason in told.stderr and 'secret' not in told.stderr


def run(*words):
    return subprocess.run([VERNIER, *map(str, words)], capture_output=True, timeout=LONG_PATIENCE)


@pytest.mark.parametrize('name', [FILM, 'start.ts'])
def test_commands_find_elsewhere_what_they_find_here(web, tmp_path, name):
    here, there = SAMPLES / name, web.address(name)
    for words in (['index', '--csv'], ['seek', '--frame', '77'], ['index', '--keyframes']):
        ours, theirs = (run(*words, place) for place in (here, there))
        assert theirs.returncode == 0, theirs.stderr
        if words[0] == 'seek':
            ours, theirs = (json.loads(told.stdout) for told in (ours, theirs))
            assert theirs['frame'] == ours['frame'] == 77
        else:
            assert theirs.stdout == ours.stdout
    picture = tmp_path / 'one.jpg'
    assert run('frame', there, 77, '-o', picture).returncode == 0
    assert barcode(picture.read_bytes()) == 77


def test_commands_verify_cut_and_warm_elsewhere(web, tmp_path):
    there = web.address(FILM)
    # Whole films of full size take minutes on a busy machine.
    assert run('verify', web.address('edit-list.mp4'), '--seeks', 20).returncode == 0
    cut = tmp_path / 'cut.mp4'
    told = run('cut', there, '--in', 250, '--out', 299, '-o', cut)
    assert told.returncode == 0, told.stderr
    assert len(Frames(cut)) >= 50
    told = run('warm', there, '--every', 100, '--json')
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)['files'][0]['previews']['made'] == 6
