"""Rooms: several clients look at one media; one leads, and others are taken along."""
import json
import queue
import re
import threading
import time

import pytest
from websockets.sync.client import connect

from client import PREVIEW, Client
from kit import PATIENCE, ROOT, SAMPLES
from raw import settled
from roommates import MEDIA, Member, names, states

FRAMES = 600


@pytest.fixture(scope='module')
def rooms(serve_once):
    """A server that the tests of this module share; each has rooms of its own."""
    server = serve_once(SAMPLES)
    settled(server, MEDIA)
    return server


def test_members_see_who_is_there_and_each_has_a_colour_of_its_own(rooms):
    with Member(rooms, 'who', 'Ada') as ada:
        assert ada.room['members'] == [
            {'id': ada.id, 'name': 'Ada', 'colour': 0, 'follows': False, 'here': True}]
        assert (ada.room['leader'], ada.room['epoch'], ada.room['reach']) == (None, 0, 'node')
        with Member(rooms, 'who', '<b>Bo', follow=True) as bo:
            assert names(bo.room) == names(ada.heard()) == ['Ada', '<b>Bo']
            assert bo.member()['follows'] and bo.member()['colour'] == 1
        assert names(ada.heard()) == ['Ada']


def test_a_follower_is_taken_to_every_frame_of_the_leader_with_pictures_of_its_own(rooms):
    with Member(rooms, 'lead', preview=PREVIEW) as leader, \
            Member(rooms, 'lead', preview={'width': 160}, follow=True) as follower:
        leader.lead()
        for frame in (10, 40, 0, 25):
            target = leader.seek(frame=frame)['target']
            state = follower.led_to(frame)
            assert (state['by'], state['phase']) == (leader.id, 'idle')
            assert state['target'] == target
            assert follower.exact_picture(frame).width == 160


def test_a_drag_of_the_leader_ends_for_all_at_the_same_frame(rooms):
    with Member(rooms, 'drag') as leader, \
            Member(rooms, 'drag', follow=True) as one, Member(rooms, 'drag', follow=True) as two:
        leader.lead()
        leader.begin()
        for x in range(110, 500, 10):
            leader.moved((x, 0))
        target = leader.end()['target']
        for follower in (one, two):
            assert follower.led_to(target['frame'])['target'] == target
            frames = [state['target']['frame'] for state in states(follower.seen)]
            assert 2 <= len(frames) <= 42 and frames == sorted(frames)


def test_its_own_drag_or_seek_ends_following_and_an_error_does_not(rooms):
    with Member(rooms, 'own') as leader, Member(rooms, 'own', follow=True) as follower:
        leader.lead()
        follower.send('seek', seq=1, to={'frame': 10**6})
        follower.error('invalid-message')
        leader.seek(frame=5)
        follower.led_to(5)
        follower.seq = 1
        assert follower.seek(frame=50)['target']['frame'] == 50
        follower.heard(lambda room: not follower.member(room)['follows'])
        leader.seek(frame=6)
        assert not states(follower.during(0.2))
        follower.follow()
        follower.led_to(6)
        follower.begin()
        follower.heard(lambda room: not follower.member(room)['follows'])


def test_a_knob_is_no_drag_and_the_leader_does_not_let_go_of_it(rooms):
    with Member(rooms, 'knob') as leader, Member(rooms, 'knob', follow=True) as follower:
        leader.lead()
        follower.begin(0, 0, 100, control='confirm', action='delete')
        follower.moved((80, 0))
        leader.seek(frame=9)
        follower.led_to(9)
        assert not any(isinstance(one, dict) and one['type'] in ('confirmed', 'declined')
                       for one in follower.seen)
        follower.moved((100, 0))
        assert any(isinstance(one, dict) and one['type'] == 'confirmed' for one in follower.seen)


def test_of_two_who_take_the_lead_at_once_each_has_an_epoch_and_one_leads(rooms):
    with Member(rooms, 'two') as one, Member(rooms, 'two') as two, Member(rooms, 'two') as other:
        for _ in range(10):
            one.send('lead', on=True)
            two.send('lead', on=True)
            two.send('lead', on=False)
        told = other.heard(lambda room: room['epoch'] >= 20)
        seen = [room for room in other.seen if isinstance(room, dict) and room['type'] == 'room']
        leaders = {}
        for room in seen:
            assert leaders.setdefault(room['epoch'], room['leader']) == room['leader']
        assert told['leader'] in (one.id, two.id, None)


