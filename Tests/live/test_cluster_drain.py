"""A server that is asked to stop sends its clients on: they resume at another in mid-drag."""
import contextlib
import signal
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from client import Client
from cluster import connected, join, led, led_by, metric, pair
from composed import own_composed  # noqa: F401 (a fixture)
from kit import PATIENCE, SAMPLES
from raw import settled
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited

NAME = 'long-gop.mp4'
EXTENT = 1000


def ask_to_stop(server):
    server.process.send_signal(signal.SIGTERM)


def closing(client):
    """Why a client's socket is closed, once it is."""
    with pytest.raises(ConnectionClosed) as closed:
        client.until(lambda _: False)
    return closed.value.rcvd


def dragged(client, server):
    """Drags until the server, which is asked to stop meanwhile, closes; gives the last x sent."""
    client.begin(x=100, extent=EXTENT)
    x = 100
    for x in range(101, EXTENT):
        try:
            client.move((x, 0))
        except ConnectionClosed:
            break
        if x == 200:
            ask_to_stop(server)
        time.sleep(0.002)
    return x


def test_a_drag_over_nginx_goes_on_at_another_node_when_its_own_stops(own_composed):
    composed, media = own_composed, own_composed.media(NAME)
    for node in composed.nodes:
        settled(node, NAME)
    with Client(composed, media) as client:
        client.send('configure', law={'kind': 'flat'})
        for frame in (50, 100):
            client.seek(frame=frame)
        start = client.opened['state']['raw'] = client.seek(frame=150)['raw']
        own = next(node for node in composed.nodes if metric(node, 'sessions') == 1)
        last = dragged(client, own)
        assert closing(client).code == 1012
        sent, gesture, token = client.seq, client.gesture, client.opened['session']
    with Client(composed, media, resume=token) as client:
        resumed, state = client.opened['resumed'], client.opened['state']
        drag = resumed['drag']
        assert drag['gesture'] == gesture and (resumed['seq'], drag['x']) <= (sent, last)
        # Each x was a message of its own: what was taken is where it stands, to the last of them.
        assert resumed['seq'] - 3 == drag['x'] - 100
        assert state['raw'] == pytest.approx(start + (drag['x'] - 100) / EXTENT, abs=1e-12)
        client.begin(x=drag['x'], extent=EXTENT, **{'continues': True})
        client.moved((last, 0))
        state = client.end()
        assert state['raw'] == pytest.approx(start + (last - 100) / EXTENT, abs=1e-9)
        assert [client.seek(undo=True)['target']['frame'] for _ in range(4)] == [150, 100, 50, 0]
    assert own.process.wait(PATIENCE) == 0


@pytest.mark.parametrize('ending', ['end', 'cancel'])
def test_a_drag_that_goes_on_is_one_drag_that_can_be_taken_back(start_redis, serve, ending):
    first, second = pair(serve, start_redis())
    media = first.media(NAME)
    awaited(lambda: metric(first, 'cluster_nodes') == 2)
    with Client(first, media) as client:
        client.seek(frame=100)
        client.begin(x=100, extent=EXTENT)
        client.moved((140, 0), (180, 0))
        ask_to_stop(first)
        assert closing(client).code == 1012
    with Client(second, media, resume=client.opened['session']) as client:
        drag = client.opened['resumed']['drag']
        assert drag == {'gesture': 1, 'x': 180, 'y': 0}
        client.send('configure', press='jump')
        client.begin(x=180, extent=EXTENT, **{'continues': True})
        client.moved((200, 0))
        state = client.end(ending)
        assert state['target']['frame'] == (100 if ending == 'cancel' else 160)
        if ending == 'end':
            assert client.seek(undo=True)['target']['frame'] == 100
        assert client.seek(undo=True)['target']['frame'] == 0


def test_a_leader_that_is_sent_on_is_the_same_member_and_leads_on(start_redis, serve):
    first, second = pair(serve, start_redis())
    awaited(lambda: metric(first, 'cluster_nodes') == 2)
    with join(second, 'r', follow=True) as follower:
        with join(first, 'r', 'Ada') as leader:
            leader.lead()
            led_by(follower, leader)
            epoch = leader.room['epoch']
            leader.begin(x=100, extent=EXTENT)
            leader.moved((150, 0))
            ask_to_stop(first)
            assert closing(leader).code == 1012
        with join(second, 'r', 'Ada', resume=leader.opened['session']) as again:
            drag = again.opened['resumed']['drag']
            again.begin(x=drag['x'], extent=EXTENT, **{'continues': True})
            again.moved((200, 0))
            frame = again.end()['target']['frame']
            assert led(follower, frame)['by'] == leader.id == again.id
            again.during(0.3)
            follower.during(0.3)
            rooms = [one for one in follower.seen + again.seen
                     if isinstance(one, dict) and one['type'] == 'room' and one['epoch'] >= epoch]
            assert {(one['leader'], one['epoch']) for one in rooms} == {(leader.id, epoch)}
            assert all(len(one['members']) == 2 for one in rooms), 'nobody has gone'
            assert all(member['here'] for one in rooms for member in one['members'])


