"""A room on several servers says when it has shrunk to one, and when it is whole again."""
import re
import time

import pytest
from playwright.sync_api import expect

from kit import PATIENCE, SAMPLES
from redis_server import Redis

from .page_support import comes_to
from .test_rooms import MEDIA, Member

APART = 'Members on other servers are out of reach.'


@pytest.fixture
def redis(tmp_path):
    server = Redis(tmp_path)
    yield server.start()
    server.stop()


def test_a_room_that_has_shrunk_to_one_server_says_so_until_it_is_whole_again(
        serve, redis, open_page):
    server = serve(SAMPLES, extra=['--redis', redis.address])
    one = Member(open_page(server, MEDIA))
    one.page.keyboard.press('y')
    expect(one.members).to_have_count(1)
    room = re.search('room=([^&]*)', one.page.url)[1]
    deadline = time.monotonic() + PATIENCE
    while not redis.ask('XLEN', f'vernier:room:{room}:log') and time.monotonic() < deadline:
        time.sleep(0.05)
    one.page.wait_for_timeout(500)
    shown = one.row.locator('small').filter(has_text=APART)
    expect(shown).to_have_count(0)
    assert one.heard.inner_text() == '', 'nothing has changed'
    redis.kill()
    expect(shown).to_be_visible()
    comes_to(one.page, one.heard.inner_text, APART)
    redis.start()
    comes_to(one.page, one.heard.inner_text, 'All members are within reach.')
    expect(shown).to_have_count(0)
