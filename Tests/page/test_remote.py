"""A film that lies elsewhere is scrubbed like any other, with a sign while its bytes are on their way."""
import contextlib
import re
import sys
import threading

import pytest
from playwright.sync_api import expect

from kit import LONG_PATIENCE, ROOT, SAMPLES

sys.path.append(str(ROOT / 'Tests/live'))

from elsewhere import Host, is_look  # noqa: E402

FILM = 'long-gop.mp4'

# Notes when waits are told and when the sign is shown, by the page's own clock.
NOTES = """() => {
  window.noted = [];
  const status = document.querySelector('.status');
  new MutationObserver(() => {
    const says = document.querySelector('.fetching')?.textContent ?? '';
    noted.push({ says, at: performance.now() });
  }).observe(status, { subtree: true, childList: true, characterData: true });
}"""


class Held(Host):
    """A server of a film that keeps the end to itself until it is asked for, and can keep all.

    Else the end might have come, on a busy machine, before anyone goes there.
    """

    END = range(17 << 20, 21 << 20)  # bytes of the last group, and of nothing else

    def __init__(self):
        super().__init__(FILM, self.wait)
        self.free, self.end = threading.Event(), threading.Event()
        self.free.set()

    def wait(self, request):
        if is_look(request):
            return False
        first, end = self.part(request)
        if first < self.END.stop and end > self.END.start:
            self.end.wait(LONG_PATIENCE)
        self.free.wait(LONG_PATIENCE)
        return False

    @contextlib.contextmanager
    def holding(self):
        self.free.clear()
        try:
            yield
        finally:
            self.free.set()

    @contextlib.contextmanager
    def holding_end(self):
        try:
            yield
        finally:
            self.end.set()


@pytest.fixture
def host():
    with Held() as host:
        yield host
        host.free.set()
        host.end.set()


@pytest.fixture
def remote(host, serve):
    """A server of the film, on which nothing of it is shown before somebody looks."""
    return serve(host.address, SAMPLES / 'hevc.mp4', extra=['--preview-cache', 'none'])


def test_film_is_listed_opened_and_scrubbed(remote, open_page):
    scrubber = open_page(remote, FILM, frame=300)
    assert scrubber.land() == 300
    scrubber.press('.')
    assert scrubber.land() == 301
    scrubber.open_list()
    expect(scrubber.page.locator('#media').get_by_text(FILM)).to_be_visible()


def away(scrubber, host):
    """Goes where nothing has come from; the end is sent once that is over."""
    scrubber.page.evaluate(NOTES)
    return host.holding_end()


def test_sign_is_shown_while_bytes_are_on_their_way_and_goes(host, remote, open_page):
    scrubber = open_page(remote, FILM, frame=0)
    page = scrubber.page
    sign = page.locator('.fetching')
    expect(sign).to_have_text('')
    with away(scrubber, host):
        scrubber.press('End')
        expect(sign).to_have_text('Fetching the picture')
        # Who cannot see it is told, when nothing else is said.
        expect(page.get_by_role('status').filter(has_text='Fetching the picture')).to_be_visible()
        assert sign.evaluate('(sign) => getComputedStyle(sign, "::before").content') == '""'
    assert scrubber.land() == 599
    expect(sign).to_have_text('')


def test_sign_comes_no_earlier_than_300_ms(host, remote, open_page):
    scrubber = open_page(remote, FILM, frame=0)
    with away(scrubber, host):
        began = scrubber.page.evaluate('performance.now()')
        scrubber.press('End')
        expect(scrubber.page.locator('.fetching')).to_have_text('Fetching the picture')
        noted = scrubber.page.evaluate('noted')
    assert next(note['at'] for note in noted if note['says']) - began >= 300


def test_pulse_rests_for_who_wants_less_motion(host, remote, open_page):
    scrubber = open_page(remote, FILM, frame=0, reduced_motion='reduce')
    with away(scrubber, host):
        scrubber.press('End')
        sign = scrubber.page.locator('.fetching')
        expect(sign).to_have_text('Fetching the picture')
        assert sign.evaluate('(sign) => getComputedStyle(sign, "::before").animationName') == 'none'


def test_sign_is_in_the_readers_language(host, remote, open_page):
    scrubber = open_page(remote, FILM, frame=0, locale='ja-JP')
    with away(scrubber, host):
        scrubber.press('End')
        expect(scrubber.page.locator('.fetching')).to_have_text('画像を取得中')


def test_what_lies_here_has_no_sign(remote, open_page):
    scrubber = open_page(remote, 'hevc.mp4', frame=0)
    scrubber.press('End')
    scrubber.land()
    assert scrubber.page.locator('.fetching').count() == 0


def test_bytes_that_an_index_has_taken_are_shown(host, serve, open_page):
    """Before any frame is known, too."""
    with host.holding():
        server = serve(host.address, extra=['--preview-cache', 'none'])
        scrubber = open_page(server)
        scrubber.page.goto('about:blank')
        scrubber.page.goto(f'{server.url}/#media={server.media(FILM)}')
        expect(scrubber.page.locator('#index')).to_have_text(
            re.compile(r'^Indexing 0 %, .+ of 22\.4 MB fetched$'))
    assert scrubber.land() == 0
