"""One address may have so many requests, connections and sockets; others are served on."""
import contextlib

from client import Client
from kit import Response
from stored import awaited

BURST = 250
CONNECTIONS = 64
SOCKETS = 16
HANDSHAKE = b'\r\n'.join([
    b'GET /api/v1/scrub HTTP/1.1', b'Host: %s', b'Connection: upgrade', b'Upgrade: websocket',
    b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', b'Sec-WebSocket-Version: 13',
    b'Sec-WebSocket-Protocol: vernier.v1', b'', b''])


def test_flood_of_requests_is_answered_429_in_the_end(own_nginx):
    connection = own_nginx.connection()
    for served in range(20 * BURST):
        connection.request('GET', '/healthz')
        answer = Response(connection.getresponse())
        if answer.status != 200:
            break
    connection.close()
    assert served >= BURST and answer.status == 429
    assert answer.headers['Content-Type'] == 'application/problem+json'
    assert answer.headers['X-Content-Type-Options'] == 'nosniff'
    assert answer.headers['Retry-After'] == '1'
    assert answer.json()['status'] == 429
    assert own_nginx.nodes[0].get('/healthz').status == 200


def test_connection_too_many_is_answered_429(own_nginx):
    request = b'PUT / HTTP/1.1\r\nHost: %s\r\nContent-Length: 1\r\n\r\n'
    host = f'localhost:{own_nginx.port}'.encode()
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS):
            connection = own_nginx.connection()
            stack.callback(connection.close)
            connection.connect()
            # A request whose body does not come keeps its connection busy.
            connection.sock.sendall(request % host)
        # Its processes may not have read them all yet; fewer questions than a flood's.
        awaited(lambda: own_nginx.ask('/healthz').status == 429, patience=3)
    assert own_nginx.ask('/healthz').status == 200


def test_socket_too_many_is_answered_429(own_nginx):
    with contextlib.ExitStack() as stack:
        for _ in range(SOCKETS):
            stack.enter_context(Client(own_nginx))
        host = f'localhost:{own_nginx.port}'.encode()
        assert own_nginx.say(HANDSHAKE % host).startswith(b'HTTP/1.1 429 ')
        assert own_nginx.get('/healthz').status == 200
    with Client(own_nginx, own_nginx.media('start.ts')) as client:
        assert client.seek(frame=3)['target']['frame'] == 3
