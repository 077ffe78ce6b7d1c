"""Messages in fragments, what Autobahn asks in its group 5."""
import pytest

from echo import echo, taking
from frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame, goodbye, pieces
from known import unable
from raw import RawSocket

MESSAGE = taking('grüß dich')
START, MIDDLE, END = MESSAGE[:20], MESSAGE[20:50], MESSAGE[50:]
OPEN = frame(START, fin=False)
# What is left of the character before is lost, which ends the connection with 1007.
PONG_AS_TEXT = unable('takes what a pong carries for text')
PLACES = [pytest.param(place, marks=[PONG_AS_TEXT] if MESSAGE[place] & 0xC0 == 0x80 else [])
          for place in range(len(MESSAGE) - 12, len(MESSAGE))]


def test_message_arrives_at_whatever_place_it_is_cut(server, media):
    for place in range(len(MESSAGE) + 1):
        with RawSocket(server, media) as socket:
            socket.send(frame(MESSAGE[:place], fin=False), frame(MESSAGE[place:], CONTINUATION))
            assert echo(socket) == 'grüß dich', place


@pytest.mark.parametrize('size', [1, 2, 7])
@pytest.mark.parametrize('chop', [None, 1, 5])
def test_message_in_many_fragments_arrives(socket, size, chop):
    socket.send(*pieces(MESSAGE, size), chop=chop)
    assert echo(socket) == 'grüß dich'


def test_fragments_of_nothing_change_nothing(socket):
    nothing = frame(b'', CONTINUATION, fin=False)
    socket.send(frame(b'', fin=False), nothing, frame(MESSAGE, CONTINUATION, fin=False), nothing,
                frame(b'', CONTINUATION))
    assert echo(socket) == 'grüß dich'


def test_message_of_nothing_in_fragments_is_a_message(socket):
    socket.send(frame(b'', fin=False), frame(b'', CONTINUATION, fin=False), frame(b'', CONTINUATION))
    assert socket.message()['code'] == 'invalid-json'


@pytest.mark.parametrize('chop', [None, 1])
def test_ping_between_fragments_is_answered_before_the_message(socket, chop):
    for number, part in enumerate([OPEN, frame(MIDDLE, CONTINUATION, fin=False)]):
        socket.send(part, frame(b'%d' % number, PING), chop=chop)
        assert socket.frame() == (PONG, b'%d' % number)
    socket.send(frame(END, CONTINUATION), chop=chop)
    assert echo(socket) == 'grüß dich'


@pytest.mark.parametrize('place', PLACES)
def test_pong_between_fragments_is_ignored(socket, place):
    socket.send(frame(MESSAGE[:place], fin=False), frame(b'pong', PONG),
                frame(MESSAGE[place:], CONTINUATION))
    assert echo(socket) == 'grüß dich'


@pytest.mark.parametrize('opcode', [PING, PONG, CLOSE])
@pytest.mark.parametrize('before', [b'', OPEN], ids=['alone', 'in mid-message'])
def test_control_frame_in_fragments_is_refused(refused, opcode, before):
    assert refused(before, frame(b'', opcode, fin=False), frame(b'', CONTINUATION)) == 1002


@pytest.mark.parametrize('parts', [
    [frame(MESSAGE, CONTINUATION)],
    [frame(MESSAGE, CONTINUATION, fin=False), frame(b'', CONTINUATION)],
    [frame(b'', CONTINUATION)],
    [frame(b'', PING), frame(MESSAGE, CONTINUATION)],
], ids=['whole', 'in fragments', 'nothing', 'after a ping'])
@pytest.mark.parametrize('chop', [None, 1])
def test_continuation_of_nothing_is_refused(refused, parts, chop):
    assert refused(*parts, chop=chop) == 1002


@pytest.mark.parametrize('parts', [
    [frame(MESSAGE)], [OPEN, frame(MIDDLE + END, CONTINUATION)],
], ids=['whole', 'in fragments'])
def test_continuation_of_a_message_that_has_ended_is_refused(socket, parts):
    socket.send(*parts)
    assert echo(socket) == 'grüß dich'
    socket.expect('state')
    socket.provoke(frame(b'', CONTINUATION))
    assert [one.code for one in socket.ending()] == [1002]


@pytest.mark.parametrize('opcode', [TEXT, BINARY])
@pytest.mark.parametrize('fin', [True, False])
@pytest.mark.parametrize('between', [b'', frame(b'x', PING), frame(MIDDLE, CONTINUATION, False)],
                         ids=['at once', 'after a ping', 'after a continuation'])
def test_new_message_in_mid_message_is_refused(refused, opcode, fin, between):
    assert refused(OPEN, between, frame(MESSAGE, opcode, fin)) == 1002


def test_close_in_mid_message_is_answered_and_the_message_forgotten(socket):
    socket.provoke(OPEN, goodbye(), frame(MIDDLE + END, CONTINUATION))
    assert [one.code for one in socket.ending(leaves=False)] == [1000]
