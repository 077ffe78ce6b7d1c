"""Who may talk to the server, and what of the disk it shows."""
import http.client
import os
import shutil
import socket
import stat

import pytest
from websockets.exceptions import InvalidHandshake

import published
from client import Client, dial
from kit import PATIENCE, SAMPLES, Response
from watch import Watch

FOREIGN = ['evil.example', 'evil.example:{port}', '127.0.0.1.evil.example:{port}', '127.0.0.1:1']


@pytest.mark.parametrize('host', FOREIGN)
@pytest.mark.parametrize('path', ['/', '/api/v1/media', '/healthz'])
def test_another_host_name_is_refused(server, host, path):
    assert server.get(path, Host=host.format(port=server.port)).status in (403, 421)


@pytest.mark.parametrize('host', ['127.0.0.1', 'localhost'])
def test_own_host_names_are_served(server, host):
    assert server.get('/', Host=f'{host}:{server.port}').status == 200


@pytest.mark.parametrize('origin', [
    'http://evil.example', 'https://127.0.0.1:{port}', 'http://127.0.0.1:1', 'null',
    'http://127.0.0.1:{port}.evil.example',
])
def test_page_from_elsewhere_cannot_open_the_socket(server, origin):
    with pytest.raises(InvalidHandshake):
        Client(server, origin=origin.format(port=server.port))


def test_own_page_and_clients_that_are_no_browsers_can(server):
    for origin in (server.url, None):
        with Client(server, server.media('start.ts'), origin=origin) as client:
            assert client.opened['media']['name'] == 'start.ts'


@pytest.mark.parametrize('path, protocols', [
    ('/', ['vernier.v1']), ('/api/v1/other', ['vernier.v1']), ('/api/v1/scrub', ['vernier.v9']),
    ('/api/v1/scrub', None),
])
def test_socket_needs_its_path_and_its_protocol(server, path, protocols):
    with pytest.raises((InvalidHandshake, ConnectionError, EOFError)):
        dial(server, path, protocols)


@pytest.mark.parametrize('path', [
    '/../Package.swift', '/%2e%2e/Package.swift', '/..%2fPackage.swift', '/./../../etc/passwd',
    '//etc/passwd', '/main.js%00.html', '/..\\Package.swift', '/.git/config',
])
def test_page_folder_has_no_way_out(server, path):
    status, body = raw(server, path)
    assert status in (HUNG_UP, 400, 403, 404)
    assert b'swift-tools-version' not in body and b'root:' not in body


def test_nul_leads_nowhere_but_to_the_page(server):
    # libwebsockets 4.1 takes `/` followed by NUL for `/` itself, and 4.3 hangs up on it.
    assert raw(server, '/%00') in (raw(server, '/'), (HUNG_UP, b''))


@pytest.mark.parametrize('medium', ['..', '%2e%2e%2fhevc.mp4', 'hevc.mp4', '%2Fetc%2Fpasswd'])
def test_medium_is_named_by_its_id_alone(server, medium):
    status, _ = raw(server, f'/api/v1/media/{medium}/file')
    assert status in (HUNG_UP, 400, 404)


@pytest.mark.parametrize('method', ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
def test_nothing_can_be_written(server, method):
    try:
        assert server.request('/api/v1/media', method).status in (400, 403, 405, 501)
    except (http.client.HTTPException, ConnectionError):
        pass  # hung up on
    assert server.get('/healthz').status == 200


def test_symbolic_link_out_of_the_root_is_not_served(serve, tmp_path):
    root, outside = tmp_path / 'root', tmp_path / 'outside'
    root.mkdir()
    outside.mkdir()
    secret = outside / 'secret.mp4'
    secret.write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    (root / 'mine.mp4').write_bytes(secret.read_bytes())
    (root / 'link.mp4').symlink_to(secret)
    (root / 'folder').symlink_to(outside)
    server = serve(root)
    listed = server.get('/api/v1/media').json()['media']
    assert [medium['name'] for medium in listed] == ['mine.mp4']


def test_link_that_appears_later_in_the_place_of_a_file_is_not_followed(serve, tmp_path):
    root = tmp_path / 'root'
    root.mkdir()
    secret = tmp_path / 'secret.mp4'
    secret.write_bytes(b'secret')
    mine = root / 'mine.mp4'
    mine.write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    server = serve(root)
    medium = server.media('mine.mp4')
    mine.unlink()
    mine.symlink_to(secret)
    assert b'secret' not in server.get(f'/api/v1/media/{medium}/file').body


def device(path):
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        pytest.skip('only root makes devices')


def folder_link(path, outside):
    path.parent.rmdir()
    path.parent.symlink_to(outside)


COMERS = {
    'link': lambda path, outside: path.symlink_to(outside / path.name),
    'link in mid-path': folder_link,
    'pipe': lambda path, _: os.mkfifo(path),
    'folder': lambda path, _: path.mkdir(),
    'socket': lambda path, _: os.mknod(path, stat.S_IFSOCK | 0o600),
    'device': lambda path, _: device(path),
}


@pytest.mark.parametrize('kind', COMERS)
def test_what_comes_in_the_place_of_a_file_is_not_served(serve, tmp_path, kind):
    mine, outside = tmp_path / 'root/sub/mine.mp4', tmp_path / 'outside'
    for folder in (mine.parent, outside):
        folder.mkdir(parents=True)
        shutil.copy2(SAMPLES / 'hevc.mp4', folder / mine.name)
    server = serve(tmp_path / 'root')
    medium, watch = server.media('sub/mine.mp4'), Watch(outside / mine.name)
    mine.unlink()
    COMERS[kind](mine, outside)
    for path in ('', '/file', '/frames/3.jpg', '/index?format=csv'):
        assert server.get(f'/api/v1/media/{medium}{path}').status in (404, 422)
    with Client(server) as client:
        client.send('open', media=medium)
        assert client.expect('error')['code'] in ('unknown-media', 'index-failed')
    assert not watch.opened()
    watch.close()


def test_root_that_is_a_link_is_where_it_leads(serve, tmp_path):
    (tmp_path / 'media').mkdir()
    shutil.copy2(SAMPLES / 'hevc.mp4', tmp_path / 'media')
    (tmp_path / 'link').symlink_to('media')
    server = serve(tmp_path / 'link')
    with Client(server, server.media('hevc.mp4')) as client:
        assert client.seek(frame=77)['target']['frame'] == 77


def test_pipe_among_the_media_blocks_nobody(serve, tmp_path):
    os.mkfifo(tmp_path / 'pipe.mp4')
    (tmp_path / 'mine.mp4').write_bytes((SAMPLES / 'hevc.mp4').read_bytes())
    listed = serve(tmp_path).get('/api/v1/media').json()['media']
    assert [medium['name'] for medium in listed] == ['mine.mp4']


def test_no_other_address_is_listened_on(server):
    with socket.socket() as other:
        other.settimeout(2)
        with pytest.raises(OSError):
            other.connect(('127.0.0.2', server.port))  # this machine too, by another address


HUNG_UP = None


def raw(server, path):
    """Sends the path as it stands, where a client of good manners would tidy it."""
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=PATIENCE)
    try:
        connection.putrequest('GET', path)
        connection.endheaders()
        answer = Response(connection.getresponse())
        published.http.check('GET', path, answer)
        return answer.status, answer.body
    except (http.client.HTTPException, ConnectionError):
        return HUNG_UP, b''
    finally:
        connection.close()
