"""Debian's Firefox, which speaks WebDriver BiDi by itself, and pages in it that log no error."""
import os
import pathlib
import re
import shutil
import subprocess
import time

import pytest

from kit import PATIENCE, SAMPLES
from page.embedded import MODULES, embed_folder, server_of  # noqa: F401 (fixtures)
from page.page_support import WIRE

from .bidi import Browser
from .scrubber import Scrubber

FIREFOX = os.environ.get('VERNIER_FIREFOX') or shutil.which('firefox-esr') or 'firefox'
READY = re.compile(r'WebDriver BiDi listening on (ws://\S+)')

# What the content security policy stops is told to the page alone.
POLICY = """addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
  console.error(`${violatedDirective} forbids ${blockedURI}`);
});"""


@pytest.fixture(scope='session')
def browser(tmp_path_factory):
    """One Firefox for all tests; each page has a storage of its own."""
    folder = tmp_path_factory.mktemp('firefox')
    process = start(folder)
    try:
        with Browser(address(process, folder / 'log')) as browser:
            browser.send('session.subscribe', events=['log.entryAdded'])
            browser.send('script.addPreloadScript', functionDeclaration=f'() => {{{WIRE}{POLICY}}}')
            yield browser
    finally:
        process.terminate()
        process.wait(PATIENCE)


def start(folder):
    """Starts Firefox with a profile of its own, and neither screen nor network."""
    profile = folder / 'profile'
    profile.mkdir()
    command = [FIREFOX, '--headless', '--no-remote', '--profile', profile,
               '--remote-debugging-port', '0', '--remote-allow-system-access', 'about:blank']
    with (folder / 'log').open('wb') as log:
        return subprocess.Popen(command, stdout=log, stderr=log)


def address(process, log):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        if found := READY.search(pathlib.Path(log).read_text(errors='replace')):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f'Firefox did not start: {pathlib.Path(log).read_text(errors="replace")}')


@pytest.fixture
def visit(browser):
    """Makes tabs: `visit(width, height)`; they go with the test, which fails if they log errors."""
    tabs = []

    def begin(width=1280, height=800):
        tabs.append(browser.tab(width, height))
        return tabs[-1]

    yield begin
    for tab in tabs:
        tab.close()
    assert not (wrong := errors(browser)), wrong


def errors(browser):
    """What the pages have logged since it was last asked, and what they threw and did not catch."""
    events, browser.events = browser.events, []
    entries = [event['params'] for event in events if event['method'] == 'log.entryAdded']
    return [f'{entry["text"]} {called(entry)}' for entry in entries if entry['level'] == 'error']


def called(entry):
    """Where an entry comes from, as far as the browser knows."""
    frames = (entry.get('stackTrace') or {}).get('callFrames', [])
    return ' < '.join(f'{one["functionName"]} {one["url"]}:{one["lineNumber"]}' for one in frames)


@pytest.fixture
def open_page(visit):
    """Opens a page: `open_page(server, media, frame=None, *size)` gives a `Scrubber`."""

    def open_page(server, media, frame=None, *size):
        scrubber = Scrubber(visit(*size), server)
        scrubber.open(media, frame)
        return scrubber

    return open_page


@pytest.fixture
def alone(visit, server_of):  # noqa: F811
    """Opens an element's page: `alone('dial', media='start.ts')` gives a `Scrubber`."""

    def open_alone(name, media='start.ts'):
        server = server_of(SAMPLES / media)
        tab = visit(900, 760)
        tab.go(f'{server.url}/{name}.html')
        tab.evaluate(MODULES)
        return Scrubber(tab, server)

    return open_alone
