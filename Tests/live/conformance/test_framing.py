"""Messages of every size, however they travel, and what is wrong with a frame's head.

What Autobahn asks in its groups 1, 9 and 10, and of masks and lengths, of which it asks nothing.
"""
import pytest

from echo import echo, sized, taking
from frames import BINARY, CONTINUATION, PING, PONG, frame, pieces
from known import unable

LIMIT = 64 * 1024
# Around each length whose bytes in the head are more.
SIZES = [110, 124, 125, 126, 127, 128, 65535, 65536]
# libwebsockets keeps no record of a frame's mask, and no callback of it hears of one.
NO_WORD_OF_MASKS = unable('takes frames that are not masked', TimeoutError)
NO_WORD_OF_LENGTHS = unable('takes a length in more bytes than it needs', TimeoutError)


@pytest.mark.parametrize('size', SIZES)
@pytest.mark.parametrize('chop', [None, 997, 64, 1])
def test_message_of_every_size_arrives_however_it_is_chopped(socket, size, chop):
    action = sized(size)
    assert len(taking(action)) == size
    whole = frame(taking(action))
    socket.send(whole[:1000], chop=chop)
    # A byte at a time, the rest of the longest could take longer than a message may.
    socket.send(whole[1000:], chop=64 if chop == 1 else chop)
    assert echo(socket) == action


@pytest.mark.parametrize('size', [256, 1300, 4096, 4097, 16384, LIMIT - 1])
def test_largest_message_arrives_in_fragments_of_every_size(socket, size):
    action = sized(LIMIT)
    socket.send(*pieces(taking(action), size))
    assert echo(socket) == action


@pytest.mark.parametrize('chop', [64, 128, 256, 512, 1024, 2048])
def test_largest_message_arrives_in_chops_of_every_size(socket, chop):
    action = sized(LIMIT)
    socket.send(frame(taking(action)), chop=chop)
    assert echo(socket) == action


@pytest.mark.parametrize('mask', [b'\0\0\0\0', b'\xff\xff\xff\xff', b'\1\2\3\4'])
def test_mask_is_taken_off_whatever_it_is(socket, mask):
    socket.send(frame(taking('grüß dich'), mask=mask))
    assert echo(socket) == 'grüß dich'


def test_many_messages_in_one_packet_are_all_answered(socket):
    socket.send(frame(b'no') * 300, frame(b'end', PING))
    answers = [socket.frame() for _ in range(301)]
    assert sum(answer == (PONG, b'end') for answer in answers) == 1
    assert sum(b'invalid-json' in answer.payload for answer in answers) == 300


@pytest.mark.parametrize('size', [0, 1, 125, 126, 65535, 65536])
def test_binary_of_every_size_is_refused(refused, size):
    assert refused(frame(bytes(size), BINARY)) == 1003


@pytest.mark.parametrize('parts', [
    [frame(b' ' * (LIMIT + 1))],
    pieces(b' ' * (LIMIT + 1), 4096),
    pieces(b' ' * LIMIT, 1024)[:-1] + [frame(b' ' * 1025, CONTINUATION)],
    [frame(b' ', claim=LIMIT + 1)],
    [frame(b' ', claim=1 << 40)],
    [frame(b' ', claim=(1 << 63) - 1)],
    [frame(b' ', fin=False), frame(b' ', CONTINUATION, claim=LIMIT)],
    [frame(fin=False)] + [frame(b'', CONTINUATION, fin=False)] * 300,
    [frame(fin=False)] + [frame(b' ', CONTINUATION, fin=False)] * 300,
], ids=['whole', 'in fragments', 'by its last byte', 'as it claims', 'a terabyte', 'all there is',
        'as a fragment claims', 'fragments of nothing', 'fragments of a byte'])
def test_message_beyond_the_limit_is_refused(refused, parts):
    assert refused(*parts) == 1009


@pytest.mark.parametrize('claim', [1 << 63, (1 << 63) + 1, (1 << 64) - 1])
def test_length_with_its_first_bit_set_ends_the_connection(refused, claim):
    assert refused(frame(b' ', claim=claim)) in (1002, 1009, None)


@NO_WORD_OF_MASKS
@pytest.mark.parametrize('part', [
    frame(b'{}', mask=None), frame(b'', mask=None), frame(b'x', PING, mask=None),
], ids=['text', 'nothing', 'ping'])
def test_frame_without_a_mask_is_refused(socket, part):
    socket.socket.settimeout(1)
    socket.provoke(part)
    socket.ending()


@NO_WORD_OF_LENGTHS
@pytest.mark.parametrize('size, width', [(2, 2), (125, 2), (2, 8), (125, 8), (126, 8), (65535, 8)])
def test_length_in_more_bytes_than_it_needs_is_refused(socket, size, width):
    socket.socket.settimeout(1)
    socket.provoke(frame(b' ' * size, width=width))
    socket.ending()


@pytest.mark.parametrize('part', [
    frame(taking('x'), mask=None), frame(taking('x'), width=2), frame(taking('x'), width=8),
], ids=['no mask', 'two bytes', 'eight bytes'])
def test_what_should_be_refused_and_is_not_is_read_as_what_it_is(socket, part):
    socket.send(part)
    assert echo(socket) == 'x'
