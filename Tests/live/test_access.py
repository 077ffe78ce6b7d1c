"""Who may come in: tokens, links that work once, and what changes while the server runs."""
import re
import shutil
import signal

import pytest
from websockets.exceptions import InvalidStatus

from client import Client, dial
from kit import PATIENCE, SAMPLES
from stored import awaited

TOKEN, OTHER = 'aB3-_' * 9, 'x' * 43


@pytest.fixture
def tokens(tmp_path):
    path = tmp_path / 'tokens'
    path.write_text(f'# first\n{TOKEN}\n{OTHER}\n')
    path.chmod(0o600)
    return path


@pytest.fixture
def media(tmp_path):
    folder = tmp_path / 'media'
    folder.mkdir()
    shutil.copy2(SAMPLES / 'start.ts', folder)
    return folder


@pytest.fixture
def locked(serve, media, tokens):
    return serve(media, extra=['--token-file', tokens])


def bearer(token):
    return {'Authorization': f'Bearer {token}'}


def link(text):
    """The newest link in what a server has said."""
    return re.findall(r'/login/\S+', text)[-1]


@pytest.mark.parametrize('path', ['/', '/main.js', '/api/v1/media', '/metrics', '/api/openapi.json'])
def test_without_a_token_there_is_nothing_to_see(locked, path):
    assert locked.get(path).status == 401
    assert locked.get(path, **bearer(TOKEN)).status == 200
    assert locked.get(path, **bearer(OTHER)).status == 200
    assert locked.get(path, **bearer('y' * 43)).status == 401
    assert locked.get(f'{path}?token={TOKEN}').status == 401, 'no address lets anyone in'


def test_without_a_token_one_may_ask_whether_the_server_is_well(locked):
    assert locked.get('/healthz').status == locked.get('/readyz').status == 200


def test_a_link_lets_one_browser_in_once(locked):
    path = link(locked.output)
    assert locked.request(path, 'HEAD').status == 410, 'asking about it does not use it up'
    welcome = locked.get(path)
    assert welcome.status == 303 and welcome.headers['Location'] == '/'
    cookie = welcome.headers['Set-Cookie']
    assert 'HttpOnly' in cookie and 'SameSite=Strict' in cookie
    assert locked.get('/', Cookie=cookie.split(';')[0]).status == 200
    assert locked.get(path).status == 410
    assert locked.get('/login/guess').status == 410


@pytest.mark.parametrize('options', [
    {'additional_headers': bearer(TOKEN)}, {'additional_headers': {'Cookie': f'vernier={TOKEN}'}},
    {'protocols': ('vernier.v1', f'vernier.token.{TOKEN}')},
])
def test_a_socket_opens_with_a_token(locked, options):
    with pytest.raises(InvalidStatus, match='401'):
        dial(locked)
    socket = dial(locked, **options)
    assert socket.subprotocol == 'vernier.v1'
    socket.close()


def test_tokens_and_media_change_while_clients_stay(locked, tokens, media):
    def listed(token):
        answer = locked.get('/api/v1/media', **bearer(token))
        return answer.status == 200 and [one['name'] for one in answer.json()['media']]

    socket = dial(locked, additional_headers=bearer(TOKEN))
    new = 'z' * 43
    tokens.write_text(new)
    shutil.copy2(SAMPLES / 'vfr.mkv', media)
    locked.process.send_signal(signal.SIGHUP)
    awaited(lambda: listed(new) == ['start.ts', 'vfr.mkv'])
    assert locked.get('/', **bearer(TOKEN)).status == 401
    socket.ping().wait(PATIENCE)
    socket.send('{"type":"seek","seq":1,"to":{"frame":1}}')
    assert 'not-open' in socket.recv(PATIENCE), 'who was in stays in'
    socket.close()
    assert locked.get(link(locked.complaints)).status == 303, 'a new link is printed'


@pytest.mark.parametrize('content', ['', 'short'])
def test_tokens_that_cannot_be_read_change_nothing(locked, tokens, content):
    tokens.write_text(content)
    locked.process.send_signal(signal.SIGHUP)
    awaited(lambda: 'stay as they were' in locked.complaints)
    assert locked.get('/', **bearer(TOKEN)).status == 200


def test_no_token_is_said_aloud(locked):
    locked.get('/', **bearer(TOKEN))
    locked.get(link(locked.output))
    locked.process.send_signal(signal.SIGHUP)
    awaited(lambda: '/login/' in locked.complaints)
    locked.stop()
    assert TOKEN not in locked.output + locked.complaints


@pytest.mark.parametrize('content, mode, code, text', [
    ('short\n', 0o600, 65, 'line 1'), ('', 0o600, 65, 'holds no token'),
    (TOKEN, 0o644, 65, 'others may read it'), ('#' * (1 << 16) + f'\n{TOKEN}', 0o600, 65, 'longer'),
    (None, 0, 66, 'cannot be read')])
def test_a_server_with_bad_tokens_ends_with_a_code_and_names_the_file(
        vernier, tokens, content, mode, code, text):
    if content is None:
        tokens.unlink()
    else:
        tokens.write_text(content)
        tokens.chmod(mode)
    process = vernier('serve', '--port', 0, '--token-file', tokens, SAMPLES)
    assert process.returncode == code
    assert str(tokens) in process.stderr and text in process.stderr
    assert TOKEN not in process.stderr


@pytest.mark.parametrize('options, code, text', [
    (['--host', '0.0.0.0'], 64, '--token-file'),
    (['--token-file', 'none'], 66, 'none: cannot be read'),
])
def test_a_server_that_anybody_could_reach_does_not_start(vernier, options, code, text):
    process = vernier('serve', '--port', 0, *options, SAMPLES)
    assert process.returncode == code and text in process.stderr


def test_a_server_without_tokens_has_no_links(server):
    assert '/login/' not in server.output
    assert server.get('/login/x').status == 410
    with Client(server, server.media('start.ts')):
        pass
