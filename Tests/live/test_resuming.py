"""Coming back over another socket, to the place where one was."""
import pytest
from websockets.exceptions import ConnectionClosed

from client import Client


def test_session_goes_on_over_another_socket(server):
    medium = server.media('long-gop.mp4')
    with Client(server, medium) as lost:
        lost.seek(frame=301)
        token = lost.opened['session']
    with Client(server, medium, resume=token) as client:
        assert client.opened['state']['target']['frame'] == 301


def test_socket_that_still_looks_open_is_told_that_it_was_resumed_elsewhere(server):
    medium = server.media('long-gop.mp4')
    with Client(server, medium) as lost:
        lost.seek(frame=301)
        with Client(server, medium, resume=lost.opened['session']) as client:
            assert client.opened['state']['target']['frame'] == 301
            with pytest.raises(ConnectionClosed) as closed:
                lost.until(lambda _: False)
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, 'resumed elsewhere')
            assert client.seek(frame=302)['target']['frame'] == 302
