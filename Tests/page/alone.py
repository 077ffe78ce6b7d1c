"""The bar, its bubble and its ruler in a page that knows nothing of the application."""
import json
import pathlib
import shutil
import urllib.parse

import pytest

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope='module')
def alone(server, serve_once, tmp_path_factory):
    """A server whose pages include one of another's making."""
    web = tmp_path_factory.mktemp('alone') / 'web'
    shutil.copytree(HERE.parents[1] / 'web', web)
    shutil.copytree(HERE / 'alone_page', web, dirs_exist_ok=True)
    return serve_once(*server.paths, web=web)


def open_alone(open_page, server, media, context=None, **options):
    """Shows a media; `direction`, `attributes`, `stops` and `snap` are the page's."""
    scrubber = open_page(server, **(context or {}))
    hash = urllib.parse.quote(json.dumps({'media': server.media(media), **options}))
    scrubber.page.goto(f'{server.url}/alone.html#{hash}')
    scrubber.page.wait_for_selector('vernier-view:defined')
    # What hears keys comes after the rest of the bar.
    scrubber.page.wait_for_selector('vernier-bar[tabindex]')
    scrubber.settle()
    return scrubber
