"""Each element on a page of its own, which knows nothing of the application."""
import functools
import shutil

import pytest

from kit import ROOT, SAMPLES

from .page_support import Scrubber

SIZE = {'width': 900, 'height': 760}

# Waits for the page's own modules, which ask the server before they set anything: they go on when
# the page has long been loaded, and what a test had set by then they would set again.
MODULES = """() => Promise.all(Array.from(document.scripts, ({ src }) => import(src)))
  .then(() => undefined)"""


@pytest.fixture(scope='module')
def embed_folder(tmp_path_factory):
    """What `make embed` serves."""
    folder = tmp_path_factory.mktemp('web') / 'embed'
    shutil.copytree(ROOT / 'samples/embed', folder)
    shutil.copytree(ROOT / 'web', folder / 'vernier')
    return folder


@pytest.fixture(scope='module')
def server_of(serve_once, embed_folder):
    """The server of one file, which all tests of a module share."""
    return functools.cache(lambda path: serve_once(path, web=embed_folder))


@pytest.fixture
def alone(visit, server_of):
    """Opens an element's page: `alone('dial', media='start.ts', **context)` gives a `Scrubber`."""

    def open_alone(name, media='start.ts', **options):
        server = server_of(SAMPLES / media)
        page = visit(**{'viewport': SIZE, **options})
        page.goto(f'{server.url}/{name}.html')
        page.evaluate(MODULES)
        return Scrubber(page, server)

    return open_alone
