"""Exports where something is wrong: a clear error, no half file, and nothing outside the folder."""
import os
import subprocess

import pytest

from canary import prompt
from exporting import Cutter, names
from kit import SAMPLES
from stored import awaited


@pytest.mark.parametrize('cut_request, text', [
    ({'first': 9, 'last': 8}, 'exchange them'),
    ({'name': '../cut.mp4'}, 'leads to another folder'),
    ({'name': '/tmp/cut.mp4'}, 'leads to another folder'),
    ({'name': '.cut.mp4'}, 'is no name'),
    ({'name': 'x' * 300 + '.mp4'}, 'shorten'),
])
def test_a_wrong_request_is_refused_with_a_reason(own_server, out, cut_request, text):
    cut_request = {'first': 0, 'last': 9, 'mode': 'keyframes', 'name': 'cut.mp4'} | cut_request
    with Cutter(own_server) as client:
        assert text in client.refused(cut=cut_request)
        assert text in client.refused(cut=cut_request)
        assert client.ask()['cuts'] == []
    assert names(out) == [] and not os.path.exists('/tmp/cut.mp4')


@pytest.mark.parametrize('cut_request, text', [
    ({'last': 600}, 'there is no frame 600'),
    ({'name': 'cut.txt'}, 'must end in one of'),
    ({'name': 'cut.mkv', 'mode': 'edit-list'}, 'have edit lists'),
])
def test_a_plan_that_cannot_be_made_says_why(own_server, out, cut_request, text):
    with Cutter(own_server) as client:
        cut = client.plan(**({'first': 0, 'last': 9} | cut_request))
        assert cut['state'] == 'failed' and text in cut['message']
        assert str(out) not in cut['message'] and '/proc' not in cut['message']
        assert 'does not wait' in client.refused(start=cut['id'])


def test_a_folder_that_vanishes_is_an_error_and_the_next_cut_too(own_server, out):
    with Cutter(own_server) as client:
        plan = client.plan()
        out.rmdir()
        client.ask(start=plan['id'])
        assert 'cannot be written' in client.cut(plan['id'], 'failed')['message']
        out.mkdir()  # another folder of that name
        assert client.made(name='b.mp4')['state'] == 'failed'
    assert names(out) == []


@pytest.fixture
def small_disk(out):
    mount = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', str(out)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip('no disk can be mounted here')
    yield out
    subprocess.run(['umount', '-l', str(out)], check=True)


def test_a_full_disk_is_an_error_and_marks_stay(serve, small_disk):
    server = serve(SAMPLES, extra=['--export-dir', small_disk])
    with Cutter(server) as client:
        client.expect('marks', seq=client.numbered('marks', version=0, edit={'in': 7}))
        plan = client.plan(0, 599)
        client.ask(start=plan['id'])
        assert 'needs about' in client.cut(plan['id'], 'failed')['message']
        path = f'/api/v1/media/{server.media("long-gop.mp4")}/marks'
        assert server.get(path).json()['in'] == 7
    prompt(server, 'start.ts')
    server.stop()
    assert names(small_disk) == []


def test_a_server_that_is_killed_leaves_no_half_file_under_the_name(serve, out):
    server = serve(SAMPLES, extra=['--export-dir', out])
    with Cutter(server) as client:
        plan = client.plan(1, 599, 'smart')
        client.ask(start=plan['id'])
        awaited(lambda: names(out))
        server.process.kill()
        server.process.wait()
    left, = names(out)
    assert left != 'cut.mp4'
    os.utime(out / left, (0, 0))
    server.start()
    assert names(out) == [], 'what a dead writer left is removed'


def test_without_a_folder_nothing_is_written(server):
    with Cutter(server) as client:
        assert client.exports['writable'] is False
        cut_request = {'first': 0, 'last': 9, 'mode': 'keyframes', 'name': 'cut.mp4'}
        assert '--export-dir' in client.refused(cut=cut_request)
        assert '--export-dir' in client.refused(start=1)
        client.confirm('delete-export:start.ts')
        assert '--export-dir' in client.error('invalid-message')['message']
    assert server.get('/api/v1/exports/start.ts').status == 404


def test_a_folder_that_is_not_there_is_told_at_the_start(vernier, tmp_path):
    process = vernier('serve', '--port', 0, '--export-dir', tmp_path / 'none', SAMPLES)
    assert process.returncode == 66 and str(tmp_path / 'none') in process.stderr
