"""Who logs in through nginx stays so, and whoever is not let in gets nothing, also of the cache."""
import itertools
import re
import string

import pytest

from behind import NODES, Nginx
from client import Client
from kit import SAMPLES
from signing import OLD, query

NAME = 'long-gop.mp4'
STATUS = 'X-Cache-Status'

# The first is one that nginx reads as a cookie of its own, of which it would set another.
TOKENS = ['ab-_' + string.digits * 4, 'x' * 43]
TOKENS = [(token * 3)[:43] for token in TOKENS]


@pytest.fixture
def locked(tmp_path, request):
    """nginx in front of two nodes that want a token."""
    tokens = tmp_path / 'tokens'
    tokens.write_text('\n'.join(request.param if hasattr(request, 'param') else TOKENS))
    tokens.chmod(0o600)
    nginx = Nginx(['--token-file', tokens])
    try:
        yield nginx.start()
    finally:
        nginx.stop()


def bearer(token):
    return {'Authorization': f'Bearer {token}'}


def links(nginx):
    """The link that each node has printed."""
    return [re.findall(r'/login/\S+', node.output)[-1] for node in nginx.nodes]


class Browser:
    """Keeps cookies as a browser does: by name, the newest, and none that is secure without TLS."""

    def __init__(self, site):
        self.site, self.cookies = site, {}

    def get(self, path):
        sent = {'Cookie': '; '.join(f'{key}={value}' for key, value in self.cookies.items())}
        answer = self.site.get(path, **(sent if self.cookies else {}))
        for header in answer.headers.get_all('Set-Cookie') or []:
            key, value = header.split(';')[0].split('=', 1)
            self.cookies[key] = value
        return answer


@pytest.mark.parametrize('locked', [[token] for token in TOKENS], indirect=True)
def test_browser_that_followed_a_link_stays_logged_in(locked):
    browser = Browser(locked)
    assert browser.get(links(locked)[0]).status == 303
    for _ in range(3):
        assert browser.get('/').status == 200
    assert {'vernier', 'vernier_node'} == set(browser.cookies)
    cookies = '; '.join(f'{key}={value}' for key, value in browser.cookies.items())
    media = next(medium['id'] for medium in browser.get('/api/v1/media').json()['media']
                 if medium['name'] == NAME)
    with Client(locked, media, headers={'Cookie': cookies}) as client:
        assert client.seek(frame=7)['target']['frame'] == 7


def test_link_of_each_node_works_once_through_nginx(locked):
    found = links(locked)
    assert len(set(found)) == len(NODES)
    for link in found:
        assert [locked.get(link).status for _ in range(2)] == [303, 410]
    assert locked.get('/login/guess').status == 410


def test_link_of_a_node_works_while_the_other_is_gone(locked):
    for gone, stays in itertools.permutations(range(len(NODES)), 2):
        locked.nodes[gone].stop()
        locked.nodes[stays].stop()
        locked.nodes[stays].start()
        assert locked.get(links(locked)[stays]).status == 303
        locked.nodes[gone].start()


def test_token_is_sent_over_tls_alone(locked):
    cookie = locked.get(links(locked)[0]).headers['Set-Cookie']
    assert 'Secure' in cookie.split('; ') and 'HttpOnly' in cookie.split('; ')
    # Whoever asks a node itself has no TLS.
    node = locked.nodes[1]
    cookie = node.get(links(locked)[1]).headers['Set-Cookie']
    assert 'Secure' not in cookie and 'HttpOnly' in cookie


@pytest.mark.parametrize('place', [
    'frames/7.jpg?width=160', 'thumbnails.vtt?interval=2', 'filmstrip.jpg?from=0&to=9&count=3',
    'sprites/0.jpg?interval=2', 'index?format=csv',
])
def test_cache_answers_nobody_without_a_token(locked, place):
    names = locked.get('/api/v1/media', **bearer(TOKENS[0])).json()['media']
    path = next(f'/api/v1/media/{one["id"]}' for one in names if one['name'] == NAME)
    version = locked.get(path, **bearer(TOKENS[0])).json()['version']
    path = f'{path}/{place}&v={version}'
    first = locked.get(path, **bearer(TOKENS[0]))
    assert (first.status, first.headers[STATUS]) == (200, 'MISS')
    strangers = [{}, bearer('y' * 43), {'Cookie': 'vernier=' + 'y' * 43},
                 {'If-None-Match': first.headers['ETag']}]
    for stranger in strangers:
        for method in ('GET', 'HEAD'):
            refusal = locked.ask(path, method, **stranger)
            assert refusal.status == 401 and refusal.body != first.body
            assert refusal.headers['WWW-Authenticate'] == 'Bearer'
            assert refusal.headers['Content-Type'] == 'application/problem+json'
    for friend in (bearer(TOKENS[1]), {'Cookie': f'vernier={TOKENS[1]}'}):
        again = locked.get(path, **friend)
        assert (again.status, again.body) == (200, first.body)
        assert again.headers[STATUS] == 'HIT'


def test_cache_answers_nobody_while_no_node_can_say_who_may(own_nginx):
    media = f'/api/v1/media/{own_nginx.media(NAME)}'
    version = own_nginx.get(media).json()['version']
    path = f'{media}/frames/3.jpg?width=160&v={version}'
    assert [own_nginx.get(path).headers[STATUS] for _ in range(2)] == ['MISS', 'HIT']
    for node in own_nginx.nodes:
        node.stop()
    answer = own_nginx.ask(path)
    assert (answer.status, answer.headers[STATUS]) == (500, None) and answer.json()['status'] == 500
    for node in own_nginx.nodes:
        node.start()
    assert own_nginx.get(path).headers[STATUS] == 'HIT'


def test_one_media_goes_to_one_node_although_each_is_asked_who_may_come_in(own_nginx):
    for path in SAMPLES.iterdir():
        media = own_nginx.media(path.name)
        own_nginx.ask(f'/api/v1/media/{media}/index')
        own_nginx.ask(f'/api/v1/media/{media}/target?position=1')
    indexed = [node.metric('media_indexed_total') for node in own_nginx.nodes]
    assert sum(indexed) == len(list(SAMPLES.iterdir()))
    assert sum(map(bool, indexed)) > 1, 'they do not all go to the same'


def test_a_signed_picture_comes_from_the_cache_as_long_as_the_signature_holds(tmp_path):
    tokens, keys = tmp_path / 'tokens', tmp_path / 'keys'
    tokens.write_text('\n'.join(TOKENS))
    keys.write_text(f'old {OLD}\n')
    for path in (tokens, keys):
        path.chmod(0o600)
    nginx = Nginx(['--token-file', tokens, '--key-file', keys])
    try:
        nginx.start()
        listed = nginx.get('/api/v1/media', **bearer(TOKENS[1])).json()['media']
        [media] = [one['id'] for one in listed if one['name'] == NAME]
        about = f'/api/v1/media/{media}'
        version = nginx.get(about, **bearer(TOKENS[1])).json()['version']
        address = f'{about}/frames/3.jpg?width=64&v={version}&'
        signed = query(media)
        answers = [nginx.get(address + signed) for _ in range(2)]
        assert [answer.status for answer in answers] == [200, 200]
        assert [answer.headers[STATUS] for answer in answers] == ['MISS', 'HIT']
        forged = query(media, key='f' * 43)
        assert nginx.get(address + forged).status == 403
        assert nginx.get(address).status == 401
    finally:
        nginx.stop()
