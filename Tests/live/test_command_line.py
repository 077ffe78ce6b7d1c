"""The command line as a user and a script see it."""
import csv
import io
import json
import os
import signal
import subprocess

import pytest
from PIL import Image

from kit import SAMPLES, VERNIER
from oracle import SAMPLES as TABLE
from oracle import Frames, barcode

COMMANDS = ['serve', 'index', 'seek', 'frame', 'verify', 'replay', 'record', 'cache']
MEDIA = SAMPLES / 'vfr.mkv'

USAGE, NO_INPUT, UNAVAILABLE, CANNOT_CREATE = 64, 66, 69, 73


@pytest.fixture(scope='module')
def frames():
    return Frames(MEDIA)


@pytest.mark.parametrize('words', [['--help'], ['help'], *([name, '--help'] for name in COMMANDS)],
                         ids=' '.join)
def test_help_is_given_to_whoever_asks(vernier, words):
    process = vernier(*words)
    assert (process.returncode, process.stderr) == (0, '')
    assert 'vernier' in process.stdout
    named = [words[0]] if words[0] in COMMANDS else COMMANDS
    assert all(name in process.stdout for name in named)
    assert max(map(len, process.stdout.splitlines())) <= 100


def test_help_explains_the_exit_codes(vernier):
    text = vernier('--help').stdout
    assert all(str(code) in text for code in (0, 1, 64, 65, 66, 69, 70, 73))


@pytest.mark.parametrize('words', [
    [], ['fly'], ['index'], ['index', '--colour'], ['index', MEDIA, 'and', 'more'],
    ['index', MEDIA, '--json', '--csv'], ['seek', MEDIA], ['seek', MEDIA, '--frame'],
    ['seek', MEDIA, '--frame', 'x'], ['seek', MEDIA, '--position', '1.5'],
    ['seek', MEDIA, '--position', 'nan'], ['seek', MEDIA, '--frame', '1', '--time', '1'],
    ['seek', MEDIA, '--position', '0.5', '--snap', 'step:2'], ['frame', MEDIA],
    ['frame', MEDIA, 'x', '-o', 'x.jpg'], ['frame', MEDIA, '0'], ['replay', MEDIA], ['serve'],
    ['serve', '--port', 'x', SAMPLES], ['serve', '--port', '70000', SAMPLES],
], ids=lambda words: ' '.join('PATH' if word in (MEDIA, SAMPLES) else word for word in words))
def test_wrong_words_get_the_usage_code_and_the_way_to_help(vernier, words):
    process = vernier(*words)
    assert process.returncode == USAGE
    assert process.stdout == ''
    assert '--help' in process.stderr
    assert len(process.stderr.splitlines()) <= 3


# index


@pytest.mark.parametrize('name', TABLE)
def test_index_lists_what_ffprobe_lists(vernier, name):
    listed = json.loads(vernier('index', SAMPLES / name, '--json').stdout)
    frames = Frames(SAMPLES / name)
    assert [(row['frame'], row['pts'], row['key']) for row in listed] == list(
        zip(range(len(frames)), frames.pts, frames.key))


def test_index_as_csv_is_what_the_server_sends(vernier, server):
    served = server.get(f'/api/v1/media/{server.media(MEDIA.name)}/index?format=csv').body.decode()
    printed = vernier('index', MEDIA, '--csv').stdout
    assert list(csv.reader(io.StringIO(printed))) == list(csv.reader(io.StringIO(served)))


def test_index_as_a_table_has_a_line_for_every_frame(vernier, frames):
    lines = vernier('index', MEDIA).stdout.splitlines()
    assert len(lines) >= len(frames)
    assert all(any(str(pts) in line.split() for line in lines) for pts in frames.pts[:10])


@pytest.mark.parametrize('name', TABLE)
def test_index_lists_the_keyframes_that_ffprobe_lists(vernier, name):
    frames = Frames(SAMPLES / name)
    keys = [pts for pts, key in zip(frames.pts, frames.key) if key]
    words = ['index', SAMPLES / name, '--keyframes']
    assert [row['pts'] for row in json.loads(vernier(*words, '--json').stdout)] == keys
    assert vernier(*words).stdout == vernier(*words, '--csv').stdout
    assert [int(line) for line in vernier(*words).stdout.splitlines()[1:]] == keys


def test_sound_has_an_index_too(vernier):
    process = vernier('index', SAMPLES / 'audio.m4a', '--json')
    assert process.returncode == 0 and json.loads(process.stdout)


# seek


@pytest.mark.parametrize('words, frame', [
    (['--frame', '0'], 0), (['--frame', '149'], 149), (['--position', '0'], 0),
    (['--position', '1'], 149), (['--time', '2.4'], 60), (['--time', '2.499'], 60),
    (['--time', '0.0401'], 1),
])
def test_seek_prints_the_target(vernier, frames, words, frame):
    process = vernier('seek', MEDIA, *words)
    target = json.loads(process.stdout)
    assert (target['frame'], target['pts']) == (frame, frames.pts[frame]), process.stderr
    assert target['exact'] is True and target['key'] == frames.key[frame]


