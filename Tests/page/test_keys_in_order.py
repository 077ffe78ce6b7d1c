"""Keys typed faster than a slow link answers: each acts where those before it lead."""
import pytest
from playwright.sync_api import expect

from .marking import marks_of
from .slow_link import SlowLink

MEDIA = 'long-gop.mp4'


@pytest.fixture
def slow(own_server, serve):
    with SlowLink(0.15) as link:
        allowed = ['--allow-host', f'127.0.0.1:{link.port}', '--allow-origin', link.url]
        link.server = serve(*own_server.paths, extra=allowed)
        yield link


def types(scrubber, *keys):
    """Types without waiting for anything."""
    for key in keys:
        scrubber.page.keyboard.press(key)


@pytest.mark.parametrize('keys, marks', [
    (['i', *['Shift+ArrowRight'] * 8, 'o'], {'in': 0, 'out': 80}),
    (['.', '.', 'i', 'End', 'o', 'Home'], {'in': 2, 'out': 599}),
    (['5', 'o', ',', ',', 'i'], {'in': 298, 'out': 300}),
])
def test_a_mark_is_where_the_steps_before_it_lead(slow, open_page, keys, marks):
    scrubber = open_page(slow, MEDIA)
    types(scrubber, *keys)
    row = scrubber.page.locator('#marks')
    for frame in marks.values():
        row.get_by_text(f'frame {frame}', exact=True).wait_for()
    found = marks_of(slow.server, MEDIA)
    assert {name: found[name] for name in ('in', 'out')} == marks


def test_going_to_a_mark_right_after_setting_it_goes_there(slow, open_page):
    scrubber = open_page(slow, MEDIA, frame=40)
    types(scrubber, 'i', 'End', 'Shift+i')
    scrubber.page.wait_for_function('() => wire.state.target.frame === 40 && wire.state.seq >= wire.asked')
    assert scrubber.land() == 40


def test_a_link_is_to_where_the_steps_before_it_lead(slow, open_page):
    scrubber = open_page(slow, MEDIA, permissions=['clipboard-read', 'clipboard-write'])
    types(scrubber, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+C', 'ArrowRight')
    scrubber.page.get_by_text('A link to frame 20').wait_for()
    assert scrubber.page.evaluate('navigator.clipboard.readText()').endswith('&frame=20')
    assert scrubber.land() == 21


def test_a_picture_is_of_where_the_steps_before_it_lead(slow, open_page):
    scrubber = open_page(slow, MEDIA, permissions=['clipboard-read', 'clipboard-write'])
    types(scrubber, 'Shift+ArrowRight', 'c', 'ArrowRight')
    expect(scrubber.page.locator('.toast')).to_have_text('Frame 10 is copied.')
    assert scrubber.land() == 11
