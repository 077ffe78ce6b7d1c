"""Rooms on two servers that share them through Redis: members meet, wherever they are."""
import re
import time

import pytest

from client import PREVIEW, Client
from cluster import heard, join, latest, leaders, led, led_by, metric, node, pair, sees
from kit import ROOT
from redis_server import Redis
from roommates import MEDIA, names, states


@pytest.fixture(scope='module')
def redis(tmp_path_factory):
    server = Redis(tmp_path_factory.mktemp('redis'))
    yield server.start()
    server.stop()


@pytest.fixture(scope='module')
def nodes(serve_once, redis):
    """Two servers that the tests of this module share; each has rooms of its own."""
    return pair(serve_once, redis)


def test_members_see_each_other_wherever_they_are_and_each_has_its_colour(nodes):
    with join(nodes[0], 'who', 'Ada') as ada, join(nodes[1], 'who', 'שלום <b>') as bo:
        for member in (ada, bo):
            sees(member, 2)
            assert sorted(names(member.room)) == ['Ada', 'שלום <b>']
        ada.during(0.5)
        assert latest(ada)['members'][0]['colour'] == 0, 'who comes takes another'
        assert latest(ada)['members'][1]['colour'] == 1 and ada.room['reach'] == 'all'
        with join(nodes[0], 'who', 'Cy'):
            sees(bo, 3)
        sees(bo, 2)
    with join(nodes[1], 'who') as late:
        assert len(late.room['members']) == 1, 'all others have left'


def test_a_follower_on_another_server_is_taken_to_every_frame_of_the_leader(nodes):
    with join(nodes[0], 'lead', preview=PREVIEW) as leader, \
            join(nodes[1], 'lead', preview={'width': 160}, follow=True) as follower:
        leader.lead()
        for frame in (10, 40, 0, 25):
            target = leader.seek(frame=frame)['target']
            state = led(follower, frame)
            assert (state['by'], state['phase'], state['target']) == (leader.id, 'idle', target)
            assert follower.exact_picture(frame).width == 160


def test_a_drag_ends_for_followers_on_all_servers_at_the_same_frame(nodes):
    with join(nodes[0], 'drag') as leader, join(nodes[0], 'drag', follow=True) as near, \
            join(nodes[1], 'drag', follow=True) as far:
        leader.lead()
        leader.begin()
        for x in range(110, 500, 10):
            leader.moved((x, 0))
        target = leader.end()['target']
        for follower in (near, far):
            assert led(follower, target['frame'])['target'] == target
        frames = [state['target']['frame'] for state in states(far.seen) if state.get('by')]
        assert frames == sorted(frames)


def test_followers_on_other_servers_are_taken_along_move_by_move(nodes):
    """Also where nobody is beside the leader; with ticks alone it would be ten times a second."""
    with join(nodes[0], 'moves') as leader, join(nodes[1], 'moves', follow=True) as follower:
        leader.lead()
        led_by(follower, leader)
        leader.begin()
        start = time.monotonic()
        for x in range(105, 405, 5):
            leader.moved((x, 0))
            time.sleep(0.015)
        ticks = 10 * (time.monotonic() - start)
        led(follower, leader.end()['target']['frame'])
        assert len([state for state in states(follower.seen) if state.get('by')]) > 2 * ticks


def test_of_those_who_take_the_lead_at_once_one_leads_in_each_epoch(nodes):
    with join(nodes[0], 'race') as one, join(nodes[1], 'race') as two, \
            join(nodes[1], 'race') as other:
        for _ in range(20):
            one.send('lead', on=True)
            two.send('lead', on=True)
        two.send('lead', on=False)
        one.send('lead', on=False)
        for member in (one, two, other):
            member.during(1)
        found = leaders(one, two, other)
        assert found and all(len(who) == 1 for who in found.values()), found
        ends = {(room['epoch'], room['leader']) for room in map(latest, (one, two, other))}
        assert len(ends) == 1


def test_nobody_takes_the_lead_from_a_gesture_on_another_server(nodes):
    with join(nodes[0], 'busy') as leader, join(nodes[1], 'busy') as other:
        leader.lead()
        leader.begin()
        leader.moved((300, 0))
        other.expect('cursor', member=leader.id, scrubbing=True)
        other.send('lead', on=True)
        other.error('busy')
        frame = leader.end()['target']['frame']
        other.expect('cursor', member=leader.id, scrubbing=False, frame=frame)
        other.lead()
        led_by(leader, other)