@pytest.mark.parametrize('snap, position', [
    ('none', 0.34), ('step:0.1', 3 * 0.1), ('step:0.3', 0.3), ('count:4', 0.25), ('count:10', 0.3),
])
def test_seek_snaps(vernier, frames, snap, position):
    target = json.loads(vernier('seek', MEDIA, '--position', '0.34', '--snap', snap).stdout)
    assert target['frame'] == frames.at(position)


def test_seek_reads_drop_frame_timecode(vernier):
    process = vernier('seek', SAMPLES / 'dropframe.mov', '--timecode', '01:00:02;05')
    assert json.loads(process.stdout)['frame'] == 65


def test_seek_says_what_the_server_says(vernier, server):
    served = server.get(f'/api/v1/media/{server.media(MEDIA.name)}/target?frame=77').json()
    assert json.loads(vernier('seek', MEDIA, '--frame', '77').stdout) == served


# frame


@pytest.mark.parametrize('number', [0, 77, 149])
def test_frame_writes_that_frame(vernier, tmp_path, number):
    out = tmp_path / 'out.jpg'
    process = vernier('frame', MEDIA, number, '-o', out, '--width', 320)
    assert process.returncode == 0, process.stderr
    assert barcode(out.read_bytes()) == number
    assert Image.open(out).size == (320, 180)


@pytest.mark.parametrize('number', [150, 99999999])
def test_frame_that_there_is_not_is_refused(vernier, tmp_path, number):
    process = vernier('frame', MEDIA, number, '-o', tmp_path / 'out.jpg')
    assert process.returncode == USAGE
    assert '149' in process.stderr  # the last one there is
    assert not (tmp_path / 'out.jpg').exists()


def test_place_that_cannot_be_written_is_named(vernier, tmp_path):
    out = tmp_path / 'missing' / 'out.jpg'
    process = vernier('frame', MEDIA, 0, '-o', out)
    assert process.returncode == CANNOT_CREATE
    assert str(out) in process.stderr


# Standard output


@pytest.mark.parametrize('words', [
    ['--help'], ['index', '--help'], ['index', MEDIA], ['index', MEDIA, '--json'],
    ['index', MEDIA, '--keyframes'], ['index', MEDIA, '--info'], ['seek', MEDIA, '--frame', '0'],
    ['cache'], ['verify', MEDIA, '--seeks', '1'],
], ids=lambda words: ' '.join('PATH' if word is MEDIA else word for word in words))
def test_output_that_cannot_be_written_is_an_error_that_says_so(words):
    with open('/dev/full', 'wb') as full:
        process = subprocess.run([VERNIER, *map(str, words)], stdout=full, stderr=subprocess.PIPE,
                                 text=True, timeout=60)
    assert process.returncode == CANNOT_CREATE
    assert 'standard output cannot be written: No space left' in process.stderr


def test_a_pipe_and_a_link_are_written_to_and_not_replaced(vernier, tmp_path):
    pipe, link, file = tmp_path / 'pipe', tmp_path / 'link', tmp_path / 'file'
    os.mkfifo(pipe)
    file.write_bytes(bytes(1 << 20))
    link.symlink_to(file)
    with subprocess.Popen(['cat', pipe], stdout=subprocess.PIPE) as reader:
        assert vernier('frame', MEDIA, 5, '-o', pipe).returncode == 0
        read = reader.stdout.read()
    assert vernier('frame', MEDIA, 5, '-o', link).returncode == 0
    assert pipe.is_fifo() and link.is_symlink() and not file.is_symlink()
    assert file.read_bytes() == read and barcode(read) == 5
    assert sorted(os.listdir(tmp_path)) == ['file', 'link', 'pipe']


def test_a_reader_that_has_gone_is_no_error():
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run([VERNIER, 'index', str(MEDIA)], stdout=write, stderr=subprocess.PIPE,
                             timeout=60, preexec_fn=lambda: signal.signal(
                                 signal.SIGPIPE, signal.SIG_IGN))
    os.close(write)
    assert (process.returncode, process.stderr) == (0, b'')


# replay and serve


def test_server_that_is_not_there_is_named(vernier):
    trace = SAMPLES.parent / 'traces/keys.jsonl'
    process = vernier('replay', MEDIA, trace, '--server', 'http://127.0.0.1:1')
    assert process.returncode == UNAVAILABLE
    assert '127.0.0.1:1' in process.stderr


def test_missing_trace_is_named(vernier, tmp_path):
    process = vernier('replay', MEDIA, tmp_path / 'none.jsonl')
    assert process.returncode == NO_INPUT
    assert 'none.jsonl' in process.stderr


def test_server_says_where_it_listens_and_what_it_serves(server):
    assert server.url in server.output
    assert str(SAMPLES) in server.output or 'samples' in server.output


def test_one_file_can_be_served_alone(serve):
    listed = serve(MEDIA).get('/api/v1/media').json()['media']
    assert [medium['name'] for medium in listed] == [MEDIA.name]
