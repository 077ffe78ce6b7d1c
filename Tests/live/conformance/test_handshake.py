"""The opening handshake, of which Autobahn asks nothing: RFC 6455, section 4.2, and RFC 9112.

WebSocketServiceTests.swift has those that the rules judge; here are the bytes that must get there.
"""
import functools
import re

import pytest

from echo import echo, taking
from frames import ACCEPT, KEY, frame, handshake, text
from kit import PATIENCE
from known import IS_KNOWN, unable
from raw import RawConnection, RawSocket

LINE = 'GET /api/v1/scrub HTTP/1.1'
# The connection waits for the rest of its head, and is cut after 10 s.
PREFIX = 'reads no field whose name is how another’s begins'
BLANKS = 'takes a tab for a part of the value'
BYTES = 'takes any byte in a field that it does not know'
CASE = 'takes methods in any case'
ABSOLUTE = 'takes a whole address for a path'


def cannot(*values, reason):
    return pytest.param(*values, marks=unable(reason, (AssertionError, TimeoutError)))


@pytest.fixture
def answer(server, request):
    """Sends parts, and gives the answer's status; who is known to get none waits less for it."""
    fails = IS_KNOWN and request.node.get_closest_marker('xfail')
    return functools.partial(status_of, server, 1 if fails else PATIENCE)


def status_of(server, patience, *parts, **options):
    """The status of the answer; 101 comes with all that a handshake's must have."""
    with RawConnection(server, patience) as connection:
        connection.provoke(*parts, **options)
        status, fields = connection.head()
    if status == 101:
        assert fields['sec-websocket-accept'] == ACCEPT
        assert fields['upgrade'].lower() == 'websocket'
        assert 'upgrade' in fields['connection'].lower()
        assert fields['sec-websocket-protocol'] == 'vernier.v1'
        assert 'sec-websocket-extensions' not in fields
    if status == 426:
        assert fields['sec-websocket-version'] == '13'
    return status


@pytest.mark.parametrize('old, new', [
    (b'Sec-WebSocket-Key', b'sec-websocket-KEY'), (b': ', b':'), (b': ', b':  '),
    (b'Upgrade: websocket', b'Upgrade: WebSocket'), (b'\r\nHost', b'\r\nFoo: \xfc\r\nHost'),
    (b'\r\n\r\n', b'\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n'),
    (b'\r\n\r\n', b'\r\nSec-WebSocket-Extensions: ;;=\r\n\r\n'),
    (b'\r\n\r\n', b'\r\nFoo: ' + b'y' * 5000 + b'\r\n\r\n'),
    (b'\r\n\r\n', b'\r\nFoo: y' * 300 + b'\r\n\r\n'),
    (b'scrub', b'scrub?a=b'), (b'scrub', b'%73crub'),
    cannot(b': ', b':\t', reason=BLANKS), cannot(b'websocket\r', b'websocket\t\r', reason=BLANKS),
    cannot(b'/api', b'http://127.0.0.1/api', reason=ABSOLUTE),
    *(cannot(b'\r\n\r\n', b'\r\n%s: b\r\n\r\n' % name, reason=PREFIX)
      for name in (b'X-A', b'Acc', b'C', b'Sec-WebSocket')),
])
def test_right_handshake_is_taken_in_whatever_words(answer, server, old, new):
    right = handshake(server.port)
    assert old in right
    assert answer(right.replace(old, new)) == 101


@pytest.mark.parametrize('method, status', [
    ('POST', 405), ('HEAD', 405), ('PUT', 405), ('OPTIONS', 405), ('DELETE', 405),
    cannot('get', 405, reason=CASE),
])
def test_method_is_get(answer, server, method, status):
    assert answer(handshake(server.port, LINE.replace('GET', method))) == status


