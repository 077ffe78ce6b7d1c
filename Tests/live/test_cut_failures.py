"""`vernier cut` where something is wrong: a clear error, and no half file under the final name."""
import resource
import signal
import subprocess

import pytest

from cutting import attempt, beside, command, cut
from kit import LONG_PATIENCE, MATRIX, SAMPLES
from stored import awaited

FILM = MATRIX / 'h264-closed.mp4'
LONG = SAMPLES / 'long-gop.mp4'


@pytest.mark.parametrize('words, code, text', [
    ((FILM, 40, 30, 'cut.mp4'), 64, '--in is frame 40, behind --out'),
    ((FILM, 0, 100, 'cut.mp4'), 64, 'expected 0 to 99, got 100'),
    ((FILM, 'ten', 30, 'cut.mp4'), 64, '--in cannot be “ten”'),
    ((FILM, 0, 30, 'cut.txt'), 64, 'must end in one of'),
    ((FILM, 0, 30, 'cut.mkv', '--mode', 'edit-list'), 64, 'have edit lists'),
    ((FILM, 0, 30, 'cut.mp4', '--mode', 'exact'), 64, 'keyframes, edit-list or smart'),
    ((MATRIX / 'vp9.webm', 5, 30, 'cut.mkv', '--mode', 'smart'), 64, 'H.264 alone'),
    ((MATRIX / 'vp8.webm', 0, 30, 'cut.ts'), 64, 'cannot hold “vp8”'),
    ((MATRIX / 'vp9.webm', 0, 30, 'cut.mov'), 64, 'cannot hold “vp9”'),
    ((MATRIX / 'av1.mp4', 0, 30, 'cut.mov'), 64, 'cannot hold “av1”'),
    ((MATRIX / 'still.png', 0, 0, 'cut.mp4'), 64, 'one picture'),
    ((MATRIX / 'nothing.mp4', 0, 30, 'cut.mp4'), 66, 'No such file'),
    ((FILM, 0, 30, 'gone/cut.mp4'), 73, 'No such file or directory'),
])
def test_bad_wishes_are_refused_with_a_reason(tmp_path, words, code, text):
    source, first, last, name, *options = words
    process = attempt(source, first, last, tmp_path / name, *options)
    assert process.returncode == code
    assert text in process.stderr and process.stderr.count('\n') <= 2
    assert beside(tmp_path) == []


def test_nothing_is_overwritten_unless_asked(tmp_path):
    output = tmp_path / 'cut.mp4'
    output.write_bytes(b'precious')
    process = attempt(FILM, 0, 30, output)
    assert process.returncode == 73 and 'is there already' in process.stderr
    assert output.read_bytes() == b'precious'
    made = cut(FILM, 0, 30, output, '--overwrite')
    assert made.numbers[0] == 0 and beside(tmp_path) == ['cut.mp4']


def test_the_source_can_be_replaced_by_its_own_cut(tmp_path):
    film = tmp_path / 'film.mp4'
    film.write_bytes(FILM.read_bytes())
    made = cut(film, 30, 58, film, '--mode', 'edit-list', '--overwrite')
    assert made.numbers == list(range(30, 59)) and beside(tmp_path) == ['film.mp4']


@pytest.mark.parametrize('mode', ['keyframes', 'edit-list', 'smart'])
@pytest.mark.parametrize('room', [0, 2000, 300_000])
def test_a_full_disk_leaves_nothing(tmp_path, mode, room):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = attempt(LONG, 0, 59, tmp_path / 'cut.mp4', '--mode', mode, '--index-cache', 'none',
                      preexec_fn=limit)
    assert process.returncode == 73 and 'cannot be written: File too large' in process.stderr
    assert beside(tmp_path) == []


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / 'disk'
    folder.mkdir()
    mounted = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', str(folder)],
                             capture_output=True)
    if mounted.returncode:
        pytest.skip('no disk can be mounted here')
    yield folder
    subprocess.run(['umount', str(folder)], check=True)


def test_room_is_asked_for_before_anything_is_written(small_disk):
    process = attempt(LONG, 0, 599, small_disk / 'cut.mp4')
    assert process.returncode == 73 and 'needs about' in process.stderr
    assert beside(small_disk) == []


def test_two_at_once_leave_one_whole_file(tmp_path):
    output = tmp_path / 'cut.mkv'
    words = command(LONG, 0, 599, output)
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
               for _ in range(3)]
    ended = [(process.communicate(timeout=LONG_PATIENCE)[1], process.returncode)
             for process in running]
    assert sorted(code for _, code in ended) == [0, 73, 73]
    assert all('is there already' in text for text, code in ended if code)
    assert beside(tmp_path) == ['cut.mkv']
    assert cut(output, 0, 599, tmp_path / 'again.mkv').shown == range(600)


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_end_in_mid_cut_leaves_no_half_file(tmp_path, number):
    output = tmp_path / 'cut.mp4'
    words = command(LONG, 1, 599, output, '--mode', 'smart')
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    awaited(lambda: beside(tmp_path) or process.poll() is not None)
    process.send_signal(number)
    _, complaint = process.communicate(timeout=LONG_PATIENCE)
    assert not output.exists()
    if number != signal.SIGKILL:
        assert process.returncode == 130 and 'nothing is left' in complaint
        assert beside(tmp_path) == []
