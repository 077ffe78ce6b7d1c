"""Pings and pongs, what Autobahn asks in its group 2."""
import pytest

from echo import echo, taking
from frames import CONTINUATION, PING, PONG, frame
from known import unable

# All that it answers with is 1007, to a client that was not asked.
PONG_AS_TEXT = unable('takes what a pong carries for text')
FIRST_ONLY = unable('answers the first of the pings that it reads at once, not the last')


@pytest.mark.parametrize('payload', [
    b'', b'Hello', b'\0\xff\xfe\xfd\xfc\xfb\0\xff', b'\xfe' * 125, 'grüß'.encode(),
], ids=['nothing', 'text', 'binary', '125 bytes', 'UTF-8'])
@pytest.mark.parametrize('chop', [None, 1])
def test_ping_is_answered_with_what_it_carries(socket, payload, chop):
    socket.send(frame(payload, PING), chop=chop)
    assert socket.frame() == (PONG, payload)


@pytest.mark.parametrize('opcode', [PING, PONG])
@pytest.mark.parametrize('size', [126, 127, 65536])
def test_longer_ping_or_pong_ends_the_connection(refused, opcode, size):
    assert refused(frame(b'x' * size, opcode)) in (1002, None)


@pytest.mark.parametrize('payload', [
    b'', b'unsolicited', b'x' * 125,
    pytest.param(b'\xff' * 125, marks=PONG_AS_TEXT),
], ids=['nothing', 'text', '125 bytes', 'binary'])
def test_pong_that_nobody_asked_for_is_ignored(socket, payload):
    socket.send(frame(payload, PONG), frame(taking('x')))
    assert echo(socket) == 'x'


def test_pong_then_ping_is_answered_once(socket):
    socket.send(frame(b'unsolicited', PONG), frame(b'asked', PING))
    assert socket.frame() == (PONG, b'asked')
    socket.send(frame(taking('x')))
    assert echo(socket) == 'x'


@pytest.mark.parametrize('chop', [None, 1])
def test_pings_are_answered_in_order(socket, chop):
    for number in range(10):
        socket.send(frame(b'%d' % number, PING), chop=chop)
        assert socket.frame() == (PONG, b'%d' % number)


def pongs(socket, count):
    """The pongs to so many pings in one packet, before the answer to a message behind them."""
    socket.send(*(frame(b'%d' % number, PING) for number in range(count)))
    socket.send(frame(b'', PONG), frame(b'no'))
    answers = []
    while (answer := socket.frame()).opcode == PONG:
        answers.append(int(answer.payload))
    assert b'invalid-json' in answer.payload
    return answers


@FIRST_ONLY
def test_of_many_pings_at_least_the_last_is_answered(socket):
    assert pongs(socket, 50)[-1:] == [49]


def test_many_pings_at_once_are_answered_in_order_by_at_most_as_many_pongs(socket):
    answers = pongs(socket, 50)
    assert answers == sorted(set(answers)) and set(answers) <= set(range(50))
    socket.send(frame(b'afterwards', PING))
    assert socket.frame() == (PONG, b'afterwards')


def test_flood_of_pings_changes_nothing(socket):
    socket.send(frame(b'x' * 125, PING) * 5000, frame(taking('still here')))
    socket.send(frame(b'"no', fin=False), frame(b'between', PING), frame(b'"', CONTINUATION))
    while b'invalid' not in (answer := socket.frame()).payload:
        # The drag that began is answered as well, before what is wrong or after it.
        assert answer in [(PONG, b'x' * 125), (PONG, b'between')] or b'"state"' in answer.payload
    assert echo(socket) == 'still here'
