"""A link leads to its frame on the screen, and what goes wrong on a page is heard."""
import io

import pytest
from PIL import Image

from page.page_support import number_in

from .conftest import errors


def number_on(tab):
    """The number that the picture on the screen carries, which the page may move as more of it comes."""
    box, shot = None, None
    while box != (box := tab.box('vernier-view >>> canvas')):
        shot = tab.shot()
    return number_in(
        Image.open(io.BytesIO(shot)), dict(zip(('x', 'y', 'width', 'height'), box)))


@pytest.mark.parametrize('media, frame, lands', [
    ('long-gop.mp4', 123, 123), ('vfr.mkv', None, 0), ('start.ts', 999999, 199),
    ('vp9.webm', 30, 30), ('hevc.mp4', 7, 7), ('dropframe.mov', 77, 77),
])
def test_a_link_lands_on_its_frame_and_so_does_a_reload(server, open_page, media, frame, lands):
    scrubber = open_page(server, media, frame)
    assert scrubber.land() == lands
    assert number_on(scrubber.tab) == lands
    scrubber.tab.reload()
    assert scrubber.land() == lands


@pytest.mark.parametrize('size', [(1280, 800), (900, 600), (390, 844)])
def test_the_page_fits_its_window_and_has_no_scrollbar(server, open_page, size):
    scrubber = open_page(server, 'start.ts', None, *size)
    assert scrubber.tab.evaluate("""() => {
      const { clientWidth, scrollWidth, scrollHeight } = document.documentElement;
      return [clientWidth, scrollWidth, Math.max(scrollHeight, innerHeight)];
    }""") == [size[0], *size]


@pytest.mark.parametrize('wrong', [
    'throw new Error("wrong")', 'Promise.reject(new Error("wrong"))', 'console.error("wrong")'])
def test_what_goes_wrong_on_a_page_is_heard(server, browser, visit, wrong):
    tab = visit()
    tab.go(f'{server.url}/icon.svg')
    tab.evaluate(f"""new Promise((done) => {{
      setTimeout(done, 50);
      setTimeout(() => {{ {wrong} }});
    }})""")
    assert [text for text in errors(browser) if 'wrong' in text]
