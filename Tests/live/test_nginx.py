"""Everything works through nginx, and nothing that is not meant for the network gets out."""
import http.client
import json
import re

import pytest
from websockets.exceptions import InvalidStatus

from client import PREVIEW, Client
from kit import PATIENCE, ROOT
from oracle import barcode

NAME = 'long-gop.mp4'

# What section 3.1 of the list of promises wants on every answer.
HARDENING = [
    'Content-Security-Policy', 'Cross-Origin-Embedder-Policy', 'Cross-Origin-Opener-Policy',
    'Cross-Origin-Resource-Policy', 'Permissions-Policy', 'Referrer-Policy',
    'X-Content-Type-Options',
]
PLACES = ['/', '/main.js', '/scrub-model.wasm', '/api/v1/media', '/api/v1/media/{id}',
          '/api/v1/media/{id}/index', '/api/v1/media/{id}/frames/3.jpg',
          '/api/v1/media/{id}/file', '/api/v1/media/{id}/nothing', '/healthz', '/readyz']


@pytest.mark.parametrize('place', PLACES)
def test_what_a_node_says_of_its_answers_survives(nginx, place):
    path = place.format(id=nginx.media(NAME))
    theirs, ours = nginx.ask(path), nginx.nodes[0].ask(path)
    assert theirs.status == ours.status
    for name in [*HARDENING, 'Content-Type', 'Cache-Control']:
        assert ours.headers[name] and theirs.headers[name] == ours.headers[name], name
    assert theirs.headers['Strict-Transport-Security'].startswith('max-age=')
    assert theirs.headers['Server'] == 'nginx'


def test_page_is_served_whole(nginx):
    web = ROOT / 'web'
    modules = [*web.rglob('*.js')]
    assert web / 'main.js' in modules
    for path in modules:
        assert nginx.get(f'/{path.relative_to(web)}').body == path.read_bytes()


def test_socket_is_scrubbed_through_it(nginx):
    with Client(nginx, nginx.media(NAME), origin=nginx.url, preview=PREVIEW) as client:
        assert client.seek(frame=123)['target']['frame'] == 123
        assert barcode(client.exact_picture(123).picture) == 123
        client.begin()
        frame = client.moved((150, 0), (200, 0))['target']['frame']
        assert frame > 123 and client.end()['target']['frame'] == frame
        assert barcode(client.exact_picture(frame).picture) == frame


def test_marks_are_put_through_it(nginx):
    path = f'/api/v1/media/{nginx.media(NAME)}/marks'
    marks = nginx.get(path).json()
    segments = [{'name': 'x' * 60, 'first': frame, 'last': frame} for frame in range(600)] * 2
    body = json.dumps({'version': marks['version'], 'segments': segments})
    assert len(body) > 64 << 10
    answer = nginx.put_marks(path, body, marks['version'], Origin=nginx.url)
    assert answer.status == 200 and len(answer.json()['segments']) == 1200
    assert nginx.ask(path, 'PUT', body, Origin='https://evil.example').status == 403


@pytest.mark.parametrize('origin', ['https://evil.example', 'http://localhost', 'null'])
def test_page_from_elsewhere_cannot_open_the_socket(nginx, origin):
    with pytest.raises(InvalidStatus) as refusal:
        Client(nginx, origin=origin)
    assert refusal.value.response.status_code == 403


def test_socket_without_an_upgrade_is_told_so(nginx):
    assert nginx.get('/api/v1/scrub').status == 426
    assert nginx.ask('/api/v1/scrub', Upgrade='h2c', Connection='upgrade').status == 426


@pytest.mark.parametrize('path', [
    '/metrics', '/metrics/', '//metrics', '/%6detrics', '/%6Detrics', '/./metrics', '/x/../metrics',
    '/x/%2e%2e/metrics', '/metrics?x=y', '/metrics;x', '/x#/../metrics', '/metrics%2f',
    '/api/../metrics', '/%2fmetrics', '/metrics%20', '/x%23/../metrics',
])
def test_metrics_are_not_public(nginx, path):
    answer = nginx.ask(path)
    assert 400 <= answer.status < 500 and b'vernier_' not in answer.body


def test_metrics_of_each_node_are_for_this_machine(nginx):
    for path in ['/vernier', '/vernier@2', '/vernier@3']:
        connection = http.client.HTTPConnection('127.0.0.1', nginx.metrics_port, timeout=PATIENCE)
        connection.request('GET', path)
        assert re.search(rb'^vernier_sockets_total \d+$', connection.getresponse().read(), re.M)
        connection.close()


def test_plain_http_leads_to_the_name_that_is_ours(nginx):
    connection = http.client.HTTPConnection('127.0.0.1', nginx.plain_port, timeout=PATIENCE)
    connection.request('GET', '/a?b=c', headers={'Host': 'evil.example'})
    answer = connection.getresponse()
    assert (answer.status, answer.headers['Location']) == (308, 'https://localhost/a?b=c')
    connection.close()


@pytest.mark.parametrize('head, statuses', [
    (b'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n', [400]),
    (b'GET / HTTP/1.1\r\n', [400]),
    (b'GET / HTTP/1.1\r\nHost: evil.example\r\n', [421]),
    (b'GET /\x80 HTTP/1.1\r\nHost: {host}\r\n', [400]),
    (b'GET /"> HTTP/1.1\r\nHost: {host}\r\n', [400]),
    (b'GET /\\..\\ HTTP/1.1\r\nHost: {host}\r\n', [400]),
    (b'GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n',
     [400]),
    (b'GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3, 4\r\n', [400]),
    (b'GET / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip\r\n', [400, 501]),
    (b'GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2000000\r\n', [413]),
    (b'GET /' + b'x' * 4000 + b' HTTP/1.1\r\nHost: {host}\r\n', [414]),
    (b'GET / HTTP/1.1\r\nHost: {host}\r\nX: ' + b'x' * 4000 + b'\r\n', [400]),
    (b'TRACE / HTTP/1.1\r\nHost: {host}\r\n', [405]),
    (b'CONNECT localhost:1 HTTP/1.1\r\nHost: {host}\r\n', [400, 405]),
    (b'DELETE / HTTP/1.1\r\nHost: {host}\r\n', [405]),
    (b'GET / HTTP/9.9\r\nHost: {host}\r\n', [505]),
])
def test_what_is_no_strict_http_is_refused(nginx, head, statuses):
    host = f'localhost:{nginx.port}'.encode()
    answer = nginx.say(head.replace(b'{host}', host) + b'Connection: close\r\n\r\n')
    assert int(answer.split(b' ')[1]) in statuses, answer[:500]
    # Those who do not know our name hear nothing of us.
    assert (b'problem+json' in answer) == (b'{host}' in head or b': localhost' in head)


def test_name_that_is_not_ours_gets_no_certificate(nginx):
    with pytest.raises(OSError, match='unrecognized name|alert|EOF|reset'):
        nginx.say(b'GET / HTTP/1.1\r\n\r\n', name='evil.example')
