"""Pages that are not ours, in a browser that also shows ours: they get nothing of what is here."""
import pytest

from kit import SAMPLES

from .other_origin import ATTEMPTS, FRAME, OtherOrigin

NAME = 'start.ts'
KINDS = ['socket', 'list', 'list without leave', 'list with cookies', 'file', 'picture',
         'picture with leave']
ALL, NONE = dict.fromkeys(KINDS, 'read'), dict.fromkeys(KINDS, 'refused')
REBOUND = 'rebind.example'
ERROR_PAGE = 'chrome-error://chromewebdata/'


@pytest.fixture
def elsewhere(tmp_path):
    elsewhere = OtherOrigin(tmp_path)
    yield elsewhere
    elsewhere.stop()


@pytest.fixture
def page(browser):
    """A page whose complaints are none of ours."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def rebound(launch):
    """A page in a browser for which a foreign name leads to this machine.

    No policy of the answer that it begins with holds it back.
    """
    browser = launch(f'--host-resolver-rules=MAP {REBOUND} 127.0.0.1')
    yield browser.new_page(bypass_csp=True)
    browser.close()


def attempts(page, server, address=None):
    """What the page gets of the server, by the address that it knows it by."""
    given = {'server': address or server.url, 'media': server.media(NAME)}
    return page.evaluate(ATTEMPTS, given)


def test_own_page_gets_everything(server, page):
    page.goto(server.url)
    assert attempts(page, server) == ALL


def test_another_server_s_pictures_would_be_seen(server, page, elsewhere, tmp_path):
    frame = f'/api/v1/media/{server.media(NAME)}/frames/7.jpg'
    (tmp_path / frame[1:]).parent.mkdir(parents=True)
    (tmp_path / frame[1:]).write_bytes(server.get(frame).body)
    page.goto(elsewhere.url())
    got = attempts(page, server, elsewhere.url('localhost'))
    assert (got['picture'], got['list without leave']) == ('tainted', 'opaque')


@pytest.mark.parametrize('name', ['127.0.0.1', 'localhost'])
def test_page_of_another_port_gets_nothing(server, page, elsewhere, name):
    page.goto(elsewhere.url(name))
    assert attempts(page, server) == NONE
    assert attempts(page, server, f'http://localhost:{server.port}') == NONE


def test_page_without_an_origin_gets_nothing(server, page):
    page.goto('data:text/html,<!doctype html><title>nowhere</title>')
    assert page.evaluate('origin') == 'null'
    assert attempts(page, server) == NONE


def test_page_that_was_allowed_gets_the_socket_alone(serve, page, elsewhere):
    server = serve(SAMPLES, extra=['--allow-origin', elsewhere.url()])
    page.goto(elsewhere.url())
    assert attempts(page, server) == {**NONE, 'socket': 'read'}
    page.goto(elsewhere.url('localhost'))
    assert attempts(page, server) == NONE


@pytest.mark.parametrize('path', ['/', '/api/v1/media', '/healthz'])
def test_page_elsewhere_shows_nothing_of_ours_in_a_frame(server, page, elsewhere, path):
    page.goto(elsewhere.url())
    assert page.evaluate(FRAME, elsewhere.url()) == 'elsewhere'
    assert page.evaluate(FRAME, server.url + path) is None
    assert page.frames[-1].url == ERROR_PAGE


def rebound_to(server, page):
    """What a page gets whose name leads to the server; it is of the same origin, then."""
    address = f'http://{REBOUND}:{server.port}'
    status = page.goto(f'{address}/healthz').status
    assert page.evaluate('origin') == address
    return status, attempts(page, server, address)


def test_name_that_was_made_to_lead_here_gets_nothing_but_a_refusal(server, rebound):
    status, got = rebound_to(server, rebound)
    told = dict.fromkeys([kind for kind in KINDS if 'list' in kind or kind == 'file'], 'nothing')
    assert (status, got) == (421, {**NONE, **told})


def test_name_that_was_allowed_gets_everything(serve, rebound):
    server = serve(SAMPLES, extra=['--allow-host', REBOUND])
    assert rebound_to(server, rebound) == (200, ALL)
