"""A film elsewhere that has to be read as a whole is indexed in idle time, within a bandwidth."""
import subprocess
import time

import pytest

from client import NO_NUMBER, PREVIEW, Client
from elsewhere import WebServer, metric
from kit import LONG_PATIENCE, PATIENCE, SAMPLES
from oracle import Frames, barcode
from workers import until

FILM = 'long.ts'
PRELUDE = 16 << 20
BLOCK = 1 << 20


@pytest.fixture(scope='module')
def web():
    """A film of more than 60 MB that has no index, and the same with a list of keyframes."""
    web = WebServer()
    flags = 'frag_keyframe+empty_moov+default_base_moof'
    for name, words in {FILM: [], 'sidx.mp4': ['-movflags', f'{flags}+global_sidx+skip_trailer'],
                        'mfra.mp4': ['-movflags', flags], 'cues.mkv': []}.items():
        subprocess.run(
            ['ffmpeg', '-v', 'error', '-stream_loop', '2', '-i', SAMPLES / 'long-gop.mp4', '-map',
             '0:v', '-c', 'copy', *words, web.media / name], check=True, timeout=LONG_PATIENCE)
    yield web.start()
    web.stop()


@pytest.fixture
def scan(web, serve):
    """A server that indexes the film at so many bytes a second."""
    def scan(rate, *others):
        extra = ['--remote-scan-rate', rate, '--preview-cache', 'none', '--index-cache', 'none']
        return serve(web.address(FILM), *others, extra=extra)
    return scan


def described(server, name=FILM):
    return server.get(f'/api/v1/media/{server.media(name)}').json()


def size(web):
    return (web.media / FILM).stat().st_size


def test_bandwidth_of_a_scan_is_bounded(web, scan):
    rate = 12 << 20
    server = scan('12MiB')
    began = time.monotonic()
    shares = []

    def is_complete():
        index = described(server)['index']
        shares.append((index['progress'], index['remote']['fetched']))
        assert index['remote']['size'] == size(web)
        return index['state'] == 'complete'
    until(is_complete, 'the index')
    took = time.monotonic() - began
    # What comes at once: the beginning, what a second allows, and the block of then.
    assert took >= (size(web) - PRELUDE - rate - 2 * BLOCK) / rate
    assert described(server)['frames'] == len(Frames(web.media / FILM))
    assert any(0 < progress < 1 and 0 < fetched < size(web) for progress, fetched in shares)
    assert [fetched for _, fetched in shares] == sorted(fetched for _, fetched in shares)
    # Its beginning and its end are looked at twice, before its packets are read.
    assert 0.9 * size(web) <= metric(server, 'remote_scan_bytes_total') <= 1.1 * size(web)


def test_cost_of_a_scan_is_told_to_clients(web, scan):
    server = scan('none')
    with Client(server, server.media(FILM)) as client:
        if client.opened['media']['index']['state'] != 'complete':
            client.expect('index', state='complete')
        told = [message for message in client.seen if message['type'] == 'index']
    assert told[-1]['remote']['size'] == size(web)
    assert told[-1]['remote']['fetched'] >= 0.9 * size(web)


def test_others_are_not_held_back(web, scan):
    server = scan('64KiB')
    assert described(server)['index']['state'] == 'scanning'
    until(lambda: metric(server, 'remote_scan_bytes_total') >= PRELUDE - BLOCK, 'the beginning')
    content = (web.media / FILM).read_bytes()
    first = len(content) - 20 * BLOCK
    path = f'/api/v1/media/{server.media(FILM)}/file'
    began = time.monotonic()
    answer = server.get(path, Range=f'bytes={first}-{first + 16 * BLOCK - 1}')
    # At the pace of scans it would take more than four minutes.
    assert time.monotonic() - began < PATIENCE
    assert answer.body == content[first:first + 16 * BLOCK]
    index = described(server)['index']
    assert index['state'] == 'scanning' and index['progress'] < 0.5
    assert metric(server, 'remote_scan_bytes_total') < PRELUDE + 4 * BLOCK


def test_other_media_are_indexed_meanwhile(web, scan):
    server = scan('64KiB', web.address('long-gop.mp4'), SAMPLES / 'hevc.mp4')
    assert described(server)['index']['state'] == 'scanning'
    for name in ('long-gop.mp4', 'hevc.mp4'):
        until(lambda: described(server, name)['index']['state'] == 'complete', name)
    assert described(server)['index']['state'] == 'scanning'


def test_files_here_have_no_cost_in_bytes(scan):
    server = scan('64KiB', SAMPLES / 'hevc.mp4')
    assert 'remote' not in described(server, 'hevc.mp4')['index']


@pytest.mark.parametrize('name', ['sidx.mp4', 'mfra.mp4', 'cues.mkv'])
def test_keyframes_that_are_listed_are_shown_before_they_are_scanned(web, serve, name):
    server = serve(web.address(name), extra=['--remote-scan-rate', '64KiB', '--preview-cache', 'none',
                                             '--index-cache', 'none'])
    truth = Frames(web.media / name)
    last = max(number for number, key in enumerate(truth.key) if key)
    with Client(server, server.media(name), preview=PREVIEW) as client:
        until(lambda: described(server, name)['keyframes'] == sum(truth.key), 'the list')
        state = client.seek(position=0.99)
        assert not state['target']['exact']
        shown = client.picture_that(lambda shown: shown.pts == truth.pts[last])
    assert barcode(shown.picture) == last % 600
    index = described(server, name)['index']
    assert index['state'] == 'scanning' and index['progress'] < 0.5
    # The beginning, the list, and what the keyframes and their surroundings take.
    assert index['remote']['fetched'] < size(web) * 0.7


@pytest.mark.parametrize('name, options', [('none.ts', []), ('none.mkv', ['-live', '1']), ('none.flv', [])])
def test_keyframes_that_are_not_listed_are_shown_from_all_over_before_they_are_scanned(
        web, serve, name, options):
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-stream_loop', '199', '-i', SAMPLES / 'start.ts', '-map', '0:v',
         '-c', 'copy', *options, web.media / name], check=True, timeout=LONG_PATIENCE)
    size = (web.media / name).stat().st_size
    truth = Frames(web.media / name)
    server = serve(web.address(name), extra=['--remote-scan-rate', '2MiB', '--preview-cache', 'none',
                                             '--index-cache', 'none'])
    keys = [pts for pts, key in zip(truth.pts, truth.key) if key]
    with Client(server, server.media(name), preview=PREVIEW) as client:
        client.expect('index', timeout=LONG_PATIENCE)
        until(lambda: described(server, name)['keyframes'] > 3, 'keyframes')
        state = client.seek(position=0.7)
        shown = client.picture_that(lambda shown: shown.pts > truth.pts[len(truth) // 3])
    # The picture may be the target's own, but which frame that is the scan tells.
    assert not state['target']['exact']
    assert shown.pts in keys and shown.frame == NO_NUMBER
    index = described(server, name)['index']
    assert index['state'] == 'scanning' and index['progress'] < 0.3
    assert index['remote']['fetched'] < 0.7 * size