def test_nobody_takes_the_lead_from_a_gesture(rooms):
    with Member(rooms, 'busy') as leader, Member(rooms, 'busy') as other:
        leader.lead()
        leader.begin()
        leader.moved((300, 0))
        other.send('lead', on=True)
        other.error('busy')
        leader.end()
        assert other.lead()['epoch'] == 2


def test_places_are_shown_to_all_others_at_most_twenty_a_second(rooms):
    with Member(rooms, 'places') as mover, Member(rooms, 'places') as other:
        mover.begin()
        start = time.monotonic()
        for x in range(100, 400):
            mover.move((x, 0))
        last = mover.end()
        cursor = other.expect('cursor', frame=last['target']['frame'], scrubbing=False)
        took = time.monotonic() - start
        seen = [one for one in other.seen if isinstance(one, dict) and one['type'] == 'cursor']
        assert len(seen) <= 2 + 20 * took and {one['member'] for one in seen} == {mover.id}
        assert cursor['position'] == last['position']
        with Member(rooms, 'places') as late:
            assert late.expect('cursor', member=mover.id)['frame'] == last['target']['frame']


def test_who_plays_is_heard_by_those_who_follow_then_and_later(rooms):
    with Member(rooms, 'play') as leader, Member(rooms, 'play') as other:
        other.numbered('transport', state='playing', rate=1, frame=0)
        assert 'lead first' in other.error('invalid-message')['message']
        leader.lead()
        leader.numbered('transport', state='playing', rate=1.5, frame=30)
        leader.send('ping', t=12.5)  # on the leader's own socket, as only that one keeps the order
        pong = leader.expect('pong', t=12.5)
        assert abs(pong['at'] - 1000 * time.time()) < 5000
        other.send('ping', t=1)
        other.expect('pong', t=1)
        assert not any(one['type'] == 'transport' for one in other.seen if isinstance(one, dict))
        other.follow()
        told = other.expect('transport')
        assert (told['state'], told['rate'], told['frame']) == ('playing', 1.5, 30)
        assert told['by'] == leader.id and told['at'] <= pong['at']
        leader.numbered('transport', state='paused', rate=1.5, frame=90)
        assert other.expect('transport', state='paused')['frame'] == 90
        leader.numbered('transport', state='paused', rate=1, frame=FRAMES * 9)
        assert 'frame' in leader.error('invalid-message')['message']


def test_a_leader_that_closes_is_gone_at_once_and_one_that_is_lost_comes_back_as_leader(rooms):
    with Member(rooms, 'lost', 'one') as other:
        leader = Member(rooms, 'lost', 'two')
        leader.lead()
        other.heard(lambda room: room['leader'] == leader.id)
        leader.socket.socket.close()  # without a word
        away = other.heard(lambda room: not other.member(room, leader.id)['here'])
        assert away['leader'] == leader.id and away['epoch'] == 1
        with Member(rooms, 'lost', 'two', resume=leader.opened['session']) as back:
            assert back.id == leader.id and back.room['leader'] == back.id
            back_again = other.heard(lambda room: other.member(room, back.id)['here'])
            assert back_again['epoch'] == 1
            other.follow()
            back.seek(frame=77)
            other.led_to(77)
        gone = other.heard(lambda room: len(room['members']) == 1)
        assert (gone['leader'], gone['epoch']) == (None, 2)


def test_one_that_is_lost_is_gone_from_the_list_within_15_seconds(rooms):
    with Member(rooms, 'gone') as other:
        lost = Member(rooms, 'gone')
        other.heard()
        lost.socket.socket.close()
        start = time.monotonic()
        other.heard(lambda room: not other.member(room, lost.id)['here'])
        other.heard(lambda room: len(room['members']) == 1)
        assert 9 < time.monotonic() - start < 15


def test_a_room_holds_one_media_and_names_it(rooms):
    with Member(rooms, 'film'), Client(rooms) as other:
        wrong, right = rooms.media('start.ts'), rooms.media(MEDIA)
        other.send('open', media=wrong, room='film')
        assert other.error('wrong-media')['media'] == right
        other.send('open', media=right, room='film')
        other.expect('room')


