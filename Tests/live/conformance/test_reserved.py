"""Bits and opcodes that mean nothing yet, what Autobahn asks in its groups 3 and 4."""
import pytest

from echo import echo, taking
from frames import CLOSE, CONTINUATION, PING, PONG, TEXT, frame, handshake, text
from raw import RawConnection

RESERVED = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]
ASK = text({'type': 'seek', 'seq': 1, 'to': {'frame': 5}})


@pytest.mark.parametrize('rsv', range(1, 8))
@pytest.mark.parametrize('opcode', [TEXT, PING, PONG, CLOSE])
def test_reserved_bit_is_refused(refused, rsv, opcode):
    assert refused(frame(b'', opcode, rsv=rsv)) == 1002


@pytest.mark.parametrize('rsv', [1, 2, 4])
def test_reserved_bit_is_refused_after_a_message_that_has_none(socket, rsv):
    socket.send(ASK)
    assert socket.expect('state')['target']['frame'] == 5
    socket.provoke(frame(taking('x'), rsv=rsv), frame(b'', PING))
    assert [one.code for one in socket.ending()] == [1002]


def test_reserved_bit_is_refused_in_mid_message(refused):
    assert refused(frame(b'{', fin=False), frame(b'}', CONTINUATION, rsv=4)) == 1002


@pytest.mark.parametrize('opcode', RESERVED)
@pytest.mark.parametrize('payload', [b'', b'reserved'])
@pytest.mark.parametrize('chop', [None, 1])
def test_reserved_opcode_is_refused(refused, opcode, payload, chop):
    assert refused(frame(payload, opcode), frame(b'', PING), chop=chop) == 1002


@pytest.mark.parametrize('opcode', RESERVED)
def test_reserved_opcode_is_refused_in_mid_message(refused, opcode):
    assert refused(frame(b'{', fin=False), frame(b'', opcode), frame(b'}', CONTINUATION)) == 1002


def test_nothing_behind_a_refused_frame_is_read(socket):
    socket.provoke(frame(b'', 3), frame(taking('x')), ASK, frame(b'', PING))
    assert [one.opcode for one in socket.ending()] == [CLOSE]


def test_no_extension_that_gives_the_bits_a_meaning_is_agreed_on(server):
    offer = 'permessage-deflate; client_max_window_bits, x-webkit-deflate-frame'
    with RawConnection(server) as connection:
        connection.send(handshake(server.port, Sec_WebSocket_Extensions=offer))
        status, fields = connection.head()
    assert status == 101 and 'sec-websocket-extensions' not in fields
