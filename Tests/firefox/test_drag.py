"""A pointer drags the bar in Firefox, and the picture is the frame that the server names."""
import pytest

from page.conditions import CANVAS

from .conftest import errors


def drag(scrubber, start, end):
    scrubber.grab(start)
    scrubber.pull(end)
    scrubber.answered()


@pytest.mark.parametrize('pointer', ['mouse', 'touch'])
def test_a_pointer_drags_away_from_the_bar_and_back(server, open_page, pointer):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.pointer = scrubber.tab.pointer(pointer)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    assert scrubber.answered()['position'] == pytest.approx(0.4, abs=0.01)
    for along, away in [(0.7, 90), (0.65, 90), (0.5, 0)]:
        scrubber.pull(along, away)
    scrubber.release()
    assert scrubber.land() > 0
    assert scrubber.tab.evaluate('scrollY') == 0
    assert not scrubber.tab.evaluate('document.querySelector("vernier-bar").dragging')


@pytest.mark.parametrize('media', ['long-gop.mp4', 'start.ts', 'vfr.mkv'])
def test_vertical_motion_alone_never_changes_the_frame(server, open_page, media):
    scrubber = open_page(server, media)
    drag(scrubber, 0.2, 0.5)
    before = scrubber.answered()
    scrubber.tab.evaluate('wire.frames = []')
    for away in [60, 300, 10, 140, -80, 0]:
        scrubber.pull(0.5, away)
    assert scrubber.answered()['raw'] == before['raw']
    scrubber.release()
    assert scrubber.land() == before['target']['frame']
    assert set(scrubber.tab.evaluate('wire.frames')) == {before['target']['frame']}


def test_the_pointer_moves_finer_away_from_the_bar_and_with_shift(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.grab(0.5)
    scrubber.pull(0.5, away=90)
    before = scrubber.answered()['position']
    scrubber.pull(0.75, away=90)
    # 1 − 90² / 10000 of a quarter of the bar.
    assert scrubber.answered()['position'] - before == pytest.approx(0.19 * 0.25, abs=1e-3)
    scrubber.wait("document.querySelector('vernier-bar').shadowRoot.textContent.includes('×0.19')")
    scrubber.pull(0.75)
    scrubber.tab.key('Down', 'Shift')
    # As if 95 pixels away, also where the pointer rests.
    assert scrubber.answered()['gain'] == pytest.approx(0.0975)
    scrubber.tab.key('Up', 'Shift')
    assert scrubber.answered()['gain'] == 1
    scrubber.release()
    scrubber.land()


def test_escape_takes_the_drag_back_and_so_does_a_rest_at_its_ghost(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', 150)
    drag(scrubber, 0.3, 0.6)
    assert scrubber.answered()['target']['frame'] != 150
    scrubber.press('Escape')
    assert scrubber.land() == 150
    scrubber.pull(0.9)
    scrubber.release()
    assert scrubber.land() == 150
    drag(scrubber, 0.3, 0.6)
    way = scrubber.tab.evaluate("""() => {
      const bar = document.querySelector('vernier-bar');
      return (bar.getAttribute('position') - bar.origin) * bar.clientWidth;
    }""")
    x, y = scrubber.at
    scrubber.draw((x - way + 3, y), steps=10)
    scrubber.wait("""document.querySelector('vernier-bar').shadowRoot.textContent
      .includes('Release to cancel')""")
    assert scrubber.answered()['target']['frame'] != 150
    scrubber.release()
    assert scrubber.land() == 150


def test_a_drag_is_undone(server, open_page):
    scrubber = open_page(server, 'vfr.mkv', 20)
    drag(scrubber, 0.3, 0.8)
    scrubber.release()
    assert scrubber.land() != 20
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == 20


def test_a_drag_goes_on_after_the_server_came_back(server, serve, open_page, browser):
    server = serve(*server.paths)
    scrubber = open_page(server, 'start.ts')
    drag(scrubber, 0.2, 0.4)
    before = scrubber.answered()['target']['frame']
    scrubber.wait(f'Number({CANVAS}.dataset.frame) === {before}')
    server.stop()
    scrubber.wait("document.querySelector('#banner').textContent.includes('Reconnecting')")
    assert scrubber.barcode == before
    server.start()
    scrubber.wait("!document.querySelector('#banner').checkVisibility()")
    scrubber.pull(0.6)
    scrubber.release()
    assert scrubber.land() > before
    # Firefox logs by itself that nobody was there, and nothing else went wrong.
    assert all('/api/v1/scrub' in text for text in errors(browser))