@pytest.mark.parametrize('fields, text', [
    ({'room': ''}, 'room: expected 1 to 64'),
    ({'room': 'x' * 65}, 'room: expected 1 to 64'),
    ({'room': 'a b'}, 'room: expected 1 to 64'),
    ({'room': '../x'}, 'room: expected 1 to 64'),
    ({'room': 'é'}, 'room: expected 1 to 64'),
    ({'room': 7}, 'room: expected'),
    ({'room': 'r', 'name': 'x' * 41}, 'at most 40 characters'),
    ({'room': 'r', 'name': 'e' + '\u0301' * 1000}, 'of 256 bytes'),
    ({'room': 'r', 'name': 'a\nb'}, 'no characters that control'),
    ({'room': 'r', 'name': '\u202egnirts'}, 'no characters that control'),
    ({'room': 'r', 'follow': 1}, 'follow: expected true or false'),
])
def test_a_name_that_is_none_is_refused_with_a_reason(rooms, fields, text):
    with Client(rooms) as client:
        client.socket.send(json.dumps({'type': 'open', 'media': rooms.media(MEDIA), **fields}))
        assert text in client.error('invalid-message')['message']


@pytest.mark.parametrize('name', ['שלום עולם', '<script>alert(1)</script>', '👩‍👩‍👧' * 10, 'x' * 40])
def test_a_name_is_text_of_any_language_and_told_as_it_came(rooms, name):
    with Member(rooms, 'names', name) as one:
        assert one.member()['name'] == name


@pytest.mark.parametrize('kind, fields', [
    ('follow', {'on': True}), ('lead', {'on': True}),
    ('transport', {'seq': 1, 'state': 'playing', 'rate': 1, 'frame': 0})])
def test_who_is_in_no_room_is_told_so(rooms, kind, fields):
    with Client(rooms, rooms.media(MEDIA)) as client:
        client.send(kind, **fields)
        assert 'in no room' in client.error('invalid-message')['message']


def test_a_slow_member_gets_the_newest_and_holds_nobody_up(rooms):
    with Member(rooms, 'slow') as leader, Member(rooms, 'slow', follow=True) as quick:
        slow = Client(rooms, rooms.media(MEDIA), room='slow', follow=True)
        leader.lead()
        before = rooms.rss()
        leader.begin()
        for step in range(3000):
            leader.move((100 + step % 600, 0))
            if step % 30 == 29:
                leader.expect('state', seq=leader.seq)
        target = leader.end()['target']
        quick.led_to(target['frame'])
        assert rooms.rss() - before < 8 << 20
        state = slow.expect('state', seq=0, phase='idle', target=target)
        assert state['by'] == leader.id
        slow.socket.close()


def test_ten_members_in_each_of_several_rooms_are_led_apart(rooms):
    crowd = [[Member(rooms, f'crowd-{room}', f'{number}', follow=number > 0)
              for number in range(10)] for room in range(3)]
    for members in crowd:
        members[0].lead()
    for step in range(5):
        for number, members in enumerate(crowd):
            members[0].seek(frame=100 * number + step)
    for number, members in enumerate(crowd):
        for follower in members[1:]:
            follower.led_to(100 * number + 4)
            led = [state for state in states(follower.seen) if state.get('by')]
            assert {state['by'] for state in led} == {members[0].id}
            assert len(led) <= 6, 'one for each move, and one for the place before'
    text = rooms.get('/metrics').body.decode()
    assert '\nvernier_room_members 30\n' in text and '\nvernier_rooms_limit 1024\n' in text
    for members in crowd:
        for member in members:
            member.socket.close()


def test_the_client_of_the_documents_tells_each_frame_of_the_leader(rooms):
    [code] = re.findall(r'^```python\n(.*?)^```$', (ROOT / 'docs/rooms.md').read_text(), re.M | re.S)
    told = queue.Queue()
    address = f'ws://127.0.0.1:{rooms.port}/api/v1/scrub'
    with Member(rooms, 'dailies-7') as leader, connect(address, subprotocols=['vernier.v1']) as ws:
        leader.lead()
        known = {'ws': ws, 'json': json, 'print': lambda *words: told.put(words[-1])}
        thread = threading.Thread(target=exec, args=(code.replace('…', rooms.media(MEDIA)), known))
        thread.start()
        leader.heard(lambda room: 'QC bot' in names(room))
        for frame in (40, 7):
            leader.seek(frame=frame)
            while told.get(timeout=PATIENCE) != frame:
                pass
        ws.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()
