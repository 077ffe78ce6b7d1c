"""What people mark is kept: apart from caches, through crashes, and never taken for nothing."""
import itertools
import os
import pathlib
import re
import shutil

import pytest

import traced
from client import Client
from kit import SAMPLES
from stored import awaited
from test_marks_shared import NOTHING, Marker, kept, of

NAME = 'vfr.mkv'


def state():
    return pathlib.Path(os.environ['XDG_STATE_HOME']) / 'vernier'


def mark(server, frame, name=NAME):
    with Marker(server, name) as client:
        return client.edit(**{'in': frame})


def marks(server, name=NAME):
    with Marker(server, name) as client:
        return client.marks


def test_marks_are_kept_where_no_index_is(serve):
    server = serve(SAMPLES, extra=['--index-cache', 'none'])
    mark(server, 5)
    server.stop()
    assert len(kept()) == 1 and not any(pathlib.Path(os.environ['XDG_CACHE_HOME']).iterdir())
    assert marks(server.start())['in'] == 5


def test_a_service_keeps_marks_where_systemd_says(serve, tmp_path, monkeypatch):
    monkeypatch.setenv('STATE_DIRECTORY', f'{tmp_path}/given:{tmp_path}/other')
    server = serve(SAMPLES)
    mark(server, 5)
    server.stop()
    assert not kept() and len(list((tmp_path / 'given/marks').glob('*.vnmk'))) == 1


@pytest.mark.parametrize('cache', ['default', 'named', 'none'])
def test_marks_are_moved_once_from_where_they_lay_before(serve, tmp_path, cache):
    options = {'default': [], 'named': ['--index-cache', tmp_path / 'named'],
               'none': ['--index-cache', 'none']}[cache]
    server = serve(SAMPLES, extra=list(map(str, options)))
    before = mark(server, 5)
    server.stop()
    home = pathlib.Path(os.environ['XDG_CACHE_HOME']) / 'vernier'
    old = (tmp_path / 'named' if cache == 'named' else home) / 'marks'
    old.parent.mkdir(exist_ok=True)
    shutil.move(state() / 'marks', old)
    (old / f'{kept_name(old)}.abc').write_bytes(b'set aside')
    server.start()
    assert marks(server) == before | {'canUndo': False}
    assert not any(old.iterdir()) and len(list((state() / 'marks').iterdir())) == 2
    awaited(lambda: f'2 files of marks moved from {old}' in server.complaints)
    # Where there are both, nobody can say which are better: none is lost.
    server.stop()
    (old / kept()[0].name).write_bytes(b'other')
    assert marks(server.start()) == before | {'canUndo': False}
    awaited(lambda: f'{old / kept()[0].name}: not moved' in server.complaints)
    assert (old / kept()[0].name).read_bytes() == b'other'


def kept_name(folder):
    return next(path.name for path in folder.iterdir())


def test_a_stream_has_one_history_however_it_was_asked_for(serve):
    server = serve(SAMPLES)
    with Marker(server, NAME) as best, Marker(server, NAME, stream=0) as numbered:
        best.edit(**{'in': 5})
        assert numbered.heard(version=1)['in'] == 5
        numbered.edit(out=9)
        assert best.heard(version=2)['out'] == 9
        for query in ({}, {'stream': 0}):
            assert server.get(of(server, NAME, **query)).json() == best.marks
        put = server.put_marks(of(server, NAME, stream=0), '{"segments":[]}', replacing=2)
        assert put.status == 200 and best.heard(version=3)['segments'] == []
    server.stop()
    assert len(kept()) == 1 and marks(server.start())['version'] == 3


def test_marks_that_cannot_be_read_are_an_error_and_not_none(serve):
    server = serve(SAMPLES)
    before = mark(server, 5)
    server.stop()
    path = kept()[0]
    path.rename(path.with_suffix('.away'))
    path.symlink_to(path)  # nobody follows it, whatever may be read
    server.start()
    address = of(server, NAME)
    with Client(server, server.media(NAME)) as client:
        client.numbered('marks')
        assert 'cannot be read' in client.error('internal')['message']
        for _ in range(2):
            answer = server.get(address)
            assert answer.status == 503 and path.name in answer.json()['detail']
            assert answer.headers['Retry-After'] == '1'
        client.numbered('marks', version=0, edit={'in': 9})
        client.error('internal')
        assert server.put_marks(address, '{"segments":[]}').status == 503
        awaited(lambda: 'cannot be read' in server.complaints)
        assert path.is_symlink()
        path.with_suffix('.away').rename(path)
        assert server.get(address).json() == before | {'canUndo': False}
        assert client.expect('marks')['in'] == 5, 'who asked is told as soon as they are known'


@pytest.mark.parametrize('damage', [b'', b'junk', None, 'long', 'folder'])
def test_what_cannot_be_understood_is_set_aside_and_named(serve, damage):
    server = serve(SAMPLES)
    mark(server, 5)
    server.stop()
    path = kept()[0]
    whole = path.read_bytes()
    if damage == 'folder':
        path.unlink()
        path.mkdir()
    elif damage == 'long':
        os.truncate(path, 1 << 30)
    else:
        path.write_bytes(whole[:-1] if damage is None else damage)
    inode = path.stat().st_ino
    assert marks(server.start()) == NOTHING
    told = re.compile(rf'{NAME}: stored marks cannot be used, and are kept as (\S+): \S+')
    place = awaited(lambda: told.search(server.complaints))
    assert pathlib.Path(place[1]).stat().st_ino == inode and not path.exists()
    assert mark(server, 6)['in'] == 6


@pytest.mark.parametrize('tag, status', [
    (None, 428), ('*', 428), ('marks-1', 428), ('"marks-0"', 412), ('W/"marks-1"', 412),
    ('"marks-2"', 412), ('"other"', 412), ('"marks-1"', 200), ('"x", "marks-1"', 200),
])
def test_only_who_has_seen_the_marks_replaces_them(serve, tag, status):
    server = serve(SAMPLES)
    mark(server, 5)
    address = of(server, NAME)
    before = server.get(address)
    assert before.headers['ETag'] == '"marks-1"'
    fields = {} if tag is None else {'If_Match': tag}
    for body in ('{"segments":[]}', '{"segments":[{"first":1,"last":2}]}'):
        answer = server.put(address, body, **fields)
        assert answer.status == status
        if status == 200:
            assert answer.json()['version'] == 2
            break
        assert server.get(address).json() == before.json()


def test_a_crash_at_any_moment_leaves_the_marks_before_or_after(serve):
    server = serve(SAMPLES / NAME)
    value = mark(server, 0)['in']
    awaited(kept)
    outcomes = set()
    for number in itertools.count(1):
        with Marker(server, NAME) as client:
            assert client.marks['in'] == value
            ended = traced.kill_at(
                server.pid, 'vernier-marks', number, lambda: client.ask(**{'in': number}))
            if not ended:
                break
        server.process.wait()
        now = marks(server.start()).get('in')
        assert now in (value, number), f'killed at call {number}'
        outcomes.add('after' if now == number else 'before')
        value = now
    assert outcomes == {'before', 'after'} and number > 6
    assert 'cannot be' not in server.complaints
    assert not [path for path in (state() / 'marks').iterdir() if '.vnmk.' in path.name]