def test_what_is_played_is_heard_on_all_servers_then_and_later(nodes):
    with join(nodes[0], 'play') as leader, join(nodes[1], 'play', follow=True) as other:
        leader.lead()
        led_by(other, leader)
        leader.numbered('transport', state='playing', rate=1.5, frame=30)
        told = heard(other, 'transport')
        assert (told['by'], told['state'], told['rate'], told['frame']) == (
            leader.id, 'playing', 1.5, 30)
        other.socket.close()
        with join(nodes[1], 'play', follow=True) as late:
            assert heard(late, 'transport')['at'] == told['at']


def test_who_has_changed_the_marks_is_heard_on_all_servers(nodes):
    with join(nodes[0], 'marks') as one, join(nodes[1], 'marks') as other:
        sees(other, 2)
        one.numbered('marks')
        version = one.expect('marks')['version']
        one.numbered('marks', version=version, edit={'in': 7})
        assert heard(other, 'marked')['by'] == one.id


def test_one_that_comes_sees_where_all_stand_and_one_that_moves_is_seen(nodes):
    with join(nodes[0], 'place') as mover:
        mover.seek(frame=33)
        with join(nodes[1], 'place') as late:
            heard(late, 'cursor', member=mover.id, frame=33, scrubbing=False)
            mover.begin()
            for x in range(100, 400):
                mover.move((x, 0))
            last = mover.end()['target']['frame']
            late.expect('cursor', member=mover.id, frame=last, scrubbing=False)


def test_a_room_holds_one_media_on_all_servers(nodes):
    with join(nodes[0], 'film') as member:
        wrong, right = nodes[1].media('start.ts'), nodes[1].media(MEDIA)
        with Client(nodes[1], wrong, room='film') as other:
            assert other.error('wrong-media')['media'] == right
            assert other.seek(frame=3)['target']['frame'] == 3, 'it is in no room, and goes on'
            other.send('follow', on=True)
            assert 'in no room' in other.error('invalid-message')['message']
        with join(nodes[1], 'film'):
            sees(member, 2)


def test_members_of_a_server_that_dies_are_gone_within_15_seconds(serve, nodes, redis):
    lost = node(serve, redis)
    with join(nodes[0], 'dies') as member:
        for number in range(3):
            one = join(lost, 'dies', f'{number}')
            if not number:
                one.lead()
        sees(member, 4)
        assert latest(member)['leader']
        lost.process.kill()
        start = time.monotonic()
        sees(member, 1)
        assert time.monotonic() - start < 15
        led_by(member, None)
        assert member.lead()['leader'] == member.id


def test_only_what_is_documented_is_in_redis_and_for_a_while(nodes, redis):
    with join(nodes[0], 'kept') as leader, join(nodes[1], 'kept') as other:
        leader.lead()
        leader.numbered('transport', state='playing', rate=1, frame=3)
        for _ in range(200):
            leader.seek(frame=1)
            leader.seek(frame=2)
        sees(other, 2)
        text = (ROOT / 'docs/nodes.md').read_text()
        for key in redis.ask('KEYS', '*'):
            if re.fullmatch(r'vernier:marks:\S+', key):
                assert '`marks:M`' in text  # for good, as is said there
                continue
            if re.fullmatch(r'vernier:session:[\w-]+', key):
                name, life = 'session:T', 150_000
            elif re.fullmatch(r'vernier:node:\d+', key):
                name, life = 'node:N', 7_000
            else:
                kind = re.fullmatch(r'vernier:room:[\w.-]+:(state|log)', key)[1]
                name, life = f'room:R:{kind}', 60_000
            assert f'`{name}`' in text
            assert 0 < redis.ask('PTTL', key) <= life or not redis.ask('EXISTS', key), key
        state = redis.ask('HGETALL', 'vernier:room:kept:state')
        for field in state[::2]:
            assert f'`{field}`' in text, field
        assert set(state[::2]) == {'media', 'epoch', 'leader', 'play'}
        assert redis.ask('XLEN', 'vernier:room:kept:log') <= 4096 + 100
    assert all(metric(one, 'cluster_failures_total') == 0 for one in nodes)
