"""A socket for a test to break, and another one that must not notice (RFC 6455)."""
import functools

import pytest

from frames import PING, PONG, frame, text
from raw import RawSocket, refusal, settled

MEDIA = 'start.ts'


@pytest.fixture(scope='session')
def media(server):
    return settled(server, MEDIA)


@pytest.fixture
def socket(server, media):
    with RawSocket(server, media) as socket:
        yield socket


@pytest.fixture
def refused(server, media):
    """How the server closes on who sends this: `refused(*parts, chop=None)`."""
    return functools.partial(refusal, server, media)


@pytest.fixture(autouse=True)
def canary(server, media):
    """Is open before the test, and must be served as ever after it."""
    with RawSocket(server, media) as canary:
        yield canary
        canary.send(frame(b'canary', PING), text({'type': 'seek', 'seq': 1, 'to': {'frame': 33}}))
        assert canary.beyond_pings() == (PONG, b'canary')
        state = canary.expect('state')
        assert (state['seq'], state['target']['frame']) == (1, 33)
