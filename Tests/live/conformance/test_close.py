"""Saying goodbye, what Autobahn asks in its group 7."""
import pytest

from echo import taking
from frames import CLOSE, PING, TEXT, frame, goodbye, text
from known import unable

ASK = text({'type': 'seek', 'seq': 1, 'to': {'frame': 5}})
BIG = frame(taking('x' * 60000))
# RFC 6455, section 7.4.1, and the registry since.
VALID = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
SINCE = [1012, 1013, 1014]
INVALID = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999]
ECHOES = unable('answers with what it was sent')
HANGS_UP = unable('hangs up on what comes at once with Close and breaks a rule')
HALF = unable('does not see that a reason ends within a character', UnicodeDecodeError)


def said(code, reason=b''):
    """A Close frame's payload."""
    return code.to_bytes(2) + reason


@pytest.mark.parametrize('payload', [
    b'', said(1000), said(1000, b'bye'), said(1000, 'tschüß 日本'.encode()), said(1000, b'x' * 123),
], ids=['nothing', 'a code', 'a reason', 'UTF-8', '123 bytes'])
@pytest.mark.parametrize('chop', [None, 1])
def test_close_is_answered_and_the_server_hangs_up(socket, payload, chop):
    socket.send(frame(payload, CLOSE), chop=chop)
    (answer,) = socket.ending(leaves=False)
    assert answer.payload[:2] == payload[:2]


@pytest.mark.parametrize('code', VALID)
def test_valid_code_is_answered_with_itself(socket, code):
    socket.send(goodbye(code))
    assert [one.code for one in socket.ending(leaves=False)] == [code]


@pytest.mark.parametrize('code', INVALID)
@pytest.mark.parametrize('reason', [b'', b'reason'])
def test_invalid_code_is_refused(refused, code, reason):
    assert refused(goodbye(code, reason)) == 1002


@pytest.mark.parametrize('code', SINCE)
def test_code_that_is_younger_than_libwebsockets_ends_the_connection(refused, code):
    assert refused(goodbye(code)) in (code, 1002)


@ECHOES
@pytest.mark.parametrize('payload', [b'\x03', said(5000), said(65535)],
                         ids=['half a code', '5000', '65535'])
def test_code_that_cannot_be_is_refused(socket, payload):
    socket.send(frame(payload, CLOSE))
    assert [one.code for one in socket.ending()] == [1002]


@pytest.mark.parametrize('payload', [b'\x03', said(5000), said(65535)])
def test_code_that_cannot_be_ends_the_connection(socket, payload):
    socket.send(frame(payload, CLOSE))
    assert len(socket.rest()) <= 4 + len(payload)


@pytest.mark.parametrize('size', [126, 127, 65536])
def test_longer_close_ends_the_connection(refused, size):
    assert refused(goodbye(1000, b'x' * (size - 2))) in (1002, None)


@pytest.mark.parametrize('reason', [
    b'\xff', b'bye\xed\xa0\x80', b'\xc0\xaf', pytest.param(b'bye\xc3', marks=HALF),
], ids=['0xff', 'a surrogate', 'overlong', 'half a character'])
def test_reason_that_is_not_utf8_ends_the_connection(refused, reason):
    assert refused(goodbye(1000, reason)) in (1002, 1007, None)


@pytest.mark.parametrize('parts', [
    [goodbye(1001)], [frame(b'ping', PING)], [ASK], [BIG], [frame(b'{', TEXT, False)],
    pytest.param([frame(b'', 3)], marks=HANGS_UP), pytest.param([b'\xff' * 5000], marks=HANGS_UP),
], ids=['Close', 'ping', 'a message', 'a big one', 'a fragment', 'a reserved opcode', 'noise'])
def test_nothing_after_close_is_answered(socket, parts):
    socket.provoke(goodbye(), *parts)
    assert [one.code for one in socket.ending(leaves=False)] == [1000]


@pytest.mark.parametrize('before', [[ASK], [BIG], [ASK] * 50, [frame(b'{', TEXT, False)]],
                         ids=['a message', 'a big one', 'many', 'a fragment'])
def test_close_behind_messages_is_answered_last(socket, before):
    socket.provoke(*before, goodbye())
    *answers, last = socket.ending(leaves=False)
    assert last.code == 1000 and all(answer.opcode == TEXT for answer in answers)


def test_close_of_the_server_is_the_last_that_it_says(socket):
    socket.provoke(frame(b'no') * 50, frame(b'', 3))
    assert socket.ending()[-1].code == 1002


def test_server_that_closes_and_is_answered_hangs_up(socket):
    socket.provoke(frame(b'binary', 2))
    assert socket.frame().code == 1003
    socket.provoke(goodbye(1003))
    assert socket.rest() == b''
