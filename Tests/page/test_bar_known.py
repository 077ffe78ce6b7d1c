"""What the bar shows of a track beside the position: what is exact, and what the browser has."""
import pytest

from .alone import alone, open_alone  # noqa: F401 (fixture)
from .conditions import PLAYER
from .page_support import comes_to, with_answers

RANGES = f"""() => {{
  const {{ buffered }} = {PLAYER};
  return Array.from(buffered, (_, i) => [buffered.start(i), buffered.end(i)]);
}}"""


def scanning(message):
    """As if a third of the file had been read."""
    if message['type'] == 'opened':
        message['media']['index'] = {'state': 'scanning', 'progress': 0.37}
    return None if message['type'] == 'index' else message


def exact_part(scrubber):
    return float(scrubber.bar.get_attribute('indexed'))


def test_what_is_read_is_exact_and_so_is_the_frame_under_the_pointer(server, open_page):
    scrubber = open_page(server)
    # The bar has its place once the list has.
    scrubber.page.locator('#list a').first.wait_for()
    with_answers(scrubber, server, 'start.ts', scanning)
    scrubber.settle()
    scrubber.page.get_by_text('Indexing 37 %').wait_for()
    assert exact_part(scrubber) == pytest.approx(0.37, abs=0.005)
    scrubber.grab(0.1)
    scrubber.pull(0.7)
    state = scrubber.answered()
    assert state['target']['exact']
    comes_to(scrubber.page, lambda: exact_part(scrubber), pytest.approx(state['position']))
    scrubber.release()
    scrubber.settle()


def shows_what_the_player_has(page):
    bar = page.locator('vernier-bar')
    duration = float(bar.get_attribute('duration'))

    def shown():
        return [[float(end) for end in part.split()]
                for part in bar.get_attribute('buffered').split(', ')]

    # It may go on to load.
    comes_to(page, lambda: shown() == [pytest.approx([min(end / duration, 1) for end in part])
                                       for part in page.evaluate(RANGES)], True)


def test_the_bar_shows_what_the_player_has_and_nothing_before_or_after(server, open_page):
    scrubber = open_page(server, 'vp9.webm')
    page = scrubber.page
    assert scrubber.bar.get_attribute('buffered') is None
    scrubber.press(' ')
    page.wait_for_selector('vernier-bar[buffered]')
    page.wait_for_function('() => document.querySelector("video, vernier-view[player]")')
    scrubber.press(' ')
    scrubber.land()
    shows_what_the_player_has(page)
    page.goto(f'{server.url}/#media={server.media("start.ts")}')
    page.wait_for_function("() => document.title.startsWith('start.ts')")
    page.wait_for_selector('vernier-bar:not([buffered])')
    scrubber.land()


def test_a_view_and_a_bar_alone_need_nothing_but_an_attribute(alone, open_page):
    page = open_alone(open_page, alone, 'vp9.webm').page
    assert page.locator('vernier-bar').get_attribute('buffered') is None
    page.evaluate('document.querySelector("vernier-view").play(0)')
    page.wait_for_selector('vernier-view[player]')
    page.evaluate('document.querySelector("vernier-view").rest()')
    page.wait_for_selector('vernier-bar[buffered]')
    shows_what_the_player_has(page)
