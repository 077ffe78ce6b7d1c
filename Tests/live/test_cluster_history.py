"""Servers and Redis are killed at random while members lead: the history that they were told."""
import contextlib
import os
import random
import time

import pytest
from websockets.exceptions import ConnectionClosed

from cluster import connected, join, latest, leaders, led, led_by, node, reaches, sees
from kit import FULL, PATIENCE
from redis_server import Redis
from roommates import Member

SEED = int(os.environ.get('VERNIER_SEED', 1))
SECONDS = 120 if FULL else 10  # and on a busy machine until there is something to tell
FEWEST = 5
SERVERS = 3


class Site:
    """Servers with a member each, and what all that there ever were have been told."""

    def __init__(self, serve, redis):
        self.serve, self.redis = serve, redis
        self.servers = [node(serve, redis) for _ in range(SERVERS)]
        self.gone = []
        for server in self.servers:
            connected(server)
        self.members = [join(server, 'r', f'{number}', follow=True)
                        for number, server in enumerate(self.servers)]

    def hear(self, seconds):
        for member in self.members:
            member.during(seconds / SERVERS)

    def lead(self, index):
        self.members[index].send('lead', on=True)

    def epochs(self):
        """Who has led in each epoch, as all that there ever were have been told."""
        return leaders(*self.members, *self.gone)

    def seek(self, index, frame):
        self.members[index].numbered('seek', to={'frame': frame})

    def kill_server(self, index):
        """Kills a server, with its member, and starts another one with another."""
        self.servers[index].process.kill()
        self.gone.append(self.members[index])
        with contextlib.suppress(ConnectionClosed):
            self.gone[-1].during(5)
        self.servers[index] = node(self.serve, self.redis)
        self.members[index] = Member(self.servers[index], 'r', f'{index}', follow=True)

    def kill_redis(self, seconds):
        self.redis.kill()
        self.hear(seconds)
        self.redis.start()


@pytest.mark.parametrize('keeps', [True, False], ids=['with its file', 'without'])
def test_no_epoch_has_two_leaders_and_all_agree_in_the_end(serve, tmp_path, keeps):
    redis = Redis(tmp_path, keeps=keeps).start()
    try:
        site = Site(serve, redis)
        chance = random.Random(f'{SEED} {keeps}')
        end = time.monotonic() + SECONDS
        while time.monotonic() < end or len(site.epochs()) <= FEWEST:
            assert time.monotonic() < end + PATIENCE, 'hardly anybody leads'
            index = chance.randrange(SERVERS)
            act = chance.random()
            if act < 0.05:
                site.kill_server(index)
            elif act < 0.1:
                site.kill_redis(chance.uniform(0, 2))
            elif act < 0.5:
                site.lead(index)
            else:
                site.seek(index, chance.randrange(500))
            site.hear(0.1)
        settles(site)
    finally:
        redis.stop()


def settles(site):
    """Whether all that are there meet again, and one leads the others."""
    for member in site.members:
        reaches(member, 'all')
        sees(member, SERVERS)
    first, *others = site.members
    if latest(first)['leader'] != first.id:
        first.lead()
    for member in others:
        led_by(member, first)
        member.follow()
    first.seek(frame=555)
    for member in others:
        assert led(member, 555)['by'] == first.id
    site.hear(1)
    assert len({(latest(one)['epoch'], latest(one)['leader']) for one in site.members}) == 1
    found = site.epochs()
    assert all(len(who) == 1 for who in found.values()), found
