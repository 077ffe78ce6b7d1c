"""Clients by the thousand, clients that fall silent, no descriptors left, and an end in mid-work."""
import contextlib
import os
import resource
import socket
import struct
import threading
import time

import pytest

from canary import answered, descriptors, is_at_rest, prompt
from frames import BINARY, CLOSE, PING, PONG, frame, handshake, text
from kit import PATIENCE, SAMPLES
from raw import RawConnection, RawSocket, ask, served, settled
from stored import awaited
from workers import are_ready, until

MEDIA = 'start.ts'
RESET = struct.pack('ii', 1, 0)  # closing says RST instead of FIN
MEGABYTE = 1 << 20


@pytest.fixture
def own(serve):
    """A server that no other test has made busy, which has served somebody."""
    # Previews would be kept in a file that is opened for the first, whenever that comes.
    server = serve(SAMPLES / MEDIA, extra=['--preview-cache', 'none'])
    answered(server, settled(server, MEDIA))
    # What its workers need is not what clients leave behind.
    until(lambda: are_ready(server, 4), 'four workers')
    return server


# Clients that come and go, ten thousand in all.


def come_and_go(server, count, says, reset):
    before = descriptors(server)
    for _ in range(count):
        with RawConnection(server) as client:
            if reset:
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            client.send(says(server))
    awaited(lambda: descriptors(server) <= before)
    prompt(server, MEDIA)


@pytest.mark.parametrize('count, says', [
    (3500, lambda _: b''), (500, lambda server: ask(server)[:30]), (500, ask),
    (500, lambda server: handshake(server.port)),
], ids=['nothing', 'half a request', 'a request', 'a handshake'])
@pytest.mark.parametrize('reset', [False, True], ids=['closing', 'cutting'])
def test_clients_that_come_and_go_leave_nothing_behind(own, count, says, reset):
    come_and_go(own, count // 2, says, reset)
    # Room that was made for many at once is kept, and serves those that come next.
    memory = own.rss()
    come_and_go(own, count // 2, says, reset)
    assert own.rss() - memory < 16 * MEGABYTE
    assert own.stop() == 0, own.complaints


# Clients that fall silent.


def silent(server, media):
    """Clients that say no more than this, and what they hear until the server hangs up."""

    def plain(*parts):
        connection = RawConnection(server)
        connection.send(*parts)
        return connection

    def open_socket(*parts):
        connection = RawSocket(server, media)
        connection.send(*parts)
        return connection

    put = f'PUT /api/v1/media/{media}/marks HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n'
    return {
        'nothing': (plain(), []),
        'half a head': (plain(ask(server)[:30]), []),
        'a handshake without its end': (plain(handshake(server.port)[:-2]), []),
        'half a body': (plain(put.encode() + b'Content-Length: 99\r\n\r\n{'), []),
        'nothing after opening': (open_socket(), [PING]),
        'half a head of a frame': (open_socket(b'\x81'), [PING]),
        'half a frame': (open_socket(frame(b'{', claim=100)), [CLOSE]),
        'half a message': (open_socket(frame(b'{', fin=False)), [CLOSE]),
        'nothing after it was refused': (open_socket(frame(b'', BINARY)), [CLOSE]),
    }


def heard(connection):
    """The opcodes of what is said until the server hangs up."""
    if not isinstance(connection, RawSocket):
        said = connection.rest()
        assert said == b'' or said.startswith(b'HTTP/1.1 408 '), said
        return []
    opcodes, ends = [], time.monotonic() + PATIENCE
    with contextlib.suppress(EOFError):
        while time.monotonic() < ends:
            opcodes.append(connection.frame().opcode)
    return opcodes


def test_client_that_falls_silent_is_forgotten_and_one_that_answers_is_not(own):
    media = own.media(MEDIA)
    before = descriptors(own)
    with RawSocket(own, media) as awake:
        clients = silent(own, media)
        ping = awake.frame()
        assert ping.opcode == PING
        awake.send(frame(ping.payload, PONG))
        ends = {name: heard(client) for name, (client, _) in clients.items()}
        assert ends == {name: expected for name, (_, expected) in clients.items()}
        awake.send(text({'type': 'seek', 'seq': 1, 'to': {'frame': 33}}))
        assert awake.expect('state')['target']['frame'] == 33
    awaited(lambda: descriptors(own) <= before)
    prompt(own, MEDIA)
    for client, _ in clients.values():
        client.socket.close()


def test_head_that_comes_a_byte_a_second_is_not_waited_for(own):
    with RawConnection(own, patience=1) as slow:
        for byte in handshake(own.port)[:30]:
            slow.provoke(bytes([byte]))
            with contextlib.suppress(TimeoutError):
                if not slow.fill():
                    break
        else:
            pytest.fail('it is still waited for after 30 s')
    prompt(own, MEDIA)


# No descriptors left.


@contextlib.contextmanager
def short_of_descriptors(server, count):
    """Lets the server have so many, and a hundred clients ask for one each and go."""
    _, most = old = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (count, most))
    with contextlib.ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(RawConnection(server)).provoke(ask(server))
        assert server.process.poll() is None, server.complaints
    yield
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, old)


@pytest.mark.parametrize('spare', [None, 2, 1], ids=['64', 'two to spare', 'one to spare'])
def test_server_short_of_descriptors_serves_again_when_the_crowd_has_gone(own, spare):
    used = 1 + max(map(int, os.listdir(f'/proc/{own.pid}/fd')))
    with short_of_descriptors(own, 64 if spare is None else used + spare):
        awaited(lambda: served(own))
    prompt(own, MEDIA)
    assert own.stop() == 0, own.complaints


def test_server_without_descriptors_serves_again_when_it_gets_some(own):
    with short_of_descriptors(own, 0), RawConnection(own, patience=1) as client:
        client.send(ask(own))
        with pytest.raises(TimeoutError):
            client.fill()
        assert is_at_rest(own)
    awaited(lambda: served(own))
    prompt(own, MEDIA)
    assert own.stop() == 0, own.complaints


# An end in mid-work.


class Busy(threading.Thread):
    """A client that never rests, and how the server said goodbye to it."""

    def __init__(self, server, media):
        super().__init__(daemon=True)
        self.socket = RawSocket(server, media)
        self.socket.send(text({'type': 'configure', 'preview': {'width': 320}}))
        self.code = None

    def run(self):
        seq = 0
        with contextlib.suppress(EOFError):
            while (received := self.socket.frame()).opcode != CLOSE:
                seq += 1
                to = {'type': 'seek', 'seq': seq, 'to': {'frame': seq * 37 % 600}}
                self.socket.provoke(text({'type': 'painted', 'seq': seq}), text(to))
            self.code = received.code
            self.socket.provoke(frame(received.payload, CLOSE))
        self.socket.socket.close()


def test_server_that_is_ended_in_mid_work_says_so_to_everybody(serve):
    server = serve(SAMPLES)
    media = server.media('long-gop.mp4')
    clients = [Busy(server, media) for _ in range(8)]
    for one in clients:
        one.start()
    with contextlib.ExitStack() as stack:
        for number in range(20):
            client = stack.enter_context(RawConnection(server))
            width = 100 + number
            client.send(ask(server, f'/api/v1/media/{media}/frames/{number * 29}.jpg?width={width}'))
        assert server.stop() == 0, server.complaints
    for one in clients:
        one.join(PATIENCE)
    assert [one.code for one in clients] == [1001] * len(clients)
