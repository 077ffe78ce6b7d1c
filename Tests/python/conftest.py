"""The client under test, from its sources, and what its tests can ask for."""
import os
import shutil
import sys

import pytest
from playwright.sync_api import sync_playwright

from kit import ROOT, SAMPLES, VERNIER

SOURCES = ROOT / 'samples/python/src'
sys.path[:0] = [str(SOURCES), str(ROOT / 'Tests/live'), str(ROOT / 'Tests/bench')]

import vernier as client  # noqa: E402

from fake import FakeServer  # noqa: E402


@pytest.fixture(scope='session')
def served():
    """Our client's server of the samples, shared by all tests that leave it as they found it."""
    with client.serve(SAMPLES, program=VERNIER) as server:
        yield server


@pytest.fixture
def fake():
    """A server of the tests' own, which answers as a test wants it to."""
    with FakeServer() as server:
        yield server


@pytest.fixture(scope='session')
def browser():
    found = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium-headless-shell')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=['--no-sandbox'])
        yield browser
        browser.close()
