"""What libwebsockets makes of permessage-deflate (RFC 7692), for which Vernier offers none.

Asked is a small echo, deflating.c, which offers it; the client is another library's.
"""
import contextlib
import random
import subprocess
import types
import zlib

import pytest
from websockets.exceptions import ConnectionClosed, NegotiationError
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from frames import CONTINUATION, PING, frame, handshake
from kit import PATIENCE, ROOT
from known import IS_KNOWN, unable
from raw import RawConnection

SOURCE = ROOT / 'Tests/live/conformance/deflating.c'
SIZES = [1, 16, 125, 126, 1024, 4096, 16384, 65535, 65536, 1 << 20]
CONTENTS = {
    'text': lambda size: (b'{"type":"move","samples":[1.25,3]} ' * (size // 35 + 1))[:size],
    'zeros': bytes,
    'noise': random.Random(7692).randbytes,
}
COMPRESSED = 4  # the bit of a frame's head that says so

# The client closes on an answer that breaks the rules, or the server on a message that does not.
ENDED = (ConnectionClosed, TimeoutError)
CONTEXT = 'keeps its own context and forgets the client’s, where the client asks for the reverse'
WINDOW = 'takes an offer that limits its window, and says nothing of the limit'
EMPTY = 'aborts the process at the second empty message of a context'
FINAL = 'never delivers a message whose last block says that it is the last'
BIT = 'takes the bit of compression where it must not be'
OFFER = 'takes an offer that it has to decline'


def cannot(*values, reason, raises=AssertionError):
    return pytest.param(*values, marks=unable(reason, raises))


@pytest.fixture(scope='module')
def program(tmp_path_factory):
    program = tmp_path_factory.mktemp('deflating') / 'deflating'
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'libwebsockets'], check=True,
                           capture_output=True, text=True).stdout.split()
    subprocess.run(['cc', '-std=c17', '-Wall', '-Werror', '-o', program, SOURCE, *flags],
                   check=True)
    return program


@pytest.fixture
def deflating(program):
    """The echo: each test has its own, as some end it."""
    with subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as process:
        yield types.SimpleNamespace(process=process, port=int(process.stdout.readline()))
        process.kill()


@pytest.fixture
def dial(deflating, request):
    """Connects: `dial(server_max_window_bits=9, …)`; who is known to fail waits less for it."""
    fails = IS_KNOWN and request.node.get_closest_marker('xfail')
    patience = 2 if fails else PATIENCE
    with contextlib.ExitStack() as stack:
        def dial(**offer):
            client = stack.enter_context(connect(
                f'ws://127.0.0.1:{deflating.port}/', subprotocols=['echo'], compression=None,
                extensions=[ClientPerMessageDeflateFactory(**offer)], max_size=None, proxy=None,
                open_timeout=patience, ping_interval=None, close_timeout=0.1))
            assert [each.name for each in client.protocol.extensions] == ['permessage-deflate']
            return types.SimpleNamespace(
                send=client.send, raw=lambda *parts: client.socket.sendall(b''.join(parts)),
                next=lambda: client.recv(timeout=patience))
        yield dial


@pytest.fixture(autouse=True)
def canary(deflating):
    """Is open before the test, and must be served as ever after it, unless the test is lost."""
    with connect(f'ws://127.0.0.1:{deflating.port}/', subprotocols=['echo'], proxy=None,
                 ping_interval=None, close_timeout=0.1) as canary:
        yield canary
        if deflating.process.poll() is None:
            canary.send(b'canary')
            assert canary.recv(timeout=PATIENCE) == b'canary'


