"""Redis by the name of its host: whoever waits for servers of names is not the loop."""
import time

import pytest

from behind import free_ports
from client import Client
from cluster import connected, metric
from kit import SAMPLES
from preloaded import preloaded
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited

SLOW = 4  # seconds that a name takes


@pytest.fixture
def port(start_redis):  # noqa: F811
    """Where a Redis listens, on one address of this machine."""
    port, = free_ports(1)
    start_redis(options=['--port', port, '--bind', '127.0.0.1'])
    return port


@pytest.fixture
def lookups(tmp_path, monkeypatch):
    """Has servers know more names from here on, and counts how often they ask for those."""
    file = tmp_path / 'lookups'
    file.touch()
    monkeypatch.setenv('LOOKUPS', str(file))
    monkeypatch.setenv('LD_PRELOAD', str(preloaded('names.c', tmp_path)))
    return lambda: file.stat().st_size


def said(server):
    """What the operator is told of Redis."""
    return [line for line in server.complaints.splitlines() if 'Redis' in line]


def test_a_name_that_the_system_knows_leads_to_redis(serve, port):
    server = serve(SAMPLES, extra=['--redis', f'redis://localhost:{port}'])
    connected(server)
    assert all('is there' in line for line in said(server))


def test_a_name_that_nobody_knows_is_said_once_and_the_server_goes_on(serve):
    server = serve(SAMPLES, extra=['--redis', 'redis://nowhere.invalid'])
    awaited(lambda: said(server))
    with Client(server, server.media('long-gop.mp4')) as client:
        assert client.seek(frame=12)['target']['frame'] == 12
    time.sleep(2)
    line, = said(server)
    assert 'nowhere.invalid: ' in line and metric(server, 'cluster_connected') == 0
    assert server.get('/readyz').status == 200


def test_who_waits_for_a_name_holds_nobody_up_and_asks_once(serve, port, lookups):
    server = serve(SAMPLES, extra=['--redis', f'redis://slow.example:{port}'])
    began = time.monotonic()
    with Client(server, server.media('long-gop.mp4')) as client:
        for frame in range(1, 40):
            asked = time.monotonic()
            client.seek(frame=frame)
            assert time.monotonic() - asked < SLOW / 2
    connected(server)
    assert time.monotonic() - began > SLOW - 1, 'it was known at once'
    # The first attempt was over before the name was known: the second found it there.
    assert lookups() == 1
    # The log is written by a thread of its own.
    awaited(lambda: len(said(server)) > 1)
    first, last = said(server)
    assert 'slow.example: nobody has told' in first and 'is there' in last


def test_of_several_addresses_each_is_tried(serve, port, lookups):
    server = serve(SAMPLES, extra=['--redis', f'redis://two.example:{port}'])
    connected(server)
    assert lookups() == 1 and all('is there' in line for line in said(server))


def test_a_server_ends_while_it_waits_for_a_name(serve, port, lookups):
    server = serve(SAMPLES, extra=['--redis', f'redis://slow.example:{port}'])
    awaited(lookups)
    assert server.stop() == 0
