"""Redis behind a link of 1 MiB a second: nobody waits, places are left out, and no mark is."""
import json
import subprocess
import time

import pytest

from cluster import connected, join, led, led_by, metric, node
from kit import PATIENCE, SAMPLES, VERNIER
from narrow import Narrow
from redis_server import start_redis  # noqa: F401 (a fixture)
from roommates import MEDIA
from stored import awaited
from test_marks_shared import Marker

WIDE, FULL = 1 << 20, 1 << 17  # the second is too narrow for the load on a busy machine, too
ROOMS, SECONDS = 30, 8
BOUND = 32 << 20  # bytes that a server may grow by, which would take the link half a minute


def crowd(nodes):
    """Leaders on each server drag, and each is followed on the other."""
    words = ['bench', 'load', SAMPLES / MEDIA, '--idle', 0, '--scrubbing', 0, '--rooms', ROOMS,
             '--members', 2, '--seconds', SECONDS, '--json']
    places = [word for server in nodes for word in ('--server', server.url)]
    return subprocess.Popen([VERNIER, *map(str, words), *places], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize('rate', [WIDE, FULL])
def test_what_does_not_fit_is_left_out_and_no_mark_is_lost(serve, start_redis, tmp_path, rate):
    redis = start_redis()
    with Narrow(tmp_path / 'narrow.sock', redis.path, rate) as link:
        nodes = [node(serve, link, '--address-connections', '0') for _ in range(2)]
        for server in nodes:
            connected(server)
        before = [server.rss(with_workers=False) for server in nodes]
        with Marker(nodes[0], MEDIA) as one, Marker(nodes[1], MEDIA) as two, \
                join(nodes[0], 'own') as leader, join(nodes[1], 'own', follow=True) as follower:
            leader.lead()
            led_by(follower, leader)
            load = crowd(nodes)
            try:
                kept = marked(load, one, leader)
                report = json.loads(load.communicate(timeout=PATIENCE)[0])
            finally:
                load.kill()
                load.wait()
            led(follower, leader.seek(frame=432)['target']['frame'])
            assert awaited(lambda: kept <= names(nodes[1]))
            two.numbered('marks')  # what it changes is what it knows
            two.heard(seq=two.seq)
            two.edit(add={'name': 'last', 'first': 1, 'last': 1})
            assert awaited(lambda: kept | {'last'} <= names(nodes[0]))
    assert report['clients']['lost'] == report['clients']['refused'] == 0
    assert report['messages']['dropped'] == 0, 'a leader waits for its own answer'
    if rate == FULL:
        assert link.carried > rate * SECONDS / 2, 'the link was wide enough'
        followers = report['followers']['messages']
        assert followers['answered'] - followers['superseded'] < followers['sent'], followers
    for server, then in zip(nodes, before):
        assert server.rss(with_workers=False) - then < BOUND
        assert metric(server, 'cluster_failures_total') == 0


def marked(load, marker, leader):
    """What is marked, and answered, while the load goes on; the leader moves meanwhile."""
    kept, end = set(), time.monotonic() + PATIENCE
    while load.poll() is None and time.monotonic() < end:
        name = f'mark {len(kept)}'
        marker.edit(add={'name': name, 'first': len(kept), 'last': len(kept)})
        kept.add(name)
        leader.seek(frame=10 + len(kept))
        time.sleep(0.2)
    assert len(kept) > SECONDS, 'changes of marks were held up'
    return kept


def names(server):
    path = f'/api/v1/media/{server.media(MEDIA)}/marks'
    return {segment['name'] for segment in server.get(path).json()['segments']}