@pytest.mark.parametrize('version, status', [
    ('HTTP/1.0', 400), ('HTTP/0.9', 400), ('HTTP/1.2', 400), ('HTTP/2.0', 400), ('', 400),
])
def test_version_of_http_is_one_dot_one(answer, server, version, status):
    assert answer(handshake(server.port, LINE.replace('HTTP/1.1', version))) == status


@pytest.mark.parametrize('name, values', [
    ('Sec_WebSocket_Version', [None, '', '8', '14', '+13', '013', '13, 8', ['13', '13']]),
    ('Upgrade', [None, '']),
])
def test_what_is_no_websocket_of_version_13_is_told_of_it(answer, server, name, values):
    assert [answer(handshake(server.port, **{name: value})) for value in values] == [
        426] * len(values)


@pytest.mark.parametrize('name, values, statuses', [
    ('Upgrade', ['h2c', ['websocket', 'h2c'], ['websocket', 'websocket']], {400}),
    ('Upgrade', ['websocketx', 'websocket/13', 'web\0socket'], {400, 403}),
    ('Connection', [None, '', 'keep-alive', 'Upgradex', 'up grade'], {400}),
    ('Sec_WebSocket_Key', [None, '', 'abc', KEY[:-1], KEY + '=', '!' * 24, [KEY, KEY]], {400}),
    ('Sec_WebSocket_Protocol', [None, '', 'Vernier.v1', 'vernier.v2', 'vernier.v1,'], {400}),
    ('Host', [None, ['a', 'a'], '127.0.0.1 127.0.0.1'], {400, 421}),
    ('Host', ['evil.example', '127.0.0.1', 'a@127.0.0.1', ''], {421, 400}),
    ('Origin', ['', 'null', 'http://evil.example', 'http://127.0.0.1', ['null', 'null']], {403}),
    ('Content_Length', ['0', '4'], {400}),
    ('Transfer_Encoding', ['chunked'], {400}),
])
def test_wrong_handshake_is_refused(answer, server, name, values, statuses):
    for value in values:
        assert answer(handshake(server.port, **{name: value})) in statuses, value


@pytest.mark.parametrize('old, new, statuses', [
    (b'Connection: ', b'Connection : ', {400, 426}),  # RFC 9112, section 5.1
    (b'Connection: ', b'Connection:\r\n ', {400, 426}),  # section 5.2
    (b'Host: ', b'nonsense\r\nHost: ', {400}),
    cannot(b'\r\n\r\n', b'\r\nFoo: a\0b\r\n\r\n', {400}, reason=BYTES),
    cannot(b'\r\n\r\n', b'\r\nFoo: a\rb\r\n\r\n', {400}, reason=BYTES),
])
def test_head_that_is_none_is_refused(answer, server, old, new, statuses):
    right = handshake(server.port)
    assert answer(right.replace(old, new, 1)) in statuses


@pytest.mark.parametrize('head', [
    handshake(1, Origin='y' * 70000), handshake(1, 'CONNECT 127.0.0.1:1 HTTP/1.1'),
    b'\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03' + b'\xff' * 500, b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
], ids=['too long', 'CONNECT', 'TLS', 'HTTP/2'])
def test_what_is_not_http_ends_the_connection(server, head):
    with RawConnection(server) as connection:
        connection.provoke(head)
        said = connection.rest()
    assert said == b'' or re.match(rb'HTTP/1\.[01] 4', said)


@pytest.mark.parametrize('chop', [None, 1])
def test_handshake_may_come_in_pieces_and_after_a_request(server, chop):
    request = f'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n'.encode()
    with RawConnection(server) as connection:
        connection.send(request, chop=chop)
        status, fields = connection.head()
        connection.take(int(fields['content-length']))
        connection.send(handshake(server.port), chop=chop)
        assert (status, connection.head()[0]) == (200, 101)


def test_client_that_does_not_wait_for_the_answer_is_served(server, media):
    early = text({'type': 'open', 'media': media})
    with RawSocket(server, eager=early + frame(taking('early'))) as socket:
        socket.expect('opened')
        assert echo(socket) == 'early'
