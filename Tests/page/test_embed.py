"""The client library on a page that is not ours."""
import shutil

import pytest
from playwright.sync_api import expect

from kit import ROOT, SAMPLES

from .page_support import watch


@pytest.fixture
def page(browser, serve, tmp_path):
    folder = shutil.copytree(ROOT / 'samples/embed', tmp_path / 'embed')
    shutil.copy(ROOT / 'web/vernier-client.js', folder)
    context = browser.new_context()
    page = context.new_page()
    complaints = watch(page)
    page.goto(serve(SAMPLES / 'start.ts', web=folder).url)
    yield page
    context.close()
    assert not complaints


def test_example_shows_the_frame_under_its_slider(page):
    image = page.locator('img')
    expect(image).to_have_attribute('title', 'frame 0')
    for position, frame in ((0.5, 100), (1, 199), (0.25, 50)):
        page.locator('input').fill(str(position))
        expect(image).to_have_attribute('title', f'frame {frame}')
        expect(image).to_have_js_property('naturalWidth', 640)


def test_example_is_short():
    lines = (ROOT / 'samples/embed/embed.js').read_text().splitlines()
    assert len(lines) <= 20
