"""Text that is UTF-8, and text that is not, what Autobahn asks in its group 6.

The judge is Python's decoder, which takes what the Unicode Standard calls well-formed.
"""
import random

import pytest

from echo import echo, taking
from frames import CONTINUATION, frame, pieces
from raw import RawSocket

GREEK = 'κόσμε'
VALID = {
    'ASCII': 'Hello-µ@ßöäüàá-UTF-8!!', 'Greek': GREEK, 'first of two bytes': '\x80',
    'last of two bytes': '\u07ff', 'first of three': '\u0800', 'before surrogates': '\ud7ff',
    'after surrogates': '\ue000', 'replacement': '\ufffd', 'last of three': '\uffff',
    'no character': '\ufdd0', 'first of four': '\U00010000', 'last there is': '\U0010ffff',
    'no character of plane 1': '\U0001fffe', 'byte order mark': '\ufeff', 'emoji': '👩‍👩‍👧',
}
INVALID = {
    'a continuation': b'\x80', 'the last continuation': b'\xbf', 'several': b'\x80\xbf\x80',
    'two without a second': b'\xc3', 'two and a letter': b'\xc3(', 'three of two': b'\xe2\x82',
    'four of three': b'\xf0\x9f\x98', 'four of one': b'\xf0', 'three and a letter': b'\xe2(\xa1',
    '0xfe': b'\xfe', '0xff': b'\xff', 'both': b'\xfe\xfe\xff\xff',
    'overlong slash in two': b'\xc0\xaf', 'overlong slash in three': b'\xe0\x80\xaf',
    'overlong slash in four': b'\xf0\x80\x80\xaf', 'five bytes': b'\xf8\x88\x80\x80\x80',
    'six bytes': b'\xfc\x84\x80\x80\x80\x80', 'overlong NUL': b'\xc0\x80',
    'longest overlong of two': b'\xc1\xbf', 'longest overlong of three': b'\xe0\x9f\xbf',
    'longest overlong of four': b'\xf0\x8f\xbf\xbf', 'beyond the last': b'\xf4\x90\x80\x80',
    'far beyond': b'\xf7\xbf\xbf\xbf', 'first surrogate': b'\xed\xa0\x80',
    'last surrogate': b'\xed\xbf\xbf', 'a pair of surrogates': b'\xed\xa0\x80\xed\xb0\x80',
}
EVERY = pytest.mark.parametrize('content', [GREEK.encode() + bad + b'tail' for bad in INVALID.values()],
                                ids=list(INVALID))


def test_judge_agrees_with_the_tables():
    assert all(content.encode().decode() == content for content in VALID.values())
    for content in INVALID.values():
        with pytest.raises(UnicodeDecodeError):
            content.decode()


@pytest.mark.parametrize('content', VALID.values(), ids=list(VALID))
@pytest.mark.parametrize('size, chop', [(None, None), (1, None), (None, 1)],
                         ids=['whole', 'fragments of a byte', 'chops of a byte'])
def test_valid_text_arrives(socket, content, size, chop):
    message = taking(content)
    socket.send(*pieces(message, size or len(message)), chop=chop)
    assert echo(socket) == content


@EVERY
def test_invalid_text_is_refused(refused, content):
    assert refused(frame(taking(content))) == 1007


@EVERY
@pytest.mark.parametrize('size', [1, 3])
def test_invalid_text_in_fragments_is_refused(refused, content, size):
    assert refused(*pieces(taking(content), size)) == 1007


@EVERY
def test_invalid_text_in_chops_is_refused(refused, content):
    assert refused(frame(taking(content)), chop=1) == 1007


@pytest.mark.parametrize('content', [b'\xff', b'\xc0\xaf', b'\xed\xa0\x80', b'\xf4\x90\x80\x80'])
def test_invalid_text_is_refused_before_its_message_has_ended(refused, content):
    assert refused(frame(b'"' + content, fin=False)) == 1007
    assert refused(frame(b'"', fin=False), frame(content, CONTINUATION, fin=False)) == 1007


@pytest.mark.parametrize('content', [b'\xce', b'\xf0\x9f\x98'])
def test_text_that_ends_within_a_character_is_refused(refused, content):
    assert refused(frame(content)) == 1007
    assert refused(frame(content, fin=False), frame(b'x', CONTINUATION)) == 1007


def test_text_that_ends_within_a_character_and_a_fragment_of_nothing_is_refused(socket):
    socket.send(frame(b'\xce', fin=False), frame(b'', CONTINUATION))
    assert socket.frame().code == 1007


def test_character_begun_in_one_message_is_not_finished_by_the_next(refused):
    assert refused(frame(b'"\xce'), frame(b'\xba"')) == 1007


def judged(server, media, content):
    """Whether the server takes it for text."""
    with RawSocket(server, media) as socket:
        socket.provoke(frame(content))
        answer = socket.frame()
    assert answer.code == 1007 or b'invalid' in answer.payload
    return answer.code != 1007


def is_text(content):
    try:
        return bool(content.decode()) or True
    except UnicodeDecodeError:
        return False


@pytest.mark.parametrize('seed', range(4))
def test_bytes_at_the_edges_of_utf8_are_judged_as_python_judges_them(server, media, seed):
    chance = random.Random(seed)
    edges = bytes.fromhex('00417f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5f7f8fcfeff')
    for _ in range(60):
        content = bytes(chance.choices(edges, k=chance.randint(1, 4)))
        assert judged(server, media, content) == is_text(content), content
