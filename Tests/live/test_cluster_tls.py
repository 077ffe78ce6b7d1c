"""Redis over TLS, where the system's hiredis has that: only whom one trusts, by the right name."""
import socket
import ssl
import subprocess
import time

import pytest

from behind import free_ports
from cluster import connected, ends, join, led, metric, sees
from kit import SAMPLES
from raw import settled
from redis_server import start_redis  # noqa: F401 (a fixture)
from roommates import MEDIA
from stored import awaited
from test_cluster_names import said
from test_marks_shared import Marker


@pytest.mark.parametrize('text', [None, '', 'no certificate', '-----BEGIN CERTIFICATE-----\nx\n'])
def test_authorities_that_cannot_be_read_are_said_at_once(tmp_path, text):
    file = tmp_path / 'ca.pem'
    if text is not None:
        file.write_text(text)
    done = ends('--redis', 'rediss://127.0.0.1', '--redis-ca', file)
    assert done.returncode == 66 and f'{file}: no certificates' in done.stderr


class Authority:
    """Makes certificates."""

    def __init__(self, folder):
        self.folder, self.file = folder, folder / 'ca.pem'
        folder.mkdir()
        self.openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
                     '-nodes', '-days', '2', '-subj', '/CN=authority', '-keyout', folder / 'ca.key',
                     '-out', self.file)

    def openssl(self, *words):
        subprocess.run(['openssl', *map(str, words)], check=True, capture_output=True)

    def options(self, names, days=2):
        """What makes a Redis listen with a certificate for these names."""
        key, request = self.folder / 'key', self.folder / 'request'
        made, extra = self.folder / 'made.pem', self.folder / 'extra'
        extra.write_text(f'subjectAltName={names}')
        self.openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                     '-subj', '/CN=redis', '-keyout', key, '-out', request)
        self.openssl('x509', '-req', '-in', request, '-CA', self.file, '-CAkey',
                     self.folder / 'ca.key', '-days', days, '-extfile', extra, '-out', made)
        return ['--tls-cert-file', made, '--tls-key-file', key, '--tls-ca-cert-file', self.file,
                '--tls-auth-clients', 'no', '--bind', '127.0.0.1']


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path / 'authority')


@pytest.fixture
def listening(start_redis, authority):  # noqa: F811
    """Starts a Redis with a certificate for names; gives its port."""
    def start(names, **options):
        port, = free_ports(1)
        start_redis(options=['--tls-port', port, *authority.options(names, **options)])
        return port

    return start


@pytest.mark.parametrize('names, host', [
    ('DNS:localhost', 'localhost'), ('IP:127.0.0.1', '127.0.0.1'),
    ('DNS:other.example,IP:127.0.0.1', '127.0.0.1')])
def test_servers_hear_each_other_over_it(serve, listening, authority, names, host):
    port = listening(names)
    extra = ['--redis', f'rediss://{host}:{port}/1', '--redis-ca', authority.file]
    nodes = [serve(SAMPLES, extra=extra) for _ in range(2)]
    for node in nodes:
        settled(node, MEDIA)
        connected(node)
    with join(nodes[0], 'r') as one, join(nodes[1], 'r', follow=True) as two:
        sees(one, 2)
        one.lead()
        one.begin()
        for x in range(101, 400):
            one.move((x, 0))
        led(two, one.end()['target']['frame'])
    with Marker(nodes[0], MEDIA) as one, Marker(nodes[1], MEDIA) as two:
        # More at once than a socket takes, and than TLS has in a record.
        for number in range(40):
            one.edit(add={'name': f'{number}' * 60, 'first': number, 'last': number})
        while len(two.marks['segments']) < 40:
            two.heard()
    for node in nodes:
        assert metric(node, 'cluster_failures_total') == metric(node, 'cluster_reconnects_total') == 0


def test_the_system_s_authorities_are_trusted_without_others(serve, listening, authority, monkeypatch):
    port = listening('DNS:localhost')
    stranger = serve(SAMPLES, extra=['--redis', f'rediss://localhost:{port}'])
    monkeypatch.setenv('SSL_CERT_FILE', str(authority.file))
    server = serve(SAMPLES, extra=['--redis', f'rediss://localhost:{port}'])
    connected(server)
    refused(stranger, 'its certificate is not trusted: ')


def refused(server, reason):
    """Whether it is said once, and the server goes on by itself."""
    awaited(lambda: reason in server.complaints)
    time.sleep(1)
    line, = said(server)
    assert metric(server, 'cluster_connected') == 0 and server.get('/readyz').status == 200


@pytest.mark.parametrize('names, host, reason', [
    ('DNS:other.example', 'localhost', 'hostname mismatch'),
    ('DNS:localhost', '127.0.0.1', 'IP address mismatch'),
    ('IP:127.0.0.2', '127.0.0.1', 'IP address mismatch')])
def test_a_certificate_of_somebody_else_is_refused(serve, listening, authority, names, host, reason):
    port = listening(names)
    extra = ['--redis', f'rediss://{host}:{port}', '--redis-ca', authority.file]
    refused(serve(SAMPLES, extra=extra), f'its certificate is not trusted: {reason}')


def test_redis_that_returns_is_found_over_it(serve, start_redis, authority):  # noqa: F811
    port, = free_ports(1)
    redis = start_redis(options=['--tls-port', port, *authority.options('DNS:localhost')])
    extra = ['--redis', f'rediss://localhost:{port}', '--redis-ca', authority.file]
    server = serve(SAMPLES, extra=extra)
    connected(server)
    redis.kill()
    connected(server, 0)
    redis.start()
    connected(server)
    with redis.stopped():
        connected(server, 0)
    connected(server)


def test_a_server_without_it_is_none_over_it(serve, start_redis):  # noqa: F811
    port, = free_ports(1)
    start_redis(options=['--port', port, '--bind', '127.0.0.1'])
    server = serve(SAMPLES, extra=['--redis', f'rediss://localhost:{port}'])
    refused(server, 'TLS has ended' if hangs_up(port) else 'it does not answer')


def hangs_up(port):
    """Whether a Redis without TLS ends a connection that begins with it, as Python has it: the newest
    waits for the end of a line."""
    with socket.create_connection(('localhost', port), timeout=3) as plain:
        try:
            ssl.create_default_context().wrap_socket(plain, server_hostname='localhost')
        except TimeoutError:
            return False
        except OSError:
            return True
        raise AssertionError('it speaks TLS')
