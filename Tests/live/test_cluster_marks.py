"""Marks on several servers that share them through Redis: all have all, whoever could hear whom."""
import json
import time

import pytest

from cluster import connected, metric, node
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited
from test_marks_shared import NOTHING, Marker, of

MEDIA = 'vfr.mkv'


@pytest.fixture
def at(serve, tmp_path, monkeypatch):
    """Starts a server, for the first time or again, with a disk of its own."""
    nodes = {}

    def start(name, redis):
        monkeypatch.setenv('STATE_DIRECTORY', str(tmp_path / name))
        if name in nodes:
            nodes[name].stop()
            nodes[name].start()
        else:
            nodes[name] = node(serve, redis)
        if redis.process.poll() is None:
            connected(nodes[name])
        return nodes[name]

    return start


def add(name, first=1):
    return {'add': {'name': name, 'first': first, 'last': first + 5}}


def named(marks):
    return sorted(one['name'] for one in marks['segments'])


def told(marker, fits):
    """The marks once they fit, which they may do already."""
    while not fits(marker.marks):
        marker.heard()
    return marker.marks


def has(*names):
    return lambda marks: named(marks) == sorted(names)


def seen(server, *names):
    """What a server answers over HTTP once it has these segments."""
    def fitting():
        answer = server.get(of(server, MEDIA))
        return answer.status == 200 and has(*names)(answer.json()) and answer.json()
    return awaited(fitting)


