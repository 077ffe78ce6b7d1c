"""What people mark: shared by all who look at a media, kept for the next time, undone."""
import json
import os
import pathlib
import shutil
import signal

import pytest

from client import Client
from kit import SAMPLES
from stored import awaited

NOTHING = {'version': 0, 'segments': [], 'canUndo': False, 'canRedo': False}


class Marker(Client):
    """A client that marks."""

    def __init__(self, server, media, **fields):
        super().__init__(server, server.media(media), **fields)
        self.numbered('marks')
        self.marks = self.heard(seq=self.seq)

    def heard(self, **fields):
        """The marks as they are told next."""
        message = self.expect('marks', **fields)
        self.marks = {name: value for name, value in message.items() if name not in ('type', 'seq')}
        return self.marks

    def edit(self, version=None, **edit):
        """Changes the marks, and gives them as they are then."""
        self.ask(version, **edit)
        return self.heard(seq=self.seq)

    def ask(self, version=None, **edit):
        version = self.marks['version'] if version is None else version
        return self.numbered('marks', version=version, edit=edit)


def of(server, media, **query):
    words = '&'.join(f'{name}={value}' for name, value in query.items())
    return f'/api/v1/media/{server.media(media)}/marks' + (f'?{words}' if words else '')


def test_every_client_of_a_media_hears_each_change(serve):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as one, Marker(server, 'vfr.mkv') as two, \
            Marker(server, 'start.ts') as other:
        assert one.marks == two.marks == other.marks == NOTHING
        assert one.edit(**{'in': 10}) == NOTHING | {'version': 1, 'in': 10, 'canUndo': True}
        assert two.heard() == one.marks
        two.edit(out=20)
        two.edit(add={'name': 'Tor ⚽', 'first': 10, 'last': 20})
        assert one.heard(version=3) == two.marks
        assert two.marks['segments'] == [{'id': 1, 'name': 'Tor ⚽', 'first': 10, 'last': 20}]
        assert server.get(of(server, 'vfr.mkv')).json() == two.marks
        assert other.during(0.2) == []


def test_changes_are_undone_and_done_again_by_anyone(serve):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as one, Marker(server, 'vfr.mkv') as two:
        states = [one.marks] + [
            one.edit(**edit) for edit in (
                {'in': 3}, {'add': {'name': 'a', 'first': 0, 'last': 5}},
                {'rename': {'id': 1, 'name': 'b'}}, {'move': {'id': 1, 'first': 2, 'last': 2}},
                {'remove': {'id': 1}}, {'in': None})]

        def what(marks):
            return marks.get('in'), marks['segments']

        two.heard(version=6)
        for state in states[-2::-1]:
            assert what(two.edit(undo=True)) == what(state)
        two.ask(undo=True)
        assert 'nothing to undo' in two.error('invalid-message')['message']
        one.heard(version=12)
        for state in states[1:]:
            assert what(one.edit(redo=True)) == what(state)
        assert one.marks['version'] == 18 and not one.marks['canRedo']


def test_of_two_who_change_at_once_the_second_learns_what_the_first_did(serve):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as one, Marker(server, 'vfr.mkv') as two:
        one.edit(**{'in': 10})
        seq = two.ask(version=0, **{'in': 20})
        error = two.error('invalid-message')
        assert error['seq'] == seq and 'version 0' in error['message']
        assert two.heard(version=1)['in'] == 10
        assert two.edit(**{'in': 20})['in'] == 20


@pytest.mark.parametrize('edit, text', [
    ({'in': 100_000}, 'frame 100000 is outside'),
    ({'add': {'name': 'x', 'first': 5, 'last': 4}}, 'exchange them'),
    ({'remove': {'id': 7}}, 'no segment 7'),
    ({'clear': True}, 'clear-marks'),
])
def test_a_wrong_change_is_told_why_and_changes_nothing(server, edit, text):
    with Marker(server, 'start.ts') as client:
        before = client.marks
        seq = client.ask(**edit)
        error = client.error('invalid-message')
        assert error['seq'] == seq and text in error['message']
        assert server.get(of(server, 'start.ts')).json() == before


def test_all_is_cleared_by_a_drag_that_confirms_and_can_be_undone(serve):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as one, Marker(server, 'vfr.mkv') as two:
        one.edit(add={'name': 'x', 'first': 1, 'last': 2})
        one.begin(0, 0, 100, control='confirm', action='clear-marks')
        one.moved((69, 0))
        one.end()
        assert one.seen[-2]['type'] == 'declined'
        assert len(server.get(of(server, 'vfr.mkv')).json()['segments']) == 1
        one.confirm('clear-marks')
        assert one.heard(version=2)['segments'] == []
        assert two.heard(version=2)['segments'] == []
        assert len(two.edit(undo=True)['segments']) == 1


@pytest.mark.parametrize('how', ['ended', 'killed'])
def test_marks_outlive_the_server(serve, how):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as client:
        client.edit(out=40)
        marks = client.edit(add={'name': 'é', 'first': 3, 'last': 9})
    if how == 'killed':
        awaited(lambda: kept() and b'\xc3\xa9' in kept()[0].read_bytes())
        server.process.send_signal(signal.SIGKILL)
    server.stop()
    with Marker(server.start(), 'vfr.mkv') as client:
        assert client.marks == marks | {'canUndo': False}


