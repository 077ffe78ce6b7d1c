"""Chromium, and pages in it that fail the test on any error they log."""
import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from .page_support import WIRE, Scrubber, watch

CHROMIUM = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium')
DESKTOP = {'width': 1280, 'height': 800}


@pytest.fixture(scope='session')
def browser():
    """One browser for all tests; each page has a context of its own."""
    arguments = ['--no-sandbox', '--enable-precise-memory-info']
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Opens a page: `open_page(server, media=None, frame=None, **context)` gives a `Scrubber`."""
    contexts, errors, complaints = [], [], []

    def open_page(server, media=None, frame=None, **options):
        context = browser.new_context(**{'viewport': DESKTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.add_init_script(WIRE)
        page.on('pageerror', lambda error: errors.append(str(error)))
        complaints.append(watch(page))
        page.on('console', lambda message: refused(message.text, errors))
        scrubber = Scrubber(page, server)
        scrubber.open(media, frame)
        return scrubber

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors
    assert not any(complaints), complaints


def refused(text, errors):
    """Notes what the content security policy stopped."""
    if 'Content Security Policy' in text:
        errors.append(text)
