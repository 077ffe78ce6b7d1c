"""People look together: two pages in one room, of which one leads and the other is taken along."""
import re

import pytest
from playwright.sync_api import expect

from .page_support import comes_to
from .pictures import look
from .test_access import check

MEDIA = 'long-gop.mp4'


class Member:
    """A page in a room."""

    def __init__(self, scrubber):
        self.scrubber, self.page = scrubber, scrubber.page
        self.row = self.page.get_by_role('region', name='Room')

    def press(self, name):
        self.row.get_by_role('button', name=name, exact=True).click()

    def is_pressed(self, name):
        button = self.row.get_by_role('button', name=name, exact=True)
        expect(button).to_have_attribute('aria-pressed', 'true')

    @property
    def members(self):
        return self.row.get_by_role('listitem')

    def call(self, name):
        self.row.get_by_role('textbox', name='Your name').fill(name)
        self.page.keyboard.press('Enter')

    def go_to(self, frame):
        self.page.keyboard.press('g')
        self.page.get_by_role('dialog').get_by_role('textbox').fill(f'f{frame}')
        self.page.keyboard.press('Enter')
        self.page.get_by_role('dialog').wait_for(state='detached')

    def shows(self, frame):
        """Comes to show a frame, by the number in the picture."""
        comes_to(self.page, lambda: self.scrubber.barcode, frame)

    @property
    def followed(self):
        return self.page.locator('.led')

    @property
    def heard(self):
        """What a screen reader says of the room."""
        return self.row.get_by_role('status')

    def cursor(self, name):
        """Where on the bar it sees another, in hundredths of it; None where that is out of view."""
        mark = self.page.locator('.cursors > *', has_text=name).bounding_box()
        bar = self.scrubber.bar.bounding_box()
        return mark and round(100 * (mark['x'] + mark['width'] / 2 - bar['x']) / bar['width'])


def pair(server, open_page, name, **options):
    """Two pages in a room that the first has opened with a key, and the second by its address."""
    one = Member(open_page(server, name, frame=60, **options))
    one.page.keyboard.press('y')
    expect(one.members).to_have_count(1)
    other = Member(open_page(server, name, **options))
    other.page.goto('about:blank')
    other.page.goto(one.page.url)
    expect(one.members).to_have_count(2)
    expect(other.members).to_have_count(2)
    other.scrubber.settle()
    return one, other


@pytest.fixture
def two(server, open_page):
    """Two pages in a room of the sample with the longest group."""

    def two(**options):
        return pair(server, open_page, MEDIA, **options)

    return two


def test_the_follower_sees_each_frame_of_the_leader_until_it_drags_itself(two):
    one, other = two()
    one.call('Ada')
    other.row.get_by_text('Ada', exact=True).wait_for()
    one.press('Lead')
    one.is_pressed('Lead')
    other.row.get_by_text('leads', exact=True).wait_for()
    comes_to(other.page, other.heard.inner_text, 'Ada leads.')
    other.press('Follow')
    expect(other.followed).to_have_text('Following Ada')
    for frame in (100, 3, 345):
        one.go_to(frame)
        other.shows(frame)
    one.scrubber.grab(0.2)
    one.scrubber.pull(0.4)
    one.scrubber.pull(0.35, away=40)
    one.scrubber.release()
    frame = one.scrubber.land()
    other.shows(frame)
    assert other.scrubber.state['target']['frame'] == frame
    other.scrubber.grab(0.5)
    other.scrubber.pull(0.7)
    other.scrubber.release()
    expect(other.followed).to_have_count(0)
    mine = other.scrubber.land()
    one.go_to(10)
    one.shows(10)
    assert other.scrubber.land() == mine != 10


def test_each_sees_where_the_others_are(two):
    one, other = two()
    one.call('Ada')
    other.call('Bo')
    one.row.get_by_text('Bo', exact=True).wait_for()
    other.go_to(450)
    other.scrubber.settle()
    comes_to(one.page, lambda: one.cursor('Bo'), 75)
    one.page.keyboard.press('+')
    one.scrubber.page.wait_for_selector('vernier-bar[range]')
    one.go_to(450)
    one.page.keyboard.press('a')
    comes_to(one.page, lambda: one.cursor('Bo'), 75)
    other.page.keyboard.press('i')
    comes_to(one.page, one.heard.inner_text, 'Bo has changed the marks.')
    other.press('Leave')
    expect(one.members).to_have_count(1)
    expect(one.page.locator('.cursors > *')).to_have_count(0)
    comes_to(one.page, one.heard.inner_text, 'Bo has left.')
    assert 'room=' not in other.page.url
    expect(other.row).to_have_count(0)


def test_another_media_in_the_room_is_offered(server, two, open_page):
    one, _ = two()
    room = re.search('room=([^&]*)', one.page.url)[1]
    late = Member(open_page(server, 'start.ts'))
    late.page.evaluate(f'location.hash += "&room={room}"')
    late.page.get_by_role('button', name='Open it').click()
    expect(late.members).to_have_count(3)
    assert server.media(MEDIA) in late.page.url


@pytest.mark.parametrize('width', [320, 1280])
def test_axe_finds_nothing_wrong_with_a_room(two, width):
    one, other = two(viewport={'width': width, 'height': 800})
    one.call('A name that is as long as it may be: <b>')
    other.call('שלום')
    one.row.get_by_text('שלום', exact=True).wait_for()
    one.press('Lead')
    other.press('Follow')
    expect(other.followed).to_have_count(1)
    one.go_to(200)
    other.shows(200)
    check(other.page, 'one who follows')
    look(other.page, 'room-follower')
    other.page.set_viewport_size({'width': width, 'height': 800})
    other.press('Follow')
    other.go_to(400)
    one.page.locator('.cursors > *').wait_for()
    check(one.page, 'one who leads')
    look(one.page, 'room-leader')


def test_a_room_in_japanese_says_nothing_in_english(server, open_page):
    from .test_texts import english
    member = Member(open_page(server, MEDIA, frame=9, locale='ja-JP'))
    member.page.keyboard.press('y')
    member.page.get_by_role('region', name='ルーム').get_by_role('listitem').wait_for()
    assert english(member.page) == []


def test_a_phone_leads_and_follows_by_touch(two):
    one, other = two(viewport={'width': 390, 'height': 844}, has_touch=True)
    for member, name in ((one, 'Lead'), (other, 'Follow')):
        button = member.row.get_by_role('button', name=name, exact=True)
        box = button.bounding_box()
        assert box['height'] >= 44 and box['width'] >= 44
        button.tap()
    one.scrubber.press('ArrowRight')
    other.shows(61)
