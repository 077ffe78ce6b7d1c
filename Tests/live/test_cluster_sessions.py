"""Sessions on several servers: whoever loses theirs goes on at another, with place and way back."""
import contextlib
import time

import pytest

from client import Client
from cluster import connected, metric, node
from oracle import barcode
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited
from test_restart import NAME, undone, walk
from websockets.exceptions import ConnectionClosed


@pytest.fixture
def at(serve, tmp_path, monkeypatch):
    """Starts a server with a disk of its own."""
    def start(name, redis):
        monkeypatch.setenv('STATE_DIRECTORY', str(tmp_path / name))
        server = node(serve, redis, '--address-connections', '1000')
        connected(server)
        return server

    return start


def given(redis, token):
    """Waits until a session is where other servers find it."""
    awaited(lambda: redis.ask('EXISTS', f'vernier:session:{token}'))
    time.sleep(0.4)  # and until the last change of it is


def kill(server):
    server.process.kill()
    server.process.wait()


def test_who_was_on_a_server_that_was_killed_goes_on_at_another(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    media = first.media(NAME)
    with Client(first, media, preview={'width': 160}) as client:
        configuration, state = walk(client)
        token = client.opened['session']
        given(redis, token)
        kill(first)
    with Client(second, media, resume=token) as client:
        now = client.opened
        assert now['configuration'] == configuration and now['session'] != token
        for field in ('position', 'raw', 'target'):
            assert now['state'][field] == state[field], field
        frame = state['target']['frame']
        assert barcode(client.exact_picture(frame).picture) == frame
        assert undone(client) == [200, 100, 0]
    with Client(second, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 0, 'a token is good once'


def test_all_of_two_hundred_on_a_server_that_was_killed_go_on_at_another(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    media = first.media(NAME)
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(first, media)) for _ in range(200)]
        for number, client in enumerate(clients):
            client.seek(frame=number)
            client.seek(frame=number + 300)
        time.sleep(1)
        kill(first)
        again = [stack.enter_context(Client(second, media, resume=client.opened['session']))
                 for client in clients]
        for number, client in enumerate(again):
            assert client.opened['state']['target']['frame'] == number + 300
            assert client.seek(undo=True)['target']['frame'] == number


def test_who_comes_to_another_server_leaves_the_first(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    media = first.media(NAME)
    with Client(first, media) as client:
        client.seek(frame=123)
        token = client.opened['session']
        given(redis, token)
        with Client(second, media, resume=token) as moved:
            assert moved.opened['state']['target']['frame'] == 123
            with pytest.raises(ConnectionClosed) as closed:
                client.during(5)
            assert closed.value.rcvd.code == 1008 and 'resumed' in closed.value.rcvd.reason
            moved.seek(frame=321)
            given(redis, moved.opened['session'])
            with Client(first, media, resume=moved.opened['session']) as back:
                assert back.opened['state']['target']['frame'] == 321
                assert [back.seek(undo=True)['target']['frame'] for _ in range(2)] == [123, 0]


def test_who_was_asked_to_leave_goes_on_elsewhere_at_once(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    media = first.media(NAME)
    with Client(first, media) as client:
        client.seek(frame=222)
        token = client.opened['session']
        given(redis, token)
        assert first.stop() == 0
    with Client(second, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 222


def test_without_redis_sessions_go_on_at_their_own_server(start_redis, at):
    redis = start_redis()
    first = at('one', redis)
    media = first.media(NAME)
    with Client(first, media) as client:
        client.seek(frame=50)
        redis.kill()
        connected(first, 0)
        client.seek(frame=60)
        token = client.opened['session']
    with Client(first, media, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 60
        assert client.seek(undo=True)['target']['frame'] == 50


def test_redis_that_stands_still_holds_nobody_up_who_resumes(start_redis, at):
    redis = start_redis()
    first, second = at('one', redis), at('two', redis)
    media = first.media(NAME)
    with Client(first, media) as client:
        token = client.opened['session']
        with redis.stopped():
            began = time.monotonic()
            with Client(second, media, resume=token) as other:
                assert other.opened['state']['target']['frame'] == 0
            assert time.monotonic() - began < 3
            with Client(first, media, resume=token) as again:
                assert again.opened['session'] != token


@pytest.mark.parametrize('junk', ['', 'junk', 'VNSS' + 'x' * 5000])
def test_what_cannot_be_understood_opens_a_new_session(start_redis, at, junk):
    redis = start_redis()
    server = at('one', redis)
    redis.ask('HSET', 'vernier:session:some-token', 's', junk)
    with Client(server, server.media(NAME), resume='some-token') as client:
        assert client.opened['state']['target']['frame'] == 0
        client.seek(frame=3)
    for token in ('x' * 65, 'a b', 'ü', ''):
        with Client(server, server.media(NAME), resume=token) as client:
            assert client.opened['state']['target']['frame'] == 0
    assert metric(server, 'cluster_connected') == 1
