"""What a server of media may do wrong ends in a clear error for that media, or is overcome."""
import socket
import threading
import time

import pytest

from elsewhere import Host, is_look, refuse, reset
from elsewhere import one_frame as frame
from kit import LONG_PATIENCE, PATIENCE, SAMPLES
from oracle import barcode

FILM = 'long-gop.mp4'


def shows(address, number, tmp_path):
    told, picture = frame(address, number, tmp_path)
    assert told.returncode == 0, told.stderr
    return barcode(picture.read_bytes()) == number


def refusal(host, tmp_path):
    """The error that a frame ends in; nothing is shown, and the film alone is named."""
    told, picture = frame(host.address, 300, tmp_path)
    assert told.returncode in (65, 69) and not picture.exists(), told
    assert told.stderr.startswith(f'vernier: {FILM}: '), told.stderr
    assert '127.0.0.1' not in told.stderr
    return told.stderr


def lies(**head):
    """Answers all but the first look with a head that is not true."""
    def act(request):
        if is_look(request):
            return False
        host = request.server.host
        first, end = host.part(request)
        host.head(request, **{name: value(first, end, len(host.content))
                              for name, value in head.items()})
        request.wfile.write(host.content[first:end])
        request.close_connection = True
        return True
    return act


LIES = {
    'another range': (lies(Content_Range=lambda a, b, n: f'bytes {a + 1}-{b}/{n}'), 'not what was'),
    'no range': (lies(Content_Range=lambda *_: None), 'not what was'),
    'range without end': (lies(Content_Range=lambda a, b, n: f'bytes {a}-{b - 1}/*'), 'not what'),
    'huge range': (lies(Content_Range=lambda a, b, n: f'bytes {a}-{2**70}/{2**71}'), 'not what'),
    'longer than its range': (lies(Content_Length=lambda a, b, n: b - a + 1), 'not what was'),
    'compressed': (lies(Content_Encoding=lambda *_: 'gzip'), 'not what was'),
    'grown meanwhile': (lies(Content_Range=lambda a, b, n: f'bytes {a}-{b - 1}/{n + 1}'), 'anew'),
    'another entity': (lies(ETag=lambda *_: '"other"'), 'anew'),
}


@pytest.mark.parametrize('lie', LIES)
def test_lie_ends_in_an_error(lie, tmp_path):
    act, reason = LIES[lie]
    with Host(FILM, act) as host:
        host.server.host = host
        assert reason in refusal(host, tmp_path)


def test_server_without_ranges_is_told_of(tmp_path):
    def act(request):
        request.server.host.head(request, status=200, Content_Range=None)
        request.wfile.write(request.server.host.content)
        return True
    with Host(FILM, act) as host:
        host.server.host = host
        assert 'does not send parts of it' in refusal(host, tmp_path)


def test_server_that_names_no_version_is_told_of(tmp_path):
    def act(request):
        request.server.host.serve(request, ETag=None, Last_Modified=None)
        return True
    with Host(FILM, act) as host:
        host.server.host = host
        assert 'names no version' in refusal(host, tmp_path)


def test_time_of_change_is_a_version_where_there_is_no_tag(tmp_path):
    def act(request):
        request.server.host.serve(request, ETag=None)
        return True
    with Host(FILM, act) as host:
        host.server.host = host
        assert shows(host.address, 300, tmp_path)


def test_version_that_is_asked_for_is_named_in_each_request(tmp_path):
    named = []

    def act(request):
        named.append(request.headers.get('If-Match'))
        assert request.headers['Accept-Encoding'] == 'identity'
        return False
    with Host(FILM, act) as host:
        assert shows(host.address, 300, tmp_path)
    assert named[0] is None and set(named[1:]) == {f'"{host.tag}"'}


@pytest.mark.parametrize('status, reason', [
    (403, 'refuses'), (404, 'does not have it'), (410, 'does not have it'), (418, 'status 418')])
def test_status_is_told_and_not_asked_again(status, reason, tmp_path):
    with Host(FILM, lambda request: refuse(request, status)) as host:
        assert reason in refusal(host, tmp_path)
        assert len(host.asked) == 1


def test_change_in_mid_film_is_noticed(tmp_path):
    def act(request):
        if not is_look(request):
            request.server.host.tag = 'another'
        return False
    with Host(FILM, act) as host:
        host.server.host = host
        assert 'anew' in refusal(host, tmp_path)


def flaky(fail, times):
    """Fails so many times, each for another range, and then serves well."""
    left = {'count': times}

    def act(request):
        if is_look(request) or left['count'] == 0:
            return False
        left['count'] -= 1
        return fail(request)
    return act


