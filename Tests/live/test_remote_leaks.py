"""Servers that do what they should not cost neither descriptors nor memory, however often."""
import contextlib
import http.client
import os
import pathlib
import signal

import pytest

from elsewhere import Host, fetcher, is_look, metric, refuse, reset
from kit import SANITIZED
from oracle import barcode
from workers import thread_names, until

FILM = 'long-gop.mp4'
BLOCK = 2**20
BLOCKS = 96  # behind the film, in a box that nobody looks into
ROUNDS, KILLS = 6, 40


class Trouble(Host):
    """A film with much behind it, and what goes wrong with its ranges: `trouble(host, request)`."""

    def __init__(self):
        super().__init__(FILM, self.meet)
        length = BLOCKS * BLOCK
        self.behind = len(self.content)
        self.content += length.to_bytes(4, 'big') + b'free' + os.urandom(length - 8)
        self.trouble = None
        self.last = 1
        # Of which nothing ever comes.
        self.lost = (self.behind // BLOCK + 1) * BLOCK + 9

    def meet(self, request):
        return not is_look(request) and self.trouble is not None and self.trouble(self, request)

    def fresh(self):
        """A few bytes of a block that nobody has asked for before, behind none that was read."""
        self.last += 2
        place = (self.behind // BLOCK + self.last) * BLOCK + 77
        assert place + 100 < len(self.content)
        return place, place + 100


def told(host, request):
    """Sends what was asked for, behind a head that was sent."""
    first, end = host.part(request)
    request.wfile.write(host.content[first:end])
    return True


def lie(host, request):
    host.head(request, Content_Range='bytes 1-2/3')
    return told(host, request)


def compressed(host, request):
    host.head(request, Content_Encoding='gzip')
    return told(host, request)


def endless_head(host, request):
    request.wfile.write(b'HTTP/1.1 206 Partial Content\r\n')
    while True:
        request.wfile.write(b'X-More: ' + b'x' * 1000 + b'\r\n')


FINAL = [
    lie, compressed, endless_head,
    lambda _, request: refuse(request, 404),
    lambda _, request: refuse(request, 302, Location='file:///etc/passwd'),
    lambda _, request: refuse(request, 302, Location=request.path),
]


def once(trouble):
    """The trouble, and none after it."""
    def meet(host, request):
        host.trouble = None
        return trouble(host, request)
    return meet


def short(host, request):
    host.head(request)
    first, _ = host.part(request)
    request.wfile.write(host.content[first:first + 1000])
    request.close_connection = True
    return True


PASSING = [once(short), once(lambda _, request: reset(request)),
           once(lambda _, request: refuse(request, 503))]


@pytest.fixture
def host():
    with Trouble() as host:
        yield host


@pytest.fixture
def server(serve, host):
    server = serve(host.address, extra=['--index-cache', 'none', '--preview-cache', 'none'])
    until(lambda: server.get(f'/api/v1/media/{server.media(FILM)}').json()['index']['state']
          == 'complete', 'the index')
    return server


def part(server, first, end):
    """What comes of a part of the film, without its end where that cannot be had."""
    connection = server.connection()
    with contextlib.closing(connection):
        path = f'/api/v1/media/{server.media(FILM)}/file'
        connection.request('GET', path, headers={'Range': f'bytes={first}-{end - 1}'})
        try:
            return connection.getresponse().read()
        except (http.client.HTTPException, OSError):
            return None


def descriptors(process):
    return len(os.listdir(f'/proc/{process}/fd'))


def memory(process):
    pages = int(pathlib.Path(f'/proc/{process}/statm').read_text().split()[1])
    return pages * os.sysconf('SC_PAGE_SIZE')


def held(server):
    """The descriptors and the memory of the server and of its fetcher, and who serves workers."""
    pids = [server.pid, fetcher(server)]
    return ([descriptors(pid) for pid in pids], [memory(pid) for pid in pids],
            thread_names(server.pid).count('vernier-ranges'))


def annoy(server, host):
    """Has each trouble met once by who reads parts, and one by who decodes; returns the bytes that
    came in the end."""
    came = 0
    for trouble in FINAL:
        host.trouble = trouble
        assert part(server, host.lost, host.lost + 9) != host.content[host.lost:host.lost + 9]
    host.trouble = lie
    answer = server.ask(f'/api/v1/media/{server.media(FILM)}/frames/300.jpg')
    assert answer.status != 200
    for trouble in PASSING:
        host.trouble = trouble
        first, end = host.fresh()
        assert part(server, first, end) == host.content[first:end]
        came += BLOCK
    host.trouble = None
    return came


def test_troubles_leave_nothing_behind(server, host):
    annoy(server, host)
    before = held(server)
    came = sum(annoy(server, host) for _ in range(ROUNDS))

    def is_as_before():
        now = held(server)
        return all(new <= old + 4 for old, new in zip(before[0], now[0])) and now[2] <= before[2] + 1
    until(is_as_before, 'the descriptors of before')
    assert metric(server, 'remote_failures_total') >= len(FINAL) * ROUNDS
    assert metric(server, 'remote_retries_total') >= len(PASSING) * ROUNDS
    if SANITIZED:
        return
    (_, was, _), (_, now, _) = before, held(server)
    assert now[0] - was[0] <= came + 24 * 2**20, 'blocks that came are kept, and nothing else'
    assert now[1] - was[1] <= 16 * 2**20
    answer = server.get(f'/api/v1/media/{server.media(FILM)}/frames/300.jpg')
    assert barcode(answer.body) == 300


def test_fetcher_that_is_killed_again_and_again_comes_back_each_time(server, host):
    part(server, *host.fresh())
    before, seen = descriptors(server.pid), {fetcher(server)}
    for _ in range(KILLS):
        os.kill(fetcher(server), signal.SIGKILL)
        first, end = host.fresh()
        assert part(server, first, end) == host.content[first:end]
        seen.add(fetcher(server))
    assert len(seen) == KILLS + 1
    assert metric(server, 'fetchers_started_total') == KILLS + 1
    assert metric(server, 'remote_failures_total') == 0
    assert metric(server, 'workers_lost_total') == 0
    until(lambda: descriptors(server.pid) <= before + 2, 'the descriptors of before')
    fetchers = [one for one in server.workers
                if b'fetcher' in pathlib.Path(f'/proc/{one}/cmdline').read_bytes()]
    assert len(fetchers) == 1, 'none of those that were killed is left'
