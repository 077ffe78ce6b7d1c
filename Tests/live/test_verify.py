"""What verify says of files that are right, of others' files, and of damaged ones."""
import json
import os
import pty
import random
import shutil
from xml.etree import ElementTree

import pytest

from kit import FULL, MATRIX, SAMPLES, VERNIER
from oracle import SAMPLES as TABLE

DAMAGED = ('cut-off', 'spoiled', 'nan', 'endless', 'huge', 'many-streams', 'empty', 'text')
SMALL = [name for name in TABLE if name != 'long-gop.mp4']


def report(process):
    *files, summary = [json.loads(line) for line in process.stdout.splitlines()]
    return files, summary


def files_right(process):
    assert process.returncode == 0, process.stdout + process.stderr
    files, summary = report(process)
    assert summary['total']['targets'] > 0
    assert all(summary['total'][kind] == 0 for kind in ('wrong', 'concealed', 'unreachable'))
    return files


@pytest.mark.parametrize('options', [[], ['--barcode']] if FULL else [['--barcode']], ids=str)
def test_frames_of_the_samples_are_reached_in_every_order(vernier, options):
    paths = [SAMPLES / name for name in SMALL]
    process = vernier('verify', *paths, '--seeks', 30, '--json', *options)
    for name, file in zip(SMALL, files_right(process), strict=True):
        assert (file['frames'], file['total']['targets']) == (TABLE[name][0], 90)


@pytest.mark.parametrize('options', [[], ['--barcode']] if FULL else [[]], ids=str)
def test_folder_is_verified_in_order_with_long_groups_and_sound(vernier, options):
    process = vernier('verify', SAMPLES, '--seeks', 2, '--json', *options)
    files = files_right(process)
    assert [file['name'] for file in files] == [str(SAMPLES / name)
                                                for name in sorted([*TABLE, 'audio.m4a'])]
    assert report(process)[1]['soundOnly'] == 1


def test_files_of_others_are_right_by_their_pixels(vernier, corpus):
    process = vernier('verify', corpus, '--seeks', 12, '--json')
    assert len(files_right(process)) == len([*corpus.glob('*.mp4'), *corpus.glob('*.ts')])


def matrix(is_sound):
    """The files of the matrix, those that were damaged or those that were not."""
    files = [path for path in sorted(MATRIX.iterdir()) if path.is_file()]
    return [path for path in files if is_sound != path.name.startswith(DAMAGED)]


# The numbers in the pictures of these begin again, or are not those that FFmpeg shows.
OTHER_NUMBERS = ('joined-hevc', 'joined-mpeg2', 'joined-open', 'reset.', 'skipped.')
# What FFmpeg's decoder itself makes wrong: what follows fields without partners that others refer to, and
# what is written as that version of DivX wrote it, whose mistakes it makes up for.
SPOILED = ('paff-kept.ts', 'packed.avi')


@pytest.mark.parametrize('options', [[], ['--barcode']], ids=str)
def test_matrix_is_right_in_every_order_and_by_every_way_of_asking(vernier, options):
    left_out = (*SPOILED, *(OTHER_NUMBERS if options else ()))
    paths = [path for path in matrix(True) if not path.name.startswith(left_out)]
    process = vernier('verify', *paths, '--seeks', 40, '--json', *options, timeout=600)
    files = files_right(process)
    assert len(files) > 100 and all(file['error'] is None for file in files)
    assert report(process)[1]['total']['targets'] > 10_000
    assert report(process)[1]['soundOnly'] == len([*MATRIX.glob('tone*'), *MATRIX.glob('cover.*')])


@pytest.mark.parametrize('options', [[], ['--barcode']], ids=str)
def test_no_wrong_frame_of_a_damaged_file_is_called_exact(vernier, options):
    paths = matrix(False)
    process = vernier('verify', *paths, '--seeks', 100, '--json', *options, timeout=600)
    assert process.returncode in (1, 65)
    files, summary = report(process)
    assert len(files) == len(paths) == 21
    assert {file['name']: file['faults'] for file in files if file['total']['wrong']} == {}
    assert summary['total']['concealed'] > 0