def kept():
    return sorted(pathlib.Path(os.environ['XDG_STATE_HOME']).glob('vernier/marks/*.vnmk'))


def test_marks_lie_apart_from_media_and_are_not_cleared_with_the_cache(serve, vernier, tmp_path):
    media = tmp_path / 'media'
    media.mkdir()
    shutil.copy2(SAMPLES / 'start.ts', media)
    server = serve(media)
    with Marker(server, 'start.ts') as client:
        client.edit(**{'in': 5})
    server.stop()
    assert sorted(path.name for path in media.iterdir()) == ['start.ts']
    assert len(kept()) == 1
    assert vernier('cache', 'clear').returncode == 0
    with Marker(server.start(), 'start.ts') as client:
        assert client.marks['in'] == 5


def test_a_file_that_takes_anothers_name_has_marks_of_its_own(serve, tmp_path):
    media = tmp_path / 'media'
    media.mkdir()
    shutil.copy2(SAMPLES / 'start.ts', media / 'film.ts')
    server = serve(media)
    with Marker(server, 'film.ts') as client:
        client.edit(**{'in': 5})
    server.stop()
    shutil.copy2(SAMPLES / 'vfr.mkv', media / 'film.ts')
    with Marker(server.start(), 'film.ts') as client:
        assert client.marks == NOTHING
        client.edit(out=1)
    server.stop()
    folder = kept()[0].parent
    assert len(list(folder.iterdir())) == 2, 'the old marks are set aside'


@pytest.mark.parametrize('damage', [b'', b'junk', None])
def test_damaged_marks_are_set_aside(serve, damage):
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as client:
        client.edit(**{'in': 5})
    server.stop()
    path = kept()[0]
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] if damage is None else damage)
    with Marker(server.start(), 'vfr.mkv') as client:
        assert client.marks == NOTHING
        assert client.edit(**{'in': 6})['in'] == 6


def test_a_disk_that_takes_nothing_is_told_and_the_marks_stay(serve, monkeypatch):
    monkeypatch.setenv('XDG_STATE_HOME', '/proc/none')  # no folder can be made there
    server = serve(SAMPLES)
    with Marker(server, 'vfr.mkv') as client:
        client.edit(**{'in': 5})
        assert 'not kept on disk' in client.error('internal')['message']
        assert server.get(of(server, 'vfr.mkv')).json()['in'] == 5


def test_marks_are_put_for_the_version_that_they_replace(serve):
    server = serve(SAMPLES)
    path = of(server, 'vfr.mkv')
    segments = [{'name': 'a', 'first': 1, 'last': 2}, {'first': 0, 'last': 0}]
    new = {'version': 0, 'in': 3, 'segments': segments}
    with Marker(server, 'vfr.mkv') as client:
        answer = server.put_marks(path, json.dumps(new))
        assert answer.status == 200 and answer.json() == client.heard(version=1)
        assert [segment['name'] for segment in client.marks['segments']] == ['a', '']
        assert server.put_marks(path, json.dumps(new), replacing=1).status == 409
        assert client.edit(undo=True)['segments'] == []
    tag = server.get(path).headers['ETag']
    assert server.get(path, If_None_Match=tag).status == 304


@pytest.mark.parametrize('format', ['csv', 'llc', 'edl', 'otio', 'ffmetadata', 'vtt', 'json'])
def test_files_of_other_programs_are_put_and_got(serve, format):
    server = serve(SAMPLES)
    path = of(server, 'dropframe.mov')
    segments = [{'name': 'one', 'first': 0, 'last': 7}, {'name': 'two', 'first': 20, 'last': 31}]
    server.put_marks(path, json.dumps({'version': 0, 'segments': segments}))
    got = server.get(of(server, 'dropframe.mov', format=format))
    assert f"filename*=UTF-8''dropframe.mov.{format}" in got.headers['Content-Disposition']
    assert server.put_marks(path, json.dumps({'segments': []}), replacing=1).status == 200
    put = server.put_marks(of(server, 'dropframe.mov', format=format), got.body, replacing=2)
    assert put.status == 200, put.body
    assert [{**s, 'id': 0} for s in put.json()['segments']] == [{**s, 'id': 0} for s in segments]


@pytest.mark.parametrize('query, body, status, text', [
    ({}, 'no json', 422, 'expected'),
    ({}, '{"segments":{}}', 422, 'segments'),
    ({'format': 'csv'}, '1,x,y', 422, 'line 1'),
    ({'format': 'csv', 'version': 0}, '1,x,y', 422, 'line 1'),
    ({'format': 'csv', 'version': 0}, '9999,99999,y', 422, 'outside'),
    ({'format': 'doc', 'version': 0}, '', 400, 'format'),
    ({'format': 'csv', 'version': 9}, '0,1,y', 409, 'version'),
])
def test_a_wrong_file_is_told_why_and_changes_nothing(server, query, body, status, text):
    before = server.get(of(server, 'start.ts')).json()
    answer = server.put_marks(of(server, 'start.ts', **query), body, before['version'])
    assert answer.status == status and text in answer.json()['detail']
    assert server.get(of(server, 'start.ts')).json() == before


def test_nothing_else_can_be_put(server):
    answer = server.request('/api/v1/media', 'PUT', '{}')
    assert answer.status == 405 and answer.headers['Allow'] == 'GET, HEAD'
