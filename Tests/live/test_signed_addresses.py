"""Addresses of pictures and tiles that are signed need no token, and nothing else is let in by them."""
import os
import re
import signal
import subprocess
import textwrap
import time

import m3u8
import pytest
import webvtt

from kit import ROOT, SAMPLES
from oracle import barcode
from signing import OLD, query
from stored import awaited

TOKEN, NEW = 'aB3-_' * 9, 'n3W_' * 11
NAME = 'start.ts'
YEAR = 31536000


def bearer():
    return {'Authorization': f'Bearer {TOKEN}'}


def secret(path, text):
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.fixture(scope='module')
def places(tmp_path_factory):
    return tmp_path_factory.mktemp('secrets')


@pytest.fixture(scope='module')
def site(serve_once, places):
    tokens = secret(places / 'tokens', f'{TOKEN}\n')
    keys = secret(places / 'keys', f'# those of this year\nold {OLD}\nnew {NEW}\n')
    return serve_once(SAMPLES, extra=['--token-file', tokens, '--key-file', keys])


@pytest.fixture(scope='module')
def media(site):
    listed = site.get('/api/v1/media', **bearer()).json()['media']
    return {one['name']: one['id'] for one in listed}


@pytest.mark.parametrize('rest', [
    'frames/7.jpg?width=64&', 'frames/7.png?', 'thumbnails.vtt?', 'thumbnails.json?', 'sprites/0.jpg?',
    'index.bif?', 'filmstrip.jpg?from=3&', 'trickplay/160/0.jpg?', 'trickplay/160/tiles.m3u8?'])
def test_a_signed_address_of_pictures_needs_no_token(site, media, rest):
    address = f'/api/v1/media/{media[NAME]}/{rest}'
    assert site.get(address.rstrip('?&')).status == 401
    for name, key in (('old', OLD), ('new', NEW)):
        answer = site.get(address + query(media[NAME], name=name, key=key))
        assert answer.status == 200
        assert answer.headers['Cross-Origin-Resource-Policy'] == 'cross-origin'
    assert site.request(address + query(media[NAME]), 'HEAD').status == 200


def wrong(media):
    """Signatures that do not hold, each for another reason."""
    good = query(media[NAME])
    changed = good[:-1] + ('A' if good[-1] != 'A' else 'B')
    later = str(int(time.time()) + 9999)
    return {
        'forged': changed,
        'without a key': re.sub('key=old&', '', good),
        'without a time': re.sub(r'expires=\d+&', '', good),
        'of another time': re.sub(r'expires=\d+', f'expires={later}', good),
        'expired': query(media[NAME], seconds=-1),
        'of another media': query(media['hevc.mp4']),
        'of an unknown key': query(media[NAME], name='lost'),
        'by another key': query(media[NAME], name='old', key=NEW),
        'of a time in other words': query(media[NAME], expires=f'+{later}'),
        'of no time': query(media[NAME], expires='never'),
        'longer': good + 'A',
        'short': 'expires=1&key=old&signature=x',
    }


def test_what_does_not_hold_is_forbidden_and_told_nothing_more(site, media):
    answers = {}
    for why, signed in wrong(media).items():
        answer = site.get(f'/api/v1/media/{media[NAME]}/frames/7.jpg?{signed}')
        assert answer.status == 403, why
        answers[why] = answer.body
        with_token = site.get(f'/api/v1/media/{media[NAME]}/frames/7.jpg?{signed}', **bearer())
        assert with_token.status == 403, why
    assert len(set(answers.values())) == 1, 'the reason shows'


@pytest.mark.parametrize('address', [
    '/api/v1/media', '/api/v1/media/{}', '/api/v1/media/{}/file', '/api/v1/media/{}/index',
    '/api/v1/media/{}/marks', '/api/v1/media/{}/target', '/api/v1/media/{}/frames/7.raw',
    '/api/v1/media/{}/frames.raw', '/metrics', '/', '/api/v1/exports'])
def test_a_signature_lets_in_to_nothing_but_pictures_and_tiles(site, media, address):
    path = address.format(media[NAME])
    assert site.get(f'{path}?{query(media[NAME])}').status == 403


def test_addresses_in_a_list_are_signed_as_the_list_is(site, media):
    base = f'/api/v1/media/{media[NAME]}'
    signed = query(media[NAME])
    cues = webvtt.from_string(site.get(f'{base}/thumbnails.vtt?{signed}').body.decode())
    sheet = cues[0].text.split('#')[0]
    assert sheet.endswith(f'&{signed}')
    assert site.get(f'{base}/{sheet}').status == 200
    listed = site.get(f'{base}/thumbnails.json?{signed}').json()
    assert site.get(listed[0]['text'].split('#')[0]).status == 200
    tiles = m3u8.loads(site.get(f'{base}/trickplay/160/tiles.m3u8?{signed}').body.decode())
    assert site.get(f'{base}/trickplay/160/{tiles.segments[0].uri}').status == 200
    other = query(media[NAME], seconds=7200)
    tags = {site.get(f'{base}/thumbnails.vtt?{one}').headers['ETag'] for one in (signed, other)}
    assert len(tags) == 2, 'lists with other addresses are others'