def test_a_change_on_one_server_is_heard_on_all_and_undone_on_any(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    with Marker(first, MEDIA) as one, Marker(second, MEDIA) as two:
        assert one.marks == two.marks == NOTHING
        one.edit(**add('Tor ⚽'))
        assert told(two, has('Tor ⚽')) == one.marks
        two.edit(**{'in': 4})
        assert told(one, lambda marks: marks.get('in') == 4) == two.marks
        one.edit(undo=True)
        assert 'in' not in told(two, lambda marks: 'in' not in marks) and two.marks['canRedo']
        two.edit(redo=True)
        told(one, lambda marks: marks.get('in') == 4)
        assert one.marks == two.marks
        assert first.get(of(first, MEDIA)).headers['ETag'] == second.get(
            of(second, MEDIA)).headers['ETag'], 'one version is one version everywhere'
    for server in (first, second):
        assert metric(server, 'cluster_failures_total') == 0


def test_a_server_that_comes_later_has_what_was_marked_with_the_way_back(start_redis, at):
    redis = start_redis()
    first = at('one', redis)
    with Marker(first, MEDIA) as one:
        one.edit(**add('a'))
        last = one.edit(**add('b'))
        awaited(lambda: redis.ask('KEYS', 'vernier:marks:*'))
    late = at('late', redis)
    assert seen(late, 'a', 'b') == last
    with Marker(late, MEDIA) as two:
        assert named(two.edit(undo=True)) == ['a']


def test_of_changes_at_the_same_time_on_two_servers_none_is_lost(start_redis, at):
    redis = start_redis()
    with Marker(at('one', redis), MEDIA) as one, Marker(at('two', redis), MEDIA) as two:
        acknowledged = []
        for number in range(40):
            for marker, side in ((one, 'one'), (two, 'two')):
                marker.ask(**add(f'{side} {number}', number))
            for marker, side in ((one, 'one'), (two, 'two')):
                if answered(marker):
                    acknowledged.append(f'{side} {number}')
        assert len(acknowledged) > 40
        for marker in (one, two):
            told(marker, has(*acknowledged))
        told(one, lambda marks: marks['version'] >= two.marks['version'])
        told(two, lambda marks: marks['version'] >= one.marks['version'])
        assert one.marks == two.marks


def answered(marker):
    """Whether a change was acknowledged, and not refused as another was first."""
    reply = marker.until(lambda message: isinstance(message, dict)
                         and message.get('seq') == marker.seq)
    if reply['type'] == 'marks':
        marker.marks = {name: value for name, value in reply.items() if name not in ('type', 'seq')}
        return True
    marker.heard()
    return False


@pytest.mark.parametrize('keeps', [True, False], ids=['with its file', 'without'])
def test_what_was_done_while_redis_was_dead_is_put_together_when_it_returns(start_redis, at, keeps):
    redis = start_redis(keeps=keeps)
    servers = [at('one', redis), at('two', redis)]
    with Marker(servers[0], MEDIA) as one, Marker(servers[1], MEDIA) as two:
        for name in ('both', 'goes', 'moves'):
            one.edit(**add(name))
        told(two, has('both', 'goes', 'moves'))
        redis.kill()
        for server in servers:
            connected(server, 0)
        one.edit(**add('one'))
        one.edit(remove={'id': 2})
        two.edit(**add('two'))
        two.edit(move={'id': 3, 'first': 50, 'last': 60})
        assert named(one.marks) == ['both', 'moves', 'one']
        assert named(two.marks) == ['both', 'goes', 'moves', 'two']
        redis.start()
        for marker in (one, two):
            told(marker, has('both', 'moves', 'one', 'two'))
        told(one, lambda marks: marks['version'] >= two.marks['version'])
        told(two, lambda marks: marks['version'] >= one.marks['version'])
        assert one.marks == two.marks
        moved, = (each for each in one.marks['segments'] if each['name'] == 'moves')
        assert (moved['first'], moved['last']) == (50, 60)
        assert len({each['id'] for each in one.marks['segments']}) == 4


def test_what_was_marked_alone_is_sent_after_the_server_was_killed_too(start_redis, at):
    redis = start_redis(keeps=True)
    first, second = at('one', redis), at('two', redis)
    with Marker(first, MEDIA) as one, Marker(second, MEDIA) as two:
        one.edit(**add('before'))
        told(two, has('before'))
        redis.kill()
        connected(first, 0)
        one.edit(**add('alone'))
        two.edit(**add('other'))
        time.sleep(0.5)  # its disk has it by then
    first.process.kill()
    first.process.wait()
    first = at('one', redis)
    redis.start()
    for server in (first, second):
        connected(server)
        assert len(seen(server, 'before', 'alone', 'other')['segments']) == 3


def test_redis_that_stands_still_holds_no_change_up(start_redis, at):
    redis = start_redis()
    servers = [at('one', redis), at('two', redis)]
    with Marker(servers[0], MEDIA) as one, Marker(servers[1], MEDIA) as two:
        one.edit(**add('0'))
        told(two, has('0'))
        with redis.stopped():
            slowest = 0
            for number in range(1, 50):
                asked = time.monotonic()
                one.edit(**add(f'{number}', number))
                slowest = max(slowest, time.monotonic() - asked)
                time.sleep(0.1)
        assert slowest < 1
        told(two, has(*map(str, range(50))))


def test_what_is_marked_while_redis_is_full_is_kept_and_sent_when_it_has_room(start_redis, at):
    redis = start_redis(options=['--maxmemory-policy', 'noeviction'])
    first, second = at('one', redis), at('two', redis)
    with Marker(first, MEDIA) as one:
        one.edit(**add('before'))
        seen(second, 'before')
        redis.ask('CONFIG', 'SET', 'maxmemory', '1')
        for number in range(5):
            one.edit(**add(f'{number}', number))
        # Each was answered, so a server that is killed has them.
        first.process.kill()
        first.process.wait()
    assert named(second.get(of(second, MEDIA)).json()) == ['before']
    redis.ask('CONFIG', 'SET', 'maxmemory', '0')
    first = at('one', redis)
    names = ['before', *map(str, range(5))]
    seen(first, *names)
    seen(second, *names)


def test_what_cannot_be_understood_is_left_alone_and_said_once(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    with Marker(first, MEDIA) as one:
        one.edit(**add('a'))
        key, = awaited(lambda: redis.ask('KEYS', 'vernier:marks:*'))
        redis.ask('HSET', key, 'version', '77', 'history', 'junk')
        redis.ask('PUBLISH', 'vernier:marks', f'77 {key.removeprefix("vernier:marks:")}')
        awaited(lambda: 'not shared with other servers' in first.complaints)
        for number in range(3):
            one.edit(**add(f'{number}'))
        assert first.complaints.count('not shared with other servers') == 1
        assert redis.ask('HGET', key, 'history') == 'junk'
        with Marker(second, MEDIA) as two:
            assert two.marks == NOTHING
            redis.ask('DEL', key)
            one.edit(**add('b'))
            told(two, has('a', '0', '1', '2', 'b'))


def test_marks_that_are_too_much_to_share_stay_and_are_told_so(start_redis, at):
    redis = start_redis()
    first = at('one', redis)
    with Marker(first, MEDIA) as one:
        version = one.edit(**add('small'))['version']
        key, = awaited(lambda: redis.ask('KEYS', 'vernier:marks:*'))
        many = [{'name': 'x' * 200, 'first': 0, 'last': 1}] * 3000
        answer = first.put_marks(of(first, MEDIA), json.dumps({'segments': many}),
                                 replacing=one.marks['version'])
        assert answer.status == 200
        awaited(lambda: 'more than 512 KiB' in first.complaints)
        assert redis.ask('HGET', key, 'version') == str(version)
        assert metric(first, 'cluster_connected') == 1
        one.heard()
        one.edit(undo=True)
        with Marker(at('two', redis), MEDIA) as two:
            told(two, has('small'))
