"""No client holds more slots than its share, and none holds one without saying what it is for."""
import contextlib
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from client import Client
from frames import PONG, frame, text
from kit import PATIENCE, SAMPLES
from raw import RawConnection, RawSocket
from stored import awaited
from test_metrics import Numbers

MEDIA = 'start.ts'
DEADLINE = 10
SHARE = 64


def test_socket_that_never_opens_is_closed_although_it_answers_pings(server):
    began = time.monotonic()
    with RawSocket(server) as silent, Client(server, server.media(MEDIA)) as there:
        while time.monotonic() - began < DEADLINE - 2:
            silent.send(frame(b'', PONG))
            time.sleep(0.5)
        end = silent.ending()[-1]
        assert end.code == 1008 and b'open' in end.payload
        assert DEADLINE - 0.5 <= time.monotonic() - began <= PATIENCE
        # One that has opened is silent as long as it likes.
        assert there.seek(frame=3)['target']['frame'] == 3


def test_socket_that_says_anything_but_open_is_closed(server):
    with RawSocket(server) as chatty:
        began = time.monotonic()
        while time.monotonic() - began < DEADLINE - 2:
            chatty.send(text({'type': 'painted', 'seq': 1}))
            assert chatty.expect('error')['code'] == 'not-open'
            time.sleep(0.5)
        assert chatty.ending()[-1].code == 1008


@pytest.mark.parametrize('options, share', [([], SHARE), (['--address-connections', '3'], 3)])
def test_one_address_does_not_hold_every_slot(serve, options, share):
    server = serve(SAMPLES / MEDIA, extra=options)
    before = Numbers(server)['connections_refused_total']
    with contextlib.ExitStack() as stack:
        for _ in range(share):
            stack.enter_context(RawConnection(server))
        refused = stack.enter_context(RawConnection(server))
        status, fields = refused.head()
        assert (status, fields['retry-after']) == (503, '1')
        assert b'your address' in refused.rest()
    # Who asks needs a slot, too, and the server learns of those that have gone one by one.
    told = awaited(lambda: told_of(server))
    assert told['connections_refused_total'] > before


def test_socket_too_many_is_told_to_come_later_and_requests_are_answered(serve):
    server = serve(SAMPLES / MEDIA, extra=['--connections', '16'])
    media = server.media(MEDIA)
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(RawSocket(server, media)) for _ in range(15)]
        with RawSocket(server) as late:
            end = late.ending()[-1]
        assert end.code == 1013 and b'try again shortly' in end.payload
        assert awaited(lambda: told_of(server))['connections_refused_total'] == 1
        sockets[0].socket.close()

        def comes_in():
            refused = AssertionError, OSError, InvalidHandshake, ConnectionClosed
            with contextlib.suppress(*refused), Client(server, media) as client:
                return client.seek(frame=3)['target']['frame']

        assert awaited(comes_in) == 3


def told_of(server):
    """The server's numbers, if there is a slot to ask for them."""
    with contextlib.suppress(AssertionError, OSError):
        return Numbers(server)


def test_others_are_let_in_while_one_has_its_share(own_nginx):
    """Behind nginx an address is the client's, not that of nginx, which is named."""
    node = own_nginx.nodes[0]
    with contextlib.ExitStack() as stack:
        for _ in range(SHARE + 2):
            stack.enter_context(node_socket(node, '192.0.2.1'))
        statuses = [node_status(node, client) for client in ('192.0.2.1', '192.0.2.2')]
    assert statuses == [503, 200]


def node_socket(node, client):
    """A connection to a node by its socket, which asks for a WebSocket for this client."""
    connection = node.connection()
    connection.request('GET', '/api/v1/scrub', headers={
        'X-Forwarded-For': f'192.0.2.9, {client}', 'Connection': 'upgrade', 'Upgrade': 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Protocol': 'vernier.v1'})
    connection.sock.recv(1 << 12)
    return contextlib.closing(connection)


def node_status(node, client):
    return node.ask('/healthz', X_Forwarded_For=client).status


def test_address_that_nobody_vouches_for_is_not_believed(serve):
    server = serve(SAMPLES / MEDIA, extra=['--address-connections', '2'])
    with contextlib.ExitStack() as stack:
        statuses = []
        for number in range(3):
            client = stack.enter_context(RawConnection(server))
            client.provoke(f'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n'
                           f'X-Forwarded-For: 192.0.2.{number}\r\n\r\n'.encode())
            statuses.append(client.head()[0])
    assert statuses == [200, 200, 503]
