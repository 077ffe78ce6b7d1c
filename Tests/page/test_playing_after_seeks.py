"""What plays right after a seek begins where that leads, however late its answer comes."""
import pytest

from .conditions import DRAWN, PLAYED, PLAYER
from .page_support import HeldMessages

MEDIA, MIDDLE = 'long-gop.mp4', 300


@pytest.fixture
def held(server, open_page):
    """A page in the middle of a film, and the answers to it, which are held."""
    scrubber = open_page(server, MEDIA, frame=MIDDLE)
    answers = HeldMessages(scrubber.page)
    scrubber.page.reload()
    scrubber.settle()
    answers.holds = True
    return scrubber, answers


@pytest.mark.parametrize(('keys', 'rate'), [(' ', 1), ('l', 1), ('ll', 2)])
def test_it_plays_from_where_the_seek_leads(held, keys, rate):
    scrubber, answers = held
    page = scrubber.page
    for key in ['Home', *keys]:
        scrubber.press(key)
    page.wait_for_selector('[data-playing]')
    page.evaluate(DRAWN)
    assert page.evaluate(f'{PLAYER}.paused'), 'it plays before anyone knows from where'
    answers.release()
    page.wait_for_selector('vernier-view[player]')
    page.wait_for_function(f'() => ({PLAYED})() > 10')
    assert page.evaluate(f'{PLAYER}.playbackRate') == rate
    scrubber.press('k')
    page.wait_for_selector('vernier-view:not([player])')
    assert 10 < scrubber.land() < MIDDLE


def test_it_goes_backward_from_where_the_seek_leads(held):
    scrubber, answers = held
    scrubber.press('End')
    scrubber.press('j')
    scrubber.page.get_by_text('Backward ×1').wait_for()
    answers.release()
    scrubber.page.wait_for_function(f'() => wire.state.target.frame > {MIDDLE + 100}')
    scrubber.press('k')
    assert scrubber.land() > MIDDLE + 100


@pytest.mark.parametrize('key', ['k', ' ', 'ArrowRight'])
def test_it_is_given_up_before_its_answer_comes(held, key):
    scrubber, answers = held
    page = scrubber.page
    scrubber.press('Home')
    scrubber.press('l')
    page.wait_for_selector('[data-playing]')
    scrubber.press(key)
    page.evaluate(DRAWN)
    answers.release()
    assert scrubber.land() == (key == 'ArrowRight')
    assert page.evaluate(f'{PLAYER}.paused')
    assert page.locator('[data-playing]').count() == 0
