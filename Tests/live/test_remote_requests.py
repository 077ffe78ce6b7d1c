"""How media elsewhere is asked for: each block once, over few connections, and all of it counted."""
import os
import pathlib
import threading

import pytest

from elsewhere import frame, metric, web  # noqa: F401
from kit import PATIENCE, SAMPLES
from workers import until

FILM = 'long-gop.mp4'
BLOCK = 2**20


def whole(server):
    """All of the film, by the server."""
    return server.get(f'/api/v1/media/{server.media(FILM)}/file').body


def size(file):
    """The bytes of a file, none of one that is removed at this moment."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def blocks(requests):
    """The ranges that were asked for, but for looks at what is there."""
    return [wanted for _, _, wanted, *_ in requests if wanted != 'bytes=0-0']


@pytest.mark.parametrize('secure', [False, True], ids=['http', 'https'])
def test_connections_are_used_again(web, serve, secure):
    with web.watched('connections') as found:
        server = serve(web.address(FILM, secure), extra=['--preview-cache', 'none'])
        for number in (0, 599, 250):
            assert frame(server, number, FILM) == number
        assert whole(server) == (SAMPLES / FILM).read_bytes()
    assert len(found) >= 12
    # Eight at once to one server, by HTTP/1.1; one for all of HTTP/2, and another for the first look.
    assert len({connection for connection, *_ in found}) <= (2 if secure else 8)
    assert {protocol for _, protocol, _ in found} == {'HTTP/2.0' if secure else 'HTTP/1.1'}


def test_each_block_is_asked_for_once_by_many_who_want_it(web, serve):
    server = serve(web.address(f'slow/{FILM}'), extra=['--preview-cache', 'none'])
    content, found = (SAMPLES / FILM).read_bytes(), []

    def part(path):
        found.append(server.get(path, Range=f'bytes={8 * BLOCK}-{10 * BLOCK - 1}').body)

    with web.watched() as requests:
        path = f'/api/v1/media/{server.media(FILM)}/file'
        readers = [threading.Thread(target=part, args=(path,)) for _ in range(8)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(PATIENCE)
    assert found == [content[8 * BLOCK:10 * BLOCK]] * 8
    asked = blocks(requests)
    assert asked and len(set(asked)) == len(asked)


def test_metrics_count_what_the_web_server_has_sent(web, serve):
    with web.watched('connections') as found:
        server = serve(web.address(FILM), extra=['--preview-cache', 'none'])
        assert frame(server, 300, FILM) == 300
        assert whole(server) == (SAMPLES / FILM).read_bytes()
        # What nobody waits for any more was broken off, and has been written by then.
        assert whole(server) == (SAMPLES / FILM).read_bytes()
        hits, waits = metric(server, 'remote_hits_total'), metric(server, 'remote_waits_total')
        requests, received = metric(server, 'remote_requests_total'), metric(server, 'remote_bytes_total')
        server.stop()
    assert len(found) >= requests >= len(found) - 2, 'looks go on until the end'
    assert abs(sum(sent for *_, sent in found) - received) <= 2 * BLOCK
    # The second time all is there: 64 KiB at a time.
    assert hits >= len((SAMPLES / FILM).read_bytes()) // 65536
    assert 0 < waits <= hits


def test_blocks_on_disk_keep_to_their_bound(web, serve):
    server = serve(web.address(FILM), extra=['--preview-cache', 'none', '--remote-cache', '6MiB'])
    cache = pathlib.Path(os.environ['XDG_CACHE_HOME']) / 'vernier/remote'
    sizes = []
    for first in range(0, (SAMPLES / FILM).stat().st_size, 3 * BLOCK):
        path = f'/api/v1/media/{server.media(FILM)}/file'
        assert server.get(path, Range=f'bytes={first}-{first + 2 * BLOCK}').status == 206
        sizes.append(sum(map(size, cache.glob('*.vnrb'))))
    until(lambda: list(cache.glob('*.vnrb')), 'blocks on disk')
    assert max(sizes) <= 6 * BLOCK
