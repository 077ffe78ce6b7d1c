"""What becomes of rooms when Redis fails: they go on, say so, and meet again."""
import time

import pytest

from cluster import connected, join, latest, leaders, led, led_by, metric, pair, reaches, sees, told
from redis_server import start_redis  # noqa: F401 (a fixture)
from stored import awaited


def logged(server, text):
    return server.complaints.count(text)


@pytest.mark.parametrize('keeps', [True, False], ids=['with its file', 'without'])
def test_redis_that_dies_and_returns_finds_rooms_as_they_are_then(serve, start_redis, keeps):
    redis = start_redis(keeps=keeps)
    nodes = pair(serve, redis)
    with join(nodes[0], 'r', 'one') as one, join(nodes[1], 'r', 'two', follow=True) as two:
        one.lead()
        led_by(two, one)
        redis.kill()
        for member in (one, two):
            reaches(member, 'node')
        assert not one.member(one.room, two.id)['here']
        one.seek(frame=44)
        for server in nodes:
            assert server.get('/readyz').status == 200
        redis.start()
        for member in (one, two):
            told(member, lambda room: room['reach'] == 'all' and len(room['members']) == 2 and all(
                each['here'] for each in room['members']))
        led(two, 44)
        one.seek(frame=55)
        led(two, 55)
        found = leaders(one, two)
        assert all(len(who) == 1 for who in found.values()), found
    for server in nodes:
        assert (logged(server, 'no Redis at'), logged(server, 'is there')) == (1, 2)
        assert metric(server, 'cluster_reconnects_total') == 1


def test_of_leaders_on_servers_that_were_apart_one_leads_when_they_meet_again(serve, start_redis):
    redis = start_redis()
    nodes = pair(serve, redis)
    with join(nodes[0], 'r', 'one') as one, join(nodes[1], 'r', 'two') as two:
        sees(one, 2)
        redis.kill()
        for member in (one, two):
            reaches(member, 'node')
            assert member.lead()['reach'] == 'node'
        apart = [latest(member)['epoch'] for member in (one, two)]
        assert apart[0] != apart[1]
        redis.start()
        for member in (one, two):
            reaches(member, 'all')
            member.during(2)
        last = [latest(member) for member in (one, two)]
        assert last[0]['leader'] == last[1]['leader'] in (one.id, two.id)
        assert last[0]['epoch'] == last[1]['epoch'] >= max(apart)
        assert all(len(who) == 1 for who in leaders(one, two).values())


def test_redis_that_stands_still_holds_nobody_up(serve, start_redis):
    redis = start_redis()
    nodes = pair(serve, redis)
    with join(nodes[0], 'r') as one, join(nodes[1], 'r', follow=True) as two:
        one.lead()
        led_by(two, one)
        with redis.stopped():
            began = time.monotonic()
            slowest = 0
            while time.monotonic() - began < 5:
                asked = time.monotonic()
                one.seek(frame=int(10 * asked) % 500)
                slowest = max(slowest, time.monotonic() - asked)
                time.sleep(0.02)
            reaches(one, 'node')
        assert slowest < 1, 'the loop has waited'
        for member in (one, two):
            reaches(member, 'all')
        one.seek(frame=321)
        led(two, 321)
        assert all(len(who) == 1 for who in leaders(one, two).values())


def test_redis_that_is_full_is_as_good_as_gone_until_it_is_not(serve, start_redis):
    redis = start_redis(options=['--maxmemory-policy', 'noeviction'])
    nodes = pair(serve, redis)
    with join(nodes[0], 'r') as one, join(nodes[1], 'r') as two:
        sees(one, 2)
        redis.ask('CONFIG', 'SET', 'maxmemory', '1')
        for member in (one, two):
            reaches(member, 'node')
        assert connected(nodes[0], 0) < 10
        assert awaited(lambda: 'OOM' in nodes[0].complaints)
        redis.ask('CONFIG', 'SET', 'maxmemory', '0')
        for member in (one, two):
            reaches(member, 'all')


def test_redis_that_forgets_all_is_told_again(serve, start_redis):
    redis = start_redis()
    nodes = pair(serve, redis)
    with join(nodes[0], 'r') as one, join(nodes[1], 'r') as two:
        before = one.lead()['epoch']
        led_by(two, one)
        redis.ask('FLUSHALL')
        two.send('lead', on=True)  # by which it is found out
        two.heard(lambda room: room['reach'] == 'node')
        reaches(two, 'all')
        two.lead()
        assert led_by(one, two)['epoch'] > before
        assert all(len(who) == 1 for who in leaders(one, two).values())


def test_a_server_that_ends_while_redis_stands_still_ends_at_once(serve, start_redis):
    redis = start_redis()
    nodes = pair(serve, redis)
    with redis.stopped():
        began = time.monotonic()
        assert nodes[0].stop() == 0
        assert time.monotonic() - began < 5
