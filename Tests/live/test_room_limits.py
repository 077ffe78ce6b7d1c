"""Ten thousand names of rooms and of members: as many as are allowed come in, the others are told why."""
import contextlib

import pytest

from cluster import metric
from frames import PONG, frame, text
from kit import SAMPLES
from raw import RawSocket, settled
from roommates import MEDIA

NAMES = 10_000
ROOMS, MEMBERS = 1024, 50  # docs/rooms.md
# What a refusal may leave behind of a name is nothing; this is for what the allocator keeps.
ROOM = 16 << 20


@pytest.fixture
def server(serve):
    one = serve(SAMPLES / MEDIA, extra=['--address-connections', '0', '--message-rate', '0'])
    settled(one, MEDIA)
    return one


def enter(socket, media, room, name=''):
    """Asks to come in, and gives what the server says to that."""
    socket.send(text({'type': 'open', 'media': media, 'room': room, 'name': name}))
    while (answer := socket.message())['type'] not in ('room', 'error'):
        pass
    return answer


def stay(sockets):
    """Gives a sign of life on each: on a busy machine what follows takes longer than who is silent may stay."""
    for socket in sockets:
        socket.send(frame(b'', PONG))


def refused(server, media, entries, word, others):
    """Asks for all of them on one socket, which stays: not one comes in, and each is told why."""
    before, count = server.rss(), 0
    with RawSocket(server) as socket:
        for room, name in entries:
            if count % 500 == 0:
                stay(others)
            answer = enter(socket, media, room, name)
            assert (answer['type'], answer.get('code')) == ('error', 'too-many'), answer
            assert word in answer['message'], answer
            count += 1
        assert server.rss() - before < ROOM
        socket.send(text({'type': 'open', 'media': media}))
        socket.expect('opened')
    return count


def test_of_ten_thousand_rooms_those_beyond_the_limit_are_refused(server):
    media = server.media(MEDIA)
    names = [f'{number:05}'.ljust(64, 'x') for number in range(NAMES)]
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(RawSocket(server)) for _ in range(ROOMS)]
        for number, (socket, name) in enumerate(zip(sockets, names)):
            if number % 100 == 0:
                stay(sockets)
            assert enter(socket, media, name)['room'] == name
        beyond = ((name, '') for name in names[ROOMS:])
        assert refused(server, media, beyond, 'rooms', sockets) == NAMES - ROOMS
        assert metric(server, 'rooms') == ROOMS


@pytest.mark.parametrize('shape', ['{}', 'שלום {}', '<b onclick="x">{}'])
def test_of_ten_thousand_members_those_beyond_the_limit_are_refused(server, shape):
    media = server.media(MEDIA)
    names = [shape.format(number) for number in range(NAMES)]
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(RawSocket(server)) for _ in range(MEMBERS)]
        rooms = [enter(socket, media, 'one', name) for socket, name in zip(sockets, names)]
        assert [member['name'] for member in rooms[-1]['members']] == names[:MEMBERS]
        beyond = (('one', name) for name in names[MEMBERS:])
        assert refused(server, media, beyond, 'members', sockets) == NAMES - MEMBERS
        assert metric(server, 'room_members') == MEMBERS
