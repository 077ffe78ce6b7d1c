"""A server whose options stand in a file."""
import signal

import pytest

from kit import SAMPLES
from stored import awaited

NAME = 'start.ts'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / 'vernier.conf'
    path.write_text(f'# what we serve\nlog = json\nport = 1\npath = {SAMPLES / NAME}\n')
    return path


def names(server):
    return [medium['name'] for medium in server.get('/api/v1/media').json()['media']]


def test_a_file_says_all_that_the_command_line_leaves_open(serve, file):
    server = serve(extra=['--config', file])
    assert names(server) == [NAME] and server.port > 1
    awaited(lambda: '"event":"started"' in server.complaints)


def test_a_file_is_read_once(serve, file):
    server = serve(extra=['--config', file])
    file.write_text('nonsense')
    server.process.send_signal(signal.SIGHUP)
    awaited(lambda: '"event":"reloaded"' in server.complaints)
    assert names(server) == [NAME]


def test_a_fault_names_its_line_and_the_way_to_help(vernier, file):
    file.write_text(file.read_text() + 'prot = 80\n')
    process = vernier('serve', '--config', file)
    assert process.returncode == 64 and process.stdout == ''
    assert f'{file}, line 5' in process.stderr and 'prot' in process.stderr
    assert 'vernier serve --help' in process.stderr


def test_a_recording_takes_a_file_too(vernier, file, tmp_path):
    file.write_text('decoders = many\n')
    process = vernier('record', SAMPLES / NAME, '-o', tmp_path / 'trace', '--config', file)
    assert process.returncode == 64 and f'{file}, line 1' in process.stderr