def half(request):
    host = request.server.host
    first, end = host.part(request)
    host.head(request)
    request.wfile.write(host.content[first:(first + end) // 2])
    request.close_connection = True
    return True


def half_and_reset(request):
    half(request)
    request.wfile.flush()
    time.sleep(0.1)
    return reset(request)


PASSING = {
    'short body': half, 'reset': reset, 'reset in mid-body': half_and_reset,
    '500': lambda request: refuse(request, 500),
    '503': lambda request: refuse(request, 503),
    '429 with Retry-After': lambda request: refuse(request, 429, Retry_After=1),
}


@pytest.mark.parametrize('trouble', PASSING)
def test_trouble_that_passes_is_overcome(trouble, tmp_path):
    with Host(FILM, flaky(PASSING[trouble], 2)) as host:
        host.server.host = host
        assert shows(host.address, 300, tmp_path)


def test_asked_pause_is_kept(tmp_path):
    times = []

    def act(request):
        if is_look(request):
            return False
        times.append(time.monotonic())
        return refuse(request, 503, Retry_After=2) if len(times) == 1 else False
    with Host(FILM, act) as host:
        assert shows(host.address, 300, tmp_path)
    assert times[1] - times[0] >= 2


def test_pause_that_is_too_long_is_not_waited_for(tmp_path):
    with Host(FILM, lambda request: refuse(request, 503, Retry_After=3600)) as host:
        began = time.monotonic()
        assert 'too busy' in refusal(host, tmp_path)
        assert time.monotonic() - began < PATIENCE and len(host.asked) == 1


def test_rest_alone_is_asked_for_after_a_break(tmp_path):
    broken = set()

    def act(request):
        last = request.headers['Range'].split('-')[1]
        if is_look(request) or last in broken:
            return False
        broken.add(last)
        return half_and_reset(request)
    with Host(FILM, act) as host:
        host.server.host = host
        assert shows(host.address, 300, tmp_path)
    asked = [wanted[6:].split('-') for _, wanted in host.asked if wanted != 'bytes=0-0']
    # Each block is broken off once; what nobody reads any more is not asked for again.
    starts = {last: [int(first) for first, end in asked if end == last] for _, last in asked}
    again = [found for found in starts.values() if len(found) > 1]
    assert again and all(len(found) == 2 and found[1] > found[0] for found in again)


def test_redirect_is_followed_at_most_three_times(tmp_path):
    def act(request):
        steps = request.path.count('/again')
        if steps == 0:
            return False
        path = request.path.replace('/again', '', 1)
        return refuse(request, 302, Location=path)
    with Host(FILM, act) as host:
        base = host.address.removesuffix(f'/{FILM}')
        assert shows(f'{base}/again/again/again/{FILM}', 300, tmp_path)
        told, _ = frame(f'{base}/again/again/again/again/{FILM}', 300, tmp_path)
        assert told.returncode == 69 and 'leads elsewhere' in told.stderr


@pytest.mark.parametrize('location', ['file:///etc/passwd', 'ftp://127.0.0.1/film', 'gopher://x/'])
def test_redirect_to_another_protocol_is_not_followed(location, tmp_path):
    with Host(FILM, lambda request: refuse(request, 302, Location=location)) as host:
        assert 'leads elsewhere' in refusal(host, tmp_path)


def test_endless_head_is_not_read(tmp_path):
    def act(request):
        request.wfile.write(b'HTTP/1.1 206 Partial Content\r\n')
        while True:
            request.wfile.write(b'X-More: ' + b'x' * 1000 + b'\r\n')
    with Host(FILM, act) as host:
        assert 'not what was asked for' in refusal(host, tmp_path)


def test_endless_body_is_not_read(tmp_path):
    def act(request):
        request.server.host.head(request, Content_Length=None, Connection='close')
        while True:
            request.wfile.write(bytes(65536))
    with Host(FILM, act) as host:
        host.server.host = host
        assert 'not what was asked for' in refusal(host, tmp_path)


def test_silence_ends_in_an_error(tmp_path):
    over = threading.Event()
    with Host(FILM, lambda request: over.wait(LONG_PATIENCE) or True) as host:
        began = time.monotonic()
        assert 'silent for too long' in refusal(host, tmp_path)
        assert time.monotonic() - began < 2 * PATIENCE
        over.set()


def test_nobody_at_the_address_is_told_of(tmp_path):
    with socket.socket() as taken:
        taken.bind(('127.0.0.1', 0))
        address = f'http://127.0.0.1:{taken.getsockname()[1]}/{FILM}'
        told, _ = frame(address, 300, tmp_path)
    assert told.returncode == 69 and 'cannot be reached' in told.stderr


def test_others_are_served_meanwhile_and_nothing_is_lost(serve, tmp_path):
    over = threading.Event()

    def act(request):
        return False if is_look(request) else over.wait(LONG_PATIENCE) or True
    with Host(FILM, act) as host:
        server = serve(host.address, SAMPLES / 'start.ts')
        silent = server.media(FILM)
        waiting = threading.Thread(
            target=lambda: server.ask(f'/api/v1/media/{silent}/frames/3.jpg'), daemon=True)
        waiting.start()
        path = f'/api/v1/media/{server.media("start.ts")}/frames'
        for number in (0, 100, 199):
            began = time.monotonic()
            assert barcode(server.get(f'{path}/{number}.jpg').body) == number
            assert server.get('/healthz').status == 200
            assert time.monotonic() - began < PATIENCE / 4
        over.set()
        waiting.join(PATIENCE)