def deflated(*parts, flush=zlib.Z_SYNC_FLUSH):
    """A message's payload, with a block for each part."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return b''.join(packer.compress(part) + packer.flush(flush) for part in parts)


def whole(*parts):
    return deflated(*parts).removesuffix(b'\0\0\xff\xff')


def named(offer):
    return ', '.join(offer) or 'as it is'


OFFERS = [
    {}, {'client_no_context_takeover': True},
    {'client_no_context_takeover': True, 'server_no_context_takeover': True},
    {'client_max_window_bits': True}, {'client_max_window_bits': 10},
]
HALF = {'server_no_context_takeover': True}
NARROW = [{'server_max_window_bits': 9}, {'server_max_window_bits': 15},
          {'server_max_window_bits': 12, 'client_max_window_bits': 12}]


@pytest.mark.parametrize('offer, content', [
    *((offer, content) for offer in OFFERS for content in CONTENTS), (HALF, 'noise'),
    *(cannot(HALF, content, reason=CONTEXT, raises=ENDED) for content in ('text', 'zeros')),
    *(cannot(offer, 'text', reason=WINDOW, raises=NegotiationError) for offer in NARROW),
], ids=lambda value: named(value) if isinstance(value, dict) else value)
def test_messages_of_every_size_come_back(dial, offer, content):
    client = dial(**offer)
    for size in SIZES:
        for _ in range(5):
            message = CONTENTS[content](size)
            client.send(message)
            assert client.next() == message, size


@pytest.mark.parametrize('offer', [
    cannot({}, reason=EMPTY, raises=ENDED), OFFERS[1], OFFERS[2],
], ids=named)
def test_empty_messages_come_back(dial, offer):
    client = dial(**offer)
    for _ in range(5):
        client.send(b'')
        assert client.next() == b''


@pytest.mark.parametrize('size', [1, 7, 1000, 5000])
@pytest.mark.parametrize('content', CONTENTS)
def test_message_in_fragments_comes_back(dial, size, content):
    client = dial()
    message = CONTENTS[content](size * 200)
    client.send([message[at:at + size] for at in range(0, len(message), size)])
    assert client.next() == message


def test_many_messages_sent_at_once_all_come_back(dial):
    client = dial()
    messages = [b'message %d, ' % number * 20 for number in range(200)]
    for message in messages:
        client.send(message)
    assert [client.next() for _ in messages] == messages


def test_uncompressed_message_may_stand_among_others(dial):
    client = dial()
    client.raw(frame(b'plain'), frame(whole(b'deflated'), rsv=COMPRESSED), frame(b'plain again'))
    assert [client.next() for _ in range(3)] == ['plain', 'deflated', 'plain again']


def test_ping_may_stand_between_compressed_fragments(dial):
    client = dial()
    payload = whole(b'grasp ' * 50)
    client.raw(frame(payload[:4], fin=False, rsv=COMPRESSED), frame(b'alive', PING),
               frame(payload[4:], CONTINUATION))
    assert client.next() == 'grasp ' * 50


@pytest.mark.parametrize('payload', [
    whole(b'Hello'),
    bytes.fromhex('00 05 00 fa ff 48 65 6c 6c 6f 00'),  # RFC 7692, section 7.2.3.3
    cannot(bytes.fromhex('f3 48 cd c9 c9 07 00 00'), reason=FINAL, raises=ENDED),  # 7.2.3.4
    bytes.fromhex('f2 48 05 00 00 00 ff ff ca c9 c9 07 00'),  # section 7.2.3.5
    whole(b'H', b'ell', b'o'),
], ids=['one block', 'not packed', 'last block', 'two blocks', 'three blocks'])
def test_every_right_payload_is_understood(dial, payload):
    client = dial()
    client.raw(frame(payload, rsv=COMPRESSED))
    assert client.next() == 'Hello'


@pytest.mark.parametrize('frames', [
    [frame(b'\xff' * 40, rsv=COMPRESSED)], [frame(whole(b'Hello'), rsv=2)],
    cannot([frame(b'alive', PING, rsv=COMPRESSED), frame(b'Hello')], reason=BIT),
    cannot([frame(whole(b'Hello')[:3], fin=False, rsv=COMPRESSED),
            frame(whole(b'Hello')[3:], CONTINUATION, rsv=COMPRESSED)], reason=BIT),
], ids=['no blocks', 'another bit', 'ping', 'continuation'])
def test_wrong_frame_ends_the_connection(dial, frames):
    client = dial()
    client.raw(*frames)
    with contextlib.suppress(ConnectionClosed):
        assert client.next() is None, 'it was taken'


@pytest.mark.parametrize('offer, answered', [
    ('permessage-deflate', True), ('permessage-deflate; client_max_window_bits', True),
    ('x-deflate', False), ('x-deflate, permessage-deflate', True),
    # RFC 7692, sections 5 and 7.1: parameters that are unknown, twice there, or out of range.
    cannot('permessage-deflate; nonsense', False, reason=OFFER),
    cannot('permessage-deflate; client_max_window_bits=7', False, reason=OFFER),
    cannot('permessage-deflate; server_no_context_takeover; server_no_context_takeover', False,
           reason=OFFER),
])
def test_offer_is_taken_or_declined(deflating, offer, answered):
    with RawConnection(deflating) as connection:
        connection.send(handshake(deflating.port, 'GET / HTTP/1.1', Sec_WebSocket_Protocol='echo',
                                  Sec_WebSocket_Extensions=offer))
        status, fields = connection.head()
    assert status == 101
    assert ('sec-websocket-extensions' in fields) is answered
