"""Keys and the player in Firefox, each of which lands on the right frame."""
import pytest

from page.conditions import PLAYER
from page.test_handover import MOMENTS

from .conftest import errors


def test_each_key_lands_on_its_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    for key, frame in [
        ('ArrowRight', 1), ('.', 2), ('ArrowUp', 3), ('Shift+ArrowRight', 13), ('ArrowLeft', 12),
        (',', 11), ('ArrowDown', 10), ('Shift+ArrowLeft', 0), ('ArrowLeft', 0), ('End', 599),
        ('ArrowRight', 599), (',', 598), ('Home', 0), ('5', 300), ('Shift+Backspace', 0),
    ]:
        scrubber.press(key)
        assert scrubber.land() == frame, key


def test_page_keys_go_by_chapters(server, open_page):
    scrubber = open_page(server, 'dropframe.mov')
    media = server.get(f'/api/v1/media/{server.media("dropframe.mov")}').json()
    later = [chapter['frame'] for chapter in media['chapters'] if chapter['frame'] > 0]
    assert later, 'the sample has chapters'
    for frame in later:
        scrubber.press('PageUp')
        assert scrubber.land() == frame
    scrubber.press('PageDown')
    assert scrubber.land() == ([0] + later)[-2]


@pytest.mark.parametrize('media', ['vp9.webm', 'long-gop.mp4', 'dropframe.mov'])
def test_playback_begins_and_ends_on_the_frame_in_view(server, open_page, media):
    scrubber = open_page(server, media, 12)
    scrubber.tab.evaluate(MOMENTS)
    ends = [scrubber.land()]
    for _ in range(2):
        scrubber.press(' ')
        scrubber.wait("document.querySelector('vernier-view').hasAttribute('player')")
        began = scrubber.tab.evaluate(f'{PLAYER}.currentTime')
        scrubber.wait(f'{PLAYER}.currentTime > {began} + 0.3')
        scrubber.press(' ')
        scrubber.wait("!document.querySelector('vernier-view').hasAttribute('player')")
        ends.append(scrubber.land())
    assert ends[0] < ends[1] < ends[2]
    moments = scrubber.tab.evaluate('moments')
    assert [moment['player'] for moment in moments] == [True, False, True, False]
    for moment, end in zip(moments, [ends[0], ends[1], ends[1], ends[2]]):
        assert (moment['canvas'], moment['video']) == (end, end), moments


def test_a_key_works_though_the_server_was_away_when_it_was_pressed_first(
        server, serve, open_page, browser):
    server = serve(*server.paths)
    scrubber = open_page(server, 'start.ts', 20)
    server.stop()
    scrubber.press('g')
    scrubber.wait("!document.documentElement.hasAttribute('data-busy')")
    assert not scrubber.tab.evaluate("document.querySelector('dialog')")
    server.start()
    scrubber.wait("!document.querySelector('#banner').checkVisibility()")
    scrubber.press('g')
    scrubber.wait("document.querySelector('dialog[open]')")
    # Firefox logs by itself what it could not load.
    assert all('/api/v1/scrub' in text or '/page/' in text for text in errors(browser))


def test_a_wheel_turns_though_the_server_was_away_when_it_was_turned_first(
        server, serve, open_page, browser):
    server = serve(*server.paths)
    scrubber = open_page(server, 'start.ts', 20)
    server.stop()
    turn = """() => document.querySelector('vernier-bar').dispatchEvent(
      new WheelEvent('wheel', { deltaY: -100, altKey: true, cancelable: true }))"""
    scrubber.wait("document.querySelector('#banner').checkVisibility()")
    scrubber.tab.evaluate(turn)
    scrubber.wait("performance.getEntriesByName(new URL('elements/bar-wheel.js', location).href).length")
    server.start()
    scrubber.wait("!document.querySelector('#banner').checkVisibility()")
    scrubber.tab.evaluate(turn)
    scrubber.wait("document.querySelector('vernier-bar').getAttribute('frame') === '21'")
    assert scrubber.land() == 21
    assert all('/api/v1/scrub' in text or '/elements/' in text for text in errors(browser))
