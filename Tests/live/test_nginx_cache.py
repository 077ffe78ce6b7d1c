"""nginx keeps what names the version of its media, and asks a node for all else."""
import shutil

import pytest

from kit import SAMPLES
from oracle import barcode
from workers import until

NAME = 'long-gop.mp4'
STATUS = 'X-Cache-Status'


def versioned(nginx, place):
    """The address of something of the film that never changes."""
    path = f'/api/v1/media/{nginx.media(NAME)}'
    version = nginx.get(path).json()['version']
    return f'{path}/{place}{"&" if "?" in place else "?"}v={version}'


def requests(nginx):
    """How many requests the nodes have had, but for those that ask for it."""
    return sum(node.metric('requests_total') for node in nginx.nodes) - 1


@pytest.mark.parametrize('place', [
    'frames/7.jpg?width=160', 'thumbnails.vtt?interval=2', 'filmstrip.jpg?from=0&to=9&count=3',
    'sprites/0.jpg?interval=2',
])
def test_second_answer_comes_from_the_cache(nginx, place):
    path = versioned(nginx, place)
    first = nginx.get(path)
    before = requests(nginx)
    second, third = nginx.get(path), nginx.request(path, 'HEAD')
    asked = requests(nginx) - before
    assert asked == len(nginx.nodes) + 2, 'only this test has asked, and nginx who may come in'
    assert [answer.headers[STATUS] for answer in (first, second, third)] == ['MISS', 'HIT', 'HIT']
    assert first.body == second.body and first.body
    for name in ('ETag', 'Cache-Control', 'Content-Type', 'Content-Security-Policy'):
        assert first.headers[name] == second.headers[name]
    assert 'Set-Cookie' not in second.headers


def test_browser_that_has_it_is_answered_from_the_cache(nginx):
    path = versioned(nginx, 'frames/8.jpg?width=160')
    etag = nginx.get(path).headers['ETag']
    before = requests(nginx)
    assert nginx.get(path, If_None_Match=etag).status == 304
    assert requests(nginx) - before == len(nginx.nodes) + 1, 'but who may come in'


def test_page_of_another_site_gets_nothing_from_the_cache(nginx):
    path = versioned(nginx, 'frames/9.jpg?width=160')
    assert [nginx.get(path).headers[STATUS] for _ in range(2)] == ['MISS', 'HIT']
    for site in ('cross-site', 'same-site'):
        foreign = nginx.get(path, Sec_Fetch_Site=site, Sec_Fetch_Mode='no-cors')
        assert (foreign.status, foreign.headers[STATUS]) == (403, None)
        assert foreign.json()['status'] == 403
    link = nginx.get(path, Sec_Fetch_Site='cross-site', Sec_Fetch_Mode='navigate')
    own = nginx.get(path, Sec_Fetch_Site='same-origin', Sec_Fetch_Mode='no-cors')
    assert (link.headers[STATUS], own.headers[STATUS]) == ('HIT', 'HIT')


@pytest.mark.parametrize('place', ['frames/6.jpg?width=160', 'index?format=csv'])
def test_what_names_no_version_is_asked_about(nginx, place):
    path = f'/api/v1/media/{nginx.media(NAME)}/{place}'
    answers = [nginx.get(path) for _ in range(2)]
    assert [answer.headers[STATUS] for answer in answers] == ['BYPASS', 'BYPASS']
    assert answers[0].body == answers[1].body
    assert nginx.get(path, If_None_Match=answers[0].headers['ETag']).status == 304


def test_index_of_a_file_that_was_replaced_is_not_the_old_one(own_nginx):
    other = SAMPLES / 'hevc.mp4'
    path = f'/api/v1/media/{own_nginx.media(NAME)}/index?format=csv'
    old = own_nginx.get(path).body
    (own_nginx.media_folder / NAME).unlink()
    shutil.copyfile(other, own_nginx.media_folder / NAME)
    new = own_nginx.get(path).body
    assert new != old
    assert new == own_nginx.get(f'/api/v1/media/{own_nginx.media("hevc.mp4")}/index?format=csv').body


@pytest.mark.parametrize('place', ['', '/target?frame=3', '/nothing', '/frames/x.jpg'])
def test_what_is_of_the_moment_is_not_kept(nginx, place):
    path = f'/api/v1/media/{nginx.media(NAME)}{place}'
    assert 'HIT' not in [nginx.ask(path).headers[STATUS] for _ in range(3)]


def test_pictures_from_the_cache_are_the_frames_asked_for(nginx):
    def status(frame):
        answer = nginx.get(versioned(nginx, f'frames/{frame}.jpg'))
        assert barcode(answer.body) == frame
        return answer.headers[STATUS]

    frames = (40, 41, 249, 250)
    assert [status(frame) for frame in frames] == ['MISS'] * 4
    for frame in frames:
        # It keeps an answer only after it has sent it.
        until(lambda: status(frame) == 'HIT', 'nginx has kept it')
