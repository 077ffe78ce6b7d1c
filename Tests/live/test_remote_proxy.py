"""Media elsewhere is read by the proxies that curl's variables name, and by no others."""
import os
import pathlib

import pytest

from elsewhere import Host, fetcher, frame, one_frame, refuse, web  # noqa: F401
from kit import SAMPLES
from oracle import barcode
from proxies import Proxy

FILM = 'long-gop.mp4'
NAME = 'films.example'  # which nobody but a proxy finds
ADDRESS = f'http://{NAME}/{FILM}'


def behind(host, **options):
    """A proxy that finds a server under the name."""
    return Proxy({NAME: host.server.server_address}, **options)


def shows(address, tmp_path):
    told, picture = one_frame(address, 300, tmp_path)
    return told.returncode == 0 and barcode(picture.read_bytes()) == 300


def test_name_that_only_a_proxy_finds_is_read(monkeypatch, tmp_path):
    with Host(FILM) as host, behind(host) as proxy:
        monkeypatch.setenv('http_proxy', proxy.address)
        assert shows(ADDRESS, tmp_path)
        assert set(proxy.asked) == {('GET', f'http://{NAME}/{FILM}')}


def test_https_goes_through_a_tunnel_which_sees_nothing(web, monkeypatch, tmp_path):
    with Proxy() as proxy, web.watched() as requests:
        monkeypatch.setenv('https_proxy', proxy.address)
        assert shows(web.address(FILM, secure=True), tmp_path)
        assert set(proxy.asked) == {('CONNECT', f'localhost:{web.secure}')}
    assert requests


@pytest.mark.parametrize('exceptions', ['127.0.0.1', '*', 'other.example, 127.0.0.0/8'])
def test_exception_is_asked_directly(exceptions, monkeypatch, tmp_path):
    with Host(FILM) as host, Proxy() as proxy:
        monkeypatch.setenv('http_proxy', proxy.address)
        monkeypatch.setenv('no_proxy', exceptions)
        assert shows(host.address, tmp_path)
        assert host.asked and not proxy.asked


def test_variable_that_others_can_set_for_a_web_server_is_none(monkeypatch, tmp_path):
    with Host(FILM) as host, Proxy() as proxy:
        monkeypatch.setenv('HTTP_PROXY', proxy.address)
        assert shows(host.address, tmp_path)
        assert host.asked and not proxy.asked


@pytest.mark.parametrize('secure', [False, True], ids=['http', 'https'])
def test_proxy_that_lets_nobody_in_is_told_of(secure, web, monkeypatch, tmp_path):
    with Proxy(password='sesame') as proxy:
        monkeypatch.setenv('https_proxy' if secure else 'http_proxy',
                           proxy.address.replace('sesame', 'wrong'))
        told, _ = one_frame(web.address(FILM, secure), 300, tmp_path)
    assert told.returncode == 69 and 'proxy' in told.stderr and 'status 407' in told.stderr
    assert 'wrong' not in told.stderr and '127.0.0.1' not in told.stderr
    assert len(proxy.asked) <= 2


def test_nobody_at_a_proxy_is_told_of(monkeypatch, tmp_path):
    with Proxy() as proxy:
        address = proxy.address
    monkeypatch.setenv('http_proxy', address)
    told, _ = one_frame(ADDRESS, 300, tmp_path)
    assert told.returncode == 69 and 'cannot be reached' in told.stderr


def test_fetcher_knows_the_proxies_and_nothing_else_and_nobody_reads_them(serve, monkeypatch):
    with Host(FILM) as host, behind(host, password='sesame') as proxy:
        monkeypatch.setenv('http_proxy', proxy.address)
        monkeypatch.setenv('AWS_SECRET_ACCESS_KEY', 'treasure')
        server = serve(ADDRESS, extra=['--log', 'json'])
        assert frame(server, 300, FILM) == 300
        process = fetcher(server)
        known = pathlib.Path(f'/proc/{process}/environ').read_bytes()
        assert known.split(b'\0') == [f'http_proxy={proxy.address}'.encode(), b'']
        said = (server.output + server.complaints).encode() + server.get('/metrics').body
        said += server.get(f'/api/v1/media/{server.media(FILM)}').body
        for other in server.workers:
            said += pathlib.Path(f'/proc/{other}/cmdline').read_bytes()
            if other != process:
                said += pathlib.Path(f'/proc/{other}/environ').read_bytes()
        assert b'sesame' not in said and b'treasure' not in said


@pytest.mark.parametrize('host_of_it', ['127.0.0.1', 'localhost', '127.1', '2130706433'])
def test_redirect_to_this_machine_is_not_passed_to_a_proxy(host_of_it, monkeypatch, tmp_path):
    with Host(FILM) as inner:
        port = inner.server.server_address[1]
        to = f'http://{host_of_it}:{port}/{FILM}'
        with Host(FILM, lambda request: refuse(request, 302, Location=to)) as host, \
                behind(host) as proxy:
            monkeypatch.setenv('http_proxy', proxy.address)
            told, _ = one_frame(ADDRESS, 300, tmp_path)
            assert told.returncode == 69 and 'leads elsewhere' in told.stderr
            assert proxy.asked == [('GET', f'http://{NAME}/{FILM}')] and not inner.asked


def test_redirect_past_a_proxy_to_this_machine_is_not_followed(monkeypatch, tmp_path):
    with Host(FILM) as inner:
        with Host(FILM, lambda request: refuse(request, 302, Location=inner.address)) as host, \
                behind(host) as proxy:
            monkeypatch.setenv('http_proxy', proxy.address)
            monkeypatch.setenv('no_proxy', '127.0.0.1')
            told, _ = one_frame(ADDRESS, 300, tmp_path)
            assert told.returncode == 69 and 'leads elsewhere' in told.stderr
            assert not inner.asked


def test_redirect_to_another_name_is_followed_by_the_proxy(monkeypatch, tmp_path):
    to = f'http://other.example/{FILM}'
    with Host(FILM) as film, Host(FILM, lambda request: refuse(request, 302, Location=to)) as host:
        places = {NAME: host.server.server_address, 'other.example': film.server.server_address}
        with Proxy(places) as proxy:
            monkeypatch.setenv('http_proxy', proxy.address)
            assert shows(ADDRESS, tmp_path)
            assert ('GET', to) in proxy.asked


def test_files_here_need_no_proxy(serve, monkeypatch):
    with Proxy() as proxy:
        monkeypatch.setenv('http_proxy', proxy.address)
        server = serve(SAMPLES / FILM)
        assert frame(server, 300, FILM) == 300
        assert not proxy.asked and fetcher(server) is None


def test_variables_of_whoever_runs_the_tests_are_not_there():
    """Or servers of the tests' own on this machine would be asked for elsewhere."""
    assert not [name for name in os.environ if name.lower().endswith('_proxy')]
