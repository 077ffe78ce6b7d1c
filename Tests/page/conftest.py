"""Chromium, and pages in it that fail the test on any error they log."""
import contextlib
import json
import os
import shutil
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from kit import PATIENCE, SAMPLES

from .page_support import WIRE, Scrubber, watch

CHROMIUM = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium-headless-shell')
DESKTOP = {'width': 1280, 'height': 800}

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope='session')
def launch():
    """Launches browsers: `launch(*arguments)`; they go with the last test."""
    with sync_playwright() as playwright:
        yield lambda *arguments: playwright.chromium.launch(
            executable_path=CHROMIUM, args=['--no-sandbox', *arguments], timeout=1000 * PATIENCE)


@pytest.fixture(scope='session')
def browser(launch):
    """One browser for all tests; each page has a context of its own."""
    browser = launch('--enable-precise-memory-info')
    yield browser
    browser.close()


@pytest.fixture(scope='session')
def room(browser):
    """What most pages share, one after the other: a context of its own is half of a short test."""
    context = browser.new_context(viewport=DESKTOP)
    # Keeps the window, which would go with its last page.
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def own_server(serve, out, own_cache, monkeypatch):
    """A server that exports, and that nobody else marks on.

    What it shows does not depend on who has decoded it: the pictures of others spare it seconds of
    making a storyboard.
    """
    monkeypatch.setenv('XDG_CACHE_HOME', own_cache)
    return serve(SAMPLES, extra=['--export-dir', out])


@pytest.fixture
def visit(browser, room):
    """Makes pages: `visit(**context)`; they go with the test, with all that they have stored."""
    visits = Visits(browser, room)
    yield visits.begin
    visits.end()


@pytest.fixture
def open_page(visit):
    """Opens a page: `open_page(server, media=None, frame=None, **context)` gives a `Scrubber`."""

    def open_page(server, media=None, frame=None, **options):
        scrubber = Scrubber(visit(**options), server)
        scrubber.open(media, frame)
        return scrubber

    return open_page


class Visits:
    """The pages of one test, and what went wrong on them."""

    def __init__(self, browser, room):
        self.browser, self.room = browser, room
        self.pages, self.contexts = [], []
        self.errors, self.complaints = [], []
        self.marked = set()

    def begin(self, viewport=None, **options):
        """A page of the shared context, where nothing but its size is asked for."""
        context = self.own(viewport, options) if options else self.room
        page = context.new_page()
        self.pages.append(page)
        if viewport and not options:
            page.set_viewport_size(viewport)
        page.set_default_timeout(1000 * PATIENCE)
        page.add_init_script(WIRE)
        page.on('pageerror', lambda error: self.errors.append(str(error)))
        page.on('console', lambda message: self.refused(message.text))
        self.complaints.append(watch(page))
        page.on('websocket', lambda socket: socket.on('framesent', lambda sent: self.noted(page, sent)))
        return page

    def noted(self, page, sent):
        if isinstance(sent, str) and '"edit"' in sent:
            self.marked.add(self.origin(page))

    def own(self, viewport, options):
        context = self.browser.new_context(viewport=viewport or DESKTOP, **options)
        self.contexts.append(context)
        return context

    def refused(self, text):
        """Notes what the content security policy stopped."""
        if 'Content Security Policy' in text:
            self.errors.append(text)

    def end(self):
        origins = {self.origin(page) for page in self.pages}
        for page in self.pages:
            page.close()
        for context in self.contexts:
            context.close()
        self.forget(origins)
        for origin in self.marked:
            clear_marks(origin)
        assert not self.errors, self.errors
        assert not any(self.complaints), self.complaints

    @staticmethod
    def origin(page):
        return urlsplit(page.url)._replace(path='', query='', fragment='').geturl()

    def forget(self, origins):
        """As if nobody had been here."""
        session = self.room.new_cdp_session(self.room.pages[0])
        for origin in origins:
            session.send('Storage.clearDataForOrigin',
                         {'origin': origin, 'storageTypes': 'local_storage'})
        session.detach()


def clear_marks(origin):
    """Takes away what was marked, for the next test on the same server."""
    with contextlib.suppress(urllib.error.URLError):
        for media in ask(f'{origin}/api/v1/media')['media']:
            address = f'{origin}/api/v1/media/{media["id"]}/marks'
            marks = ask(address)
            if marks['version'] > 0:
                ask(address, {'version': marks['version'], 'segments': []})


def ask(address, content=None):
    """Gets JSON, or puts it there."""
    body = json.dumps(content).encode() if content else None
    request = urllib.request.Request(address, body, method='PUT' if content else 'GET')
    if content:
        request.add_header('If-Match', f'"marks-{content["version"]}"')
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)
