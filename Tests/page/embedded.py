"""Each element on a page of its own, which knows nothing of the application."""
import contextlib
import functools
import shutil

import pytest

from kit import ROOT, SAMPLES

from .page_support import WIRE, Scrubber, watch


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
def alone(browser, server_of):
    """Opens an element's page: `alone('dial', media='start.ts', **context)` gives a `Scrubber`."""
    errors, complaints = [], []
    with contextlib.ExitStack() as contexts:

        def open_alone(name, media='start.ts', **options):
            server = server_of(SAMPLES / media)
            context = browser.new_context(**{'viewport': {'width': 900, 'height': 760}, **options})
            contexts.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(15_000)
            page.add_init_script(WIRE)
            page.on('pageerror', lambda error: errors.append(str(error)))
            complaints.append(watch(page))
            page.goto(f'{server.url}/{name}.html')
            return Scrubber(page, server)

        yield open_alone
    assert not errors and not any(complaints), (errors, complaints)
