"""`vernier warm`: makes what is missing, and nothing twice."""
import json
import os
import pty
import shutil
import signal
import subprocess

import pytest

from kit import LONG_PATIENCE, SAMPLES, VERNIER
from oracle import SAMPLES as TABLE
from oracle import Frames, barcode
from stored import awaited, packs, previews
from test_previews_on_disk import counts, picture

LONG = 'long-gop.mp4'


@pytest.fixture
def cache(tmp_path):
    return tmp_path / 'cache'


@pytest.fixture
def warm(vernier, cache):
    """Runs the command: `warm(path, …)` gives the total of its report."""

    def run(*arguments):
        process = vernier('warm', *arguments, '--json', '--index-cache', cache)
        assert process.returncode == 0 and process.stderr == '', process.stderr
        report = json.loads(process.stdout)
        assert report['folder'] == str(cache / 'previews') and not report['interrupted']
        return report['total']

    return run


@pytest.mark.parametrize('name', TABLE)
def test_every_keyframe_is_made_with_one_decode(warm, cache, name):
    keys = sum(Frames(SAMPLES / name).key)
    total = warm(SAMPLES / name)
    assert (total['wanted'], total['found'], total['made']) == (keys, 0, keys)
    assert total['failed'] == 0
    if name != 'edit-list.mp4':  # its first keyframe is not shown, so others are on the way
        assert total['decoded'] == keys
    again = warm(SAMPLES / name)
    assert (again['found'], again['made'], again['decoded'], again['bytes']) == (keys, 0, 0, 0)


@pytest.mark.parametrize('name', TABLE)
def test_every_frame_is_made_and_is_the_very_one(warm, serve, cache, name):
    frames, first = TABLE[name]
    total = warm(SAMPLES / name, '--every', 1, '--width', 320, '--quality', 90)
    assert (total['wanted'], total['made']) == (frames, frames)
    assert total['decoded'] <= 2 * frames
    server = serve(SAMPLES / name, extra=['--index-cache', cache])
    for frame in range(0, frames, 7):
        assert barcode(picture(server, frame, name=name)) == frame + first
    assert counts(server)[0] == 0


def test_what_is_there_is_not_made_again(warm):
    few = warm(SAMPLES / LONG, '--every', 100, '--width', 64)
    assert few['made'] == 6
    more = warm(SAMPLES / LONG, '--every', 50, '--width', 64)
    assert (more['wanted'], more['found'], more['made']) == (12, 6, 6)
    other = warm(SAMPLES / LONG, '--every', 100, '--width', 65)
    assert (other['found'], other['made']) == (0, 6)


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_was_interrupted_goes_on_where_it_stopped(warm, cache, number):
    command = ['warm', SAMPLES / LONG, '--every', 1, '--width', 320, '--index-cache', cache]
    process = subprocess.Popen(
        [VERNIER, *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    awaited(lambda: packs(cache) or process.poll() is not None)
    process.send_signal(number)
    lines, complaint = process.communicate(timeout=LONG_PATIENCE)
    if number != signal.SIGKILL:
        assert process.returncode == 130
        assert lines.count('\n') == 1 and 'the same command goes on from here' in complaint
        kept = len(previews(packs(cache)[0]))
        assert f'{kept} of 600 previews' in lines
    total = warm(SAMPLES / LONG, '--every', 1, '--width', 320)
    assert 0 < total['found'] < 600
    assert total['found'] + total['made'] == 600
    # From the keyframe before the first that is missing, each frame once.
    keys = [frame for frame, key in enumerate(Frames(SAMPLES / LONG).key) if key]
    start = max(key for key in keys if key <= total['found'])
    assert total['decoded'] <= 600 - start + len(keys)
    assert len(previews(packs(cache)[0])) == 600
    again = warm(SAMPLES / LONG, '--every', 1, '--width', 320)
    assert (again['found'], again['made'], again['decoded']) == (600, 0, 0)


def test_many_at_once_make_each_preview_once(cache):
    command = ['warm', SAMPLES / 'dropframe.mov', '--every', 1, '--width', 64, '--json',
               '--index-cache', cache]
    running = [subprocess.Popen([VERNIER, *map(str, command)], stdout=subprocess.PIPE)
               for _ in range(3)]
    for process in running:
        assert process.wait(LONG_PATIENCE) == 0
        total = json.load(process.stdout)['total']
        assert total['found'] + total['made'] == 240
    content = previews(packs(cache)[0])
    assert len(content) == 240
    assert sum(len(jpeg) + 32 for jpeg in content.values()) < packs(cache)[0].stat().st_size \
        < sum(len(jpeg) + 32 for jpeg in content.values()) + 1000, 'something is there twice'


def test_folders_are_warmed_and_what_cannot_be_read_is_told(vernier, cache, tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    for name in ['hevc.mp4', 'audio.m4a']:
        shutil.copy2(SAMPLES / name, folder)
    (folder / 'broken.mp4').write_bytes(b'not a film')
    process = vernier('warm', folder, '--index-cache', cache)
    lines = process.stdout.splitlines()
    assert lines[0].startswith(f'{folder}/audio.m4a: sound only')
    assert lines[1].startswith('broken.mp4: not media')
    assert lines[2].startswith(f'{folder}/hevc.mp4: ') and ' new; ' in lines[2]
    assert process.returncode == 65 and process.stderr.count('\n') == 1
    report = json.loads(vernier('warm', folder, '--json', '--index-cache', cache).stdout)
    errors = [file['error'] for file in report['files']]
    assert errors[0] is None and 'not media' in errors[1] and errors[2] is None


def test_no_more_is_made_than_the_store_holds(vernier, cache):
    process = vernier('warm', SAMPLES / LONG, '--every', 1, '--width', 320, '--index-cache', cache,
                      '--preview-cache', '300KiB')
    assert process.returncode == 73 and '--preview-cache' in process.stderr
    assert 0 < sum(pack.stat().st_size for pack in packs(cache)) <= 300 << 10


def test_place_that_cannot_be_written_is_told(vernier):
    process = vernier('warm', SAMPLES / LONG, '--index-cache', '/proc/vernier/cache')
    assert process.returncode == 73
    assert '/proc/vernier/cache/previews: no preview is kept' in process.stderr


def test_bar_is_drawn_on_a_terminal_alone(vernier, cache):
    command = ['warm', SAMPLES / LONG, '--every', 5, '--width', 64, '--index-cache', cache]
    process = vernier(*command)
    assert process.stderr == '' and process.stdout.count('\n') == 1
    shutil.rmtree(cache)
    master, slave = pty.openpty()
    with subprocess.Popen([VERNIER, *map(str, command)], stdout=subprocess.PIPE, stderr=slave):
        os.close(slave)
        shown = b''
        try:
            while part := os.read(master, 4096):
                shown += part
        except OSError:  # how the end of a terminal is told
            pass
    os.close(master)
    assert b'% 1 of 1: ' in shown and shown.endswith(b'\r\x1b[K')


@pytest.mark.parametrize('wrong', [
    ['--width', '0'], ['--width', '1000000'], ['--quality', '0'], ['--every', '0'],
    ['--preview-cache', '0'], ['--preview-cache', 'none'], ['--index-cache', 'none'],
])
def test_what_cannot_be_is_refused(vernier, cache, wrong):
    process = vernier('warm', SAMPLES / LONG, *wrong, '--index-cache', cache)
    if wrong[0] == '--index-cache':  # the first one counts, and the second is no operand
        process = vernier('warm', SAMPLES / LONG, *wrong)
    assert process.returncode == 64 and process.stdout == '' and not cache.exists()
