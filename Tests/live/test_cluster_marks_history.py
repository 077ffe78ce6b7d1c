"""Servers and Redis are killed at random while people mark: nothing that was answered is lost."""
import contextlib
import os
import random
import time

import pytest
from websockets.exceptions import ConnectionClosed

from cluster import connected, node
from kit import FULL, PATIENCE
from redis_server import Redis
from stored import awaited
from test_marks_shared import Marker, of

SEED = int(os.environ.get('VERNIER_SEED', 1))
SECONDS = 120 if FULL else 10  # and on a busy machine until there is something to tell
FEWEST = 20
# Segments on each server at most: of larger marks, no undo has room in the 64 KiB that are shared.
MOST = 100
SERVERS = 3
MEDIA = 'vfr.mkv'


class Site:
    """Servers with somebody who marks on each, and what they were answered."""

    def __init__(self, serve, redis, tmp_path, monkeypatch):
        self.redis, self.tmp_path, self.monkeypatch = redis, tmp_path, monkeypatch
        self.servers, self.markers = [], []
        self.answered, self.removed, self.made = set(), set(), 0
        for index in range(SERVERS):
            self.settle(index)
            self.servers.append(node(serve, redis))
            connected(self.servers[-1])
            self.markers.append(Marker(self.servers[-1], MEDIA))

    def settle(self, index):
        """Has the next server that starts use the disk of this one."""
        self.monkeypatch.setenv('STATE_DIRECTORY', str(self.tmp_path / f'disk{index}'))

    def mark(self, index, chance):
        """Adds a segment or takes one away, and notes what is answered."""
        marker = self.markers[index]
        ours = [one for one in marker.marks['segments'] if one['name'].startswith(f'{index} ')]
        if len(ours) >= MOST or ours and chance.random() < 0.3:
            one = chance.choice(ours)
            self.removed.add(one['name'])  # it may be gone without an answer
            marker.ask(remove={'id': one['id']})
            self.hear(marker)
        else:
            self.made += 1
            name = f'{index} {self.made}'
            marker.ask(add={'name': name, 'first': self.made % 9, 'last': 9})
            if self.hear(marker):
                self.answered.add(name)

    def hear(self, marker):
        reply = marker.until(lambda message: isinstance(message, dict)
                             and message.get('seq') == marker.seq)
        if reply['type'] == 'marks':
            marker.marks = reply
            return True
        marker.heard()
        return False

    def kill_server(self, index):
        server = self.servers[index]
        server.process.kill()
        server.process.wait()
        with contextlib.suppress(ConnectionClosed):
            self.markers[index].during(5)
        self.settle(index)
        server.stop()
        server.start()
        self.markers[index] = Marker(server, MEDIA)

    def kill_redis(self, seconds):
        self.redis.kill()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for index in range(SERVERS):
                self.mark(index, random)
        self.redis.start()


@pytest.mark.parametrize('keeps', [True, False], ids=['with its file', 'without'])
def test_nothing_that_was_answered_is_lost(serve, tmp_path, monkeypatch, keeps):
    redis = Redis(tmp_path, keeps=keeps).start()
    try:
        site = Site(serve, redis, tmp_path, monkeypatch)
        chance = random.Random(f'{SEED} {keeps}')
        end = time.monotonic() + SECONDS
        while time.monotonic() < end or len(site.answered) <= FEWEST:
            assert time.monotonic() < end + PATIENCE, 'hardly any change is answered'
            index = chance.randrange(SERVERS)
            act = chance.random()
            if act < 0.02:
                site.kill_server(index)
            elif act < 0.03:
                site.kill_redis(chance.uniform(0, 2))
            else:
                site.mark(index, chance)
        agree(site)
    finally:
        redis.stop()


def agree(site):
    """Whether all servers have the same in the end, and all of what was answered."""
    def marks(server):
        answer = server.get(of(server, MEDIA))
        return answer.status == 200 and answer.json()

    def same():
        found = [marks(server) for server in site.servers]
        return all(found) and all(one == found[0] for one in found) and found[0]

    names = [one['name'] for one in awaited(same)['segments']]
    assert site.answered - site.removed <= set(names), 'something is lost'
