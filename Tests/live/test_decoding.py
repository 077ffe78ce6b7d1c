"""Files whose times do not tell the order of their frames: read by their headers, or else decoded as a whole,
which clients are told."""
import contextlib
import os

import pytest

from client import Client
from kit import LONG_PATIENCE, MATRIX
from oracle import run

SECONDS = 400  # at 25 frames a second: longer than one step of the scan
TIMES = 300  # so often, what only a decoder knows the order of takes it a second


@pytest.fixture(scope='module')
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp('films')
    source = ['-f', 'lavfi', '-i', f'testsrc=s=64x36:r=25:d={SECONDS}', '-bf', '2', '-g', '50']
    run('ffmpeg', '-v', 'error', *source, '-c:v', 'libx264', '-preset', 'ultrafast',
        str(folder / 'read.h264'))
    (folder / 'decoded.h264').write_bytes((MATRIX / 'reset.h264').read_bytes() * TIMES)
    # It is complete: nobody has written to it for long.
    os.utime(folder / 'decoded.h264', (0, 0))
    (folder / 'lone.ts').write_bytes((MATRIX / 'joined-lone.ts').read_bytes() * TIMES)
    run('ffmpeg', '-v', 'error', *source, '-c:v', 'mpeg4', str(folder / 'part.ts'))
    part = (folder / 'part.ts').read_bytes()
    (folder / 'joined.ts').write_bytes(part + part)
    return folder


@contextlib.contextmanager
def opened(server, name):
    """A client that has waited until a film was decoded as a whole."""
    with Client(server) as client:
        client.send('open', media=server.media(name))
        client.opened = client.expect('opened', LONG_PATIENCE)
        yield client


def index_messages(client):
    return [one for one in client.seen if isinstance(one, dict) and one['type'] == 'index']


def test_client_that_waits_for_a_whole_decode_is_told_why_and_how_far_it_is(serve, films):
    server = serve(films)
    with opened(server, 'decoded.h264') as client:
        told = index_messages(client)
        assert [one['progress'] for one in told] == sorted(one['progress'] for one in told)
        assert told[0]['progress'] == 0
        for one in told:
            assert (one['state'], one['reason'], one['frames']) == ('scanning', 'times-missing', 0)
        assert client.opened['media']['index'] == {'state': 'complete', 'progress': 1}
        assert client.opened['media']['frames'] == 100 * TIMES
        assert {one['version'] for one in told} == {client.opened['media']['version']}


def test_client_on_a_film_whose_times_step_back_is_told_why_it_is_decoded(serve, films):
    server = serve(films)
    with opened(server, 'lone.ts') as client:
        told = [one for one in index_messages(client) if 'reason' in one]
        assert told and {one['reason'] for one in told} == {'times-step-back'}
        assert [one['progress'] for one in told] == sorted(one['progress'] for one in told)
        assert {one['state'] for one in told} == {'scanning'}
        assert client.opened['media']['frames'] == 200 * TIMES


def test_film_whose_times_step_back_is_open_while_its_headers_are_read(serve, films):
    server = serve(films)
    with Client(server, server.media('joined.ts')) as client:
        assert client.opened['media']['index']['state'] == 'scanning'
        whole = client.expect('index', state='complete')
        assert whole['frames'] == 2 * SECONDS * 25
        assert not [one for one in index_messages(client) if 'reason' in one]


def test_film_without_times_is_open_while_it_is_read_and_never_decoded_for_it(serve, films):
    server = serve(films)
    with Client(server, server.media('read.h264')) as client:
        assert client.opened['media']['index']['state'] == 'scanning'
        assert not client.opened['state']['target']['exact']
        whole = client.expect('index', state='complete')
        assert whole['frames'] == SECONDS * 25
        assert not [one for one in index_messages(client) if 'reason' in one]