def test_seed_makes_other_orders_and_the_same_again(vernier):
    def decoded(seed):
        process = vernier('verify', SAMPLES / 'vfr.mkv', '--seeks', 9, '--seed', seed, '--json')
        return [order['decoded'] for order in files_right(process)[0]['orders'].values()]

    assert decoded(1) == decoded(1) != decoded(2)


def test_pictures_without_numbers_are_not_taken_for_samples(vernier, corpus):
    process = vernier('verify', corpus / 'bikes.mp4', '--barcode', '--seeks', 5, '--json')
    files, _ = report(process)
    assert process.returncode == 1
    assert files[0]['total']['wrong'] > 200


def damaged(data, way):
    """A file cut off, or with bytes of its middle replaced by others."""
    if way.startswith('cut'):
        return data[:int(way[4:]) * len(data) // 100]
    chance, data = random.Random(way), bytearray(data)
    for _ in range(8):
        place = chance.randrange(len(data) // 8, len(data) - 400)
        data[place:place + 300] = chance.randbytes(300)
    return bytes(data)


@pytest.mark.parametrize('way', ['cut 5', 'cut 60', 'cut 97', 'noise a', 'noise b'])
@pytest.mark.parametrize('name', SMALL)
def test_damaged_file_is_reported_and_does_not_crash(vernier, tmp_path, name, way):
    path = tmp_path / name
    path.write_bytes(damaged((SAMPLES / name).read_bytes(), way))
    process = vernier('verify', path, '--seeks', 4, '--json')
    assert process.returncode in (0, 1, 65), process.stderr
    files, summary = report(process)
    total = files[0]['total']
    failures = total['wrong'] + total['concealed'] + total['unreachable']
    assert (process.returncode == 1) == (failures > 0)
    assert (process.returncode == 65) == (summary['unreadable'] == 1) == (files[0]['error'] is not None)


def test_unreadable_files_are_counted_and_the_rest_verified(vernier, tmp_path):
    (tmp_path / 'b.mp4').write_bytes(b'no media' * 99)
    (tmp_path / 'a').mkdir()
    shutil.copy(SAMPLES / 'hevc.mp4', tmp_path / 'a/hevc.mp4')
    process = vernier('verify', tmp_path, tmp_path / 'none', '--seeks', 3, '--json')
    files, summary = report(process)
    assert process.returncode == 65
    assert [file['error'] is None for file in files] == [True, False, False]
    assert (summary['files'], summary['unreadable']) == (3, 2)
    assert vernier('verify', tmp_path / 'none').returncode == 66


def test_report_for_test_runners(vernier, tmp_path):
    (tmp_path / 'b.mp4').write_bytes(b'no media' * 99)
    process = vernier('verify', SAMPLES / 'hevc.mp4', tmp_path, '--seeks', 3, '--junit')
    root = ElementTree.fromstring(process.stdout)
    assert {name: root.get(name) for name in ('tests', 'failures', 'errors')} == {
        'tests': '5', 'failures': '0', 'errors': '1'}
    names = [case.get('name') for case in root.iter('testcase')]
    assert names == ['linear', 'random', 'reverse', 'scrub', 'open']


def test_table_has_a_row_for_each_file_and_no_bar_in_a_pipe(vernier):
    process = vernier('verify', SAMPLES / 'hevc.mp4', SAMPLES / 'vp9.webm', '--seeks', 3)
    rows = [line.split() for line in process.stdout.splitlines()]
    assert rows[0][:3] == ['frames', 'targets', 'wrong']
    assert [row[:5] for row in rows[1:4]] == [
        ['150', '9', '0', '0', '0'], ['150', '9', '0', '0', '0'], ['300', '18', '0', '0', '0']]
    assert process.stderr == ''


def test_terminal_shows_a_bar_and_takes_it_away():
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(VERNIER, [VERNIER, 'verify', str(SAMPLES / 'hevc.mp4'), '--seeks', '5'])
    shown = b''
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:  # how Linux says that the other side has gone
        pass
    assert os.waitpid(pid, 0)[1] == 0
    assert b'1 of 1: ' in shown and b'[#' in shown
    assert shown.rindex(b'\x1b[K') > shown.rindex(b'[#')