def test_all_of_two_hundred_go_on_at_another_node(start_redis, serve):
    first, second = pair(serve, start_redis(), '--address-connections', '1000')
    media = first.media(NAME)
    awaited(lambda: metric(first, 'cluster_nodes') == 2)
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(first, media)) for _ in range(200)]
        for number, client in enumerate(clients):
            client.seek(frame=number)
            client.seek(frame=number + 300)
        ask_to_stop(first)
        assert first.process.wait(PATIENCE) == 0
        closed = [closing(client) for client in clients]
        again = [stack.enter_context(Client(second, media, resume=client.opened['session']))
                 for client in clients]
        assert {one.code for one in closed} == {1012}
        assert all('another server' in one.reason for one in closed)
        for number, client in enumerate(again):
            assert client.opened['resumed'] == {'seq': 2}
            assert client.opened['state']['target']['frame'] == number + 300
            assert client.seek(undo=True)['target']['frame'] == number


def test_what_was_answered_before_is_there_and_nothing_that_was_not(start_redis, serve):
    """Clients that seek without a pause, so that each is at something when its server stops."""
    first, second = pair(serve, start_redis(), '--address-connections', '1000')
    media = first.media(NAME)
    awaited(lambda: metric(first, 'cluster_nodes') == 2)

    def busy(client):
        with contextlib.suppress(ConnectionClosed):
            for frame in range(1, 700):
                client.seek(frame=frame)

    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(first, media)) for _ in range(10)]
        threads = [threading.Thread(target=busy, args=[client]) for client in clients]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        ask_to_stop(first)
        for thread in threads:
            thread.join(PATIENCE)
        for client in clients:
            answered = [one['seq'] for one in client.seen if one.get('type') == 'state']
            again = stack.enter_context(
                Client(second, media, resume=client.opened['session']))
            taken = again.opened['resumed']['seq']
            assert max(answered) <= taken <= client.seq
            # The nth seek goes to frame n.
            assert again.opened['state']['target']['frame'] == taken > 0


def test_the_last_node_and_one_without_redis_only_go_away(start_redis, serve):
    redis = start_redis()
    first, second = pair(serve, redis)
    awaited(lambda: metric(second, 'cluster_nodes') == 2)
    with Client(first, first.media(NAME)) as client:
        redis.kill()
        connected(first, 0)
        ask_to_stop(first)
        assert closing(client).code == 1001
    redis.start()
    connected(second)
    assert metric(second, 'cluster_nodes') == 1
    with Client(second, second.media(NAME)) as client:
        ask_to_stop(second)
        assert closing(client).code == 1001
    assert second.process.wait(PATIENCE) == 0


def test_redis_that_stands_still_does_not_keep_a_server_from_stopping(start_redis, serve):
    redis = start_redis()
    first, second = pair(serve, redis)
    awaited(lambda: metric(first, 'cluster_nodes') == 2)
    with Client(first, first.media(NAME)) as client, redis.stopped():
        began = time.monotonic()
        ask_to_stop(first)
        assert closing(client).code == 1001
        assert first.process.wait(PATIENCE) == 0 and time.monotonic() - began < 15


def test_every_server_knows_how_many_there_are_and_how_many_sockets_they_have(start_redis, serve):
    redis = start_redis()
    first, second = pair(serve, redis, '--drain', '4')

    def known(server):
        names = ('cluster_nodes', 'cluster_nodes_draining', 'cluster_sockets')
        return [metric(server, name) for name in names]

    awaited(lambda: known(first) == known(second) == [2, 0, 0])
    with Client(first, first.media(NAME)), Client(second, second.media(NAME)):
        awaited(lambda: known(first) == known(second) == [2, 0, 2])
        ask_to_stop(first)
        awaited(lambda: first.ask('/readyz').status == 503)
        awaited(lambda: known(second)[1] == 1)
    assert first.process.wait(PATIENCE) == 0
    awaited(lambda: known(second) == [1, 0, 0])
    assert redis.ask('KEYS', 'vernier:node:*') != []


@pytest.mark.parametrize('junk', ['', '1', '1 2', '1 2 3', '1 -2 0', '70000 1 0', '1 x 0', '1 1 0 0'])
def test_what_no_server_says_of_itself_is_counted_and_left(start_redis, serve, junk):
    redis = start_redis()
    server = serve(SAMPLES, extra=['--redis', redis.address])
    connected(server)
    awaited(lambda: redis.ask('PUBLISH', 'vernier:nodes', junk) == 1)
    awaited(lambda: metric(server, 'cluster_failures_total') > 0)
    assert metric(server, 'cluster_nodes') == 1 and metric(server, 'cluster_connected') == 1