def test_caches_keep_a_signed_picture_no_longer_than_its_address_holds(site, media):
    base = f'/api/v1/media/{media[NAME]}'
    version = site.get(base, **bearer()).json()['version']
    for seconds in (100, 2 * YEAR):
        answer = site.get(f'{base}/frames/7.jpg?v={version}&{query(media[NAME], seconds)}')
        kept = int(re.fullmatch(r'public, max-age=(\d+), immutable',
                                answer.headers['Cache-Control'])[1])
        assert min(seconds, YEAR) - 60 < kept <= min(seconds, YEAR)
    assert barcode(answer.body) == 7


def test_pages_of_other_sites_may_show_what_is_signed_and_nothing_else(site, media):
    foreign = {'Sec_Fetch_Site': 'cross-site', 'Sec_Fetch_Mode': 'no-cors'}
    address = f'/api/v1/media/{media[NAME]}/frames/7.jpg'
    assert site.get(f'{address}?{query(media[NAME])}', **foreign).status == 200
    assert site.get(address, **foreign, **bearer()).status == 403


def test_a_proxy_can_ask_whether_a_signature_holds(site, media):
    address = f'/api/v1/access?media={media[NAME]}'
    assert site.get(f'{address}&{query(media[NAME])}').status == 204
    assert site.get(f'{address}&{query(media["hevc.mp4"])}').status == 403
    assert site.get(f'{address}&expires=&key=&signature=').status == 401
    assert site.get(f'{address}&expires=&key=&signature=', **bearer()).status == 204


def test_keys_change_while_the_server_runs(serve, tmp_path):
    keys = secret(tmp_path / 'keys', f'old {OLD}\n')
    tokens = secret(tmp_path / 'tokens', f'{TOKEN}\n')
    server = serve(SAMPLES, extra=['--token-file', tokens, '--key-file', keys])
    [media] = [one['id'] for one in server.get('/api/v1/media', **bearer()).json()['media']
               if one['name'] == NAME]

    def statuses():
        return [server.get(f'/api/v1/media/{media}/frames/7.jpg?width=64&'
                           + query(media, name=name, key=key)).status
                for name, key in (('old', OLD), ('new', NEW))]

    assert statuses() == [200, 403]
    for text, expected in ((f'old {OLD}\nnew {NEW}\n', [200, 200]), (f'new {NEW}\n', [403, 200]),
                           ('nothing\n', [403, 200])):
        keys.write_text(text)
        server.process.send_signal(signal.SIGHUP)
        if text == 'nothing\n':
            awaited(lambda: 'the keys stay as they were' in server.complaints)
        awaited(lambda: statuses() == expected)


@pytest.mark.parametrize('text, mode', [
    ('', 0o600), ('old\n', 0o600), (f'old {"k" * 42}\n', 0o600), (f'o.d {OLD}\n', 0o600),
    (f'old {OLD}\nold {NEW}\n', 0o600), (f'old {OLD} more\n', 0o600), (f'old {OLD}\n', 0o644),
    (''.join(f'k{number} {OLD}\n' for number in range(17)), 0o600)])
def test_a_file_that_holds_no_keys_is_refused_at_the_start(vernier, tmp_path, text, mode):
    keys = secret(tmp_path / 'keys', text)
    keys.chmod(mode)
    ended = vernier('serve', '--port', '0', '--key-file', keys, SAMPLES / NAME)
    assert ended.returncode in (65, 66), ended.stderr
    assert str(keys) in ended.stderr and OLD not in ended.stderr


def snippets(title):
    """The commands below a title of the manual of operators, a block each."""
    text = (ROOT / 'samples/deploy/README.md').read_text().split(f'## {title}\n')[1]
    text = text.split('\n## ')[0]
    return [textwrap.dedent(block) for block in re.findall(r'(?:^    .*\n)+', text, re.MULTILINE)]


def test_the_commands_of_the_manual_make_a_key_and_sign_by_it(serve, tmp_path):
    make, sign = snippets('Addresses that are signed')
    subprocess.run(['bash', '-ec', make], cwd=tmp_path, check=True)
    tokens = secret(tmp_path / 'tokens', f'{TOKEN}\n')
    server = serve(SAMPLES, extra=['--token-file', tokens, '--key-file', tmp_path / 'keys'])
    [media] = [one for one in server.get('/api/v1/media', **bearer()).json()['media']
               if one['name'] == NAME]
    version = server.get(f'/api/v1/media/{media["id"]}', **bearer()).json()['version']
    address = subprocess.run(['bash', '-ec', sign], cwd=tmp_path, check=True, text=True,
                             stdout=subprocess.PIPE,
                             env={**os.environ, 'id': media['id'], 'version': version}).stdout
    answer = server.get(address.strip())
    assert (answer.status, barcode(answer.body)) == (200, 7)
