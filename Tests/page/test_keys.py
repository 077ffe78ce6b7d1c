"""Keys and buttons, each of which lands on the right frame."""
import time

from .conditions import PLAYER


def playing(scrubber, until=0):
    """Plays, until the film's time is beyond so many seconds."""
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view[player]')
    scrubber.page.wait_for_function(f'(time) => {PLAYER}.currentTime >= time', arg=until)


def test_each_key_lands_on_its_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    steps = [
        ('ArrowRight', 1), ('.', 2), ('ArrowUp', 3), ('Shift+ArrowRight', 13), ('ArrowLeft', 12),
        (',', 11), ('ArrowDown', 10), ('Shift+ArrowLeft', 0), ('ArrowLeft', 0), ('End', 599),
        ('ArrowRight', 599), (',', 598), ('Home', 0),
    ]
    for key, frame in steps:
        scrubber.press(key)
        assert scrubber.land() == frame, key


def test_a_held_arrow_visits_every_frame(server, open_page):
    scrubber = open_page(server, 'vfr.mkv')
    for _ in range(40):
        scrubber.press('ArrowRight')
    assert scrubber.land() == 40


def test_page_keys_go_by_chapters_and_page_up_increases(server, open_page):
    scrubber = open_page(server, 'dropframe.mov')
    address = f'{server.url}/api/v1/media/{server.media("dropframe.mov")}'
    chapters = scrubber.page.request.get(address).json()['chapters']
    starts = [chapter['frame'] for chapter in chapters]
    later = [frame for frame in starts if frame > 0]
    assert later, 'the sample has chapters'
    for frame in later:
        scrubber.press('PageUp')
        assert scrubber.land() == frame
    scrubber.press('PageDown')
    assert scrubber.land() == ([0] + later)[-2]


def test_page_keys_go_by_a_minute_where_there_are_no_chapters(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=10)
    scrubber.press('PageUp')
    assert scrubber.land() == int(scrubber.bar.get_attribute('frames')) - 1
    scrubber.press('PageDown')
    assert scrubber.land() == 0


def test_buttons_do_what_the_keys_do(server, open_page):
    scrubber = open_page(server, 'start.ts')
    steps = [('Next frame', 1), ('Next frame', 2), ('Previous frame', 1), ('First frame', 0)]
    for name, frame in steps:
        scrubber.page.get_by_role('button', name=name).click()
        assert scrubber.land() == frame


def test_space_plays_and_rests_on_the_exact_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    began = time.monotonic()
    playing(scrubber, until=2)
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view:not([player])')
    assert 30 < scrubber.land() <= 30 + 30 * (time.monotonic() - began)
    # The player rests where the server's picture is, to within a frame of its coarse clock.
    shown = scrubber.page.evaluate(f'{PLAYER}.currentTime') * 30
    assert abs(shown - scrubber.painted) <= 1.5


def test_a_frame_key_while_playing_steps_from_the_frame_in_view(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    playing(scrubber, until=0.3)
    scrubber.press('.')
    assert scrubber.land() > 5
    assert scrubber.page.locator('body').get_attribute('data-playing') is None


def test_an_arrow_while_playing_goes_five_seconds_and_plays_on(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    began = time.monotonic()
    playing(scrubber)
    scrubber.press('ArrowRight')
    scrubber.page.wait_for_function(
        '() => document.querySelector("vernier-bar").getAttribute("position") > 0.25')
    assert scrubber.page.locator('body').get_attribute('data-playing') is not None
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view:not([player])')
    assert 150 <= scrubber.land() <= 150 + 30 * (time.monotonic() - began)


def test_a_file_the_browser_cannot_play_says_so_and_still_scrubs(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.press(' ')
    scrubber.banner.get_by_text('cannot play').wait_for()
    scrubber.press('ArrowRight')
    assert scrubber.land() == 1
