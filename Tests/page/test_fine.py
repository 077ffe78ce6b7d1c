"""The drawer of fine controls: a jog wheel and the speeds."""
import json
import subprocess

import pytest
from playwright.sync_api import expect

from kit import SAMPLES

from .conditions import PLAYER
from .page_support import index_of
from .turning import STEP, Turning


def test_the_jog_wheel_turns_through_the_frames_and_back(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.get_by_role('slider', name='Jog wheel')
    dial.wait_for()
    for turns, frame in [(3, 175), (-3, 100)]:
        pointer = Turning(scrubber.page, dial)
        pointer.go(turns, speed=0.9, per_frame=6)
        pointer.let_go()
        assert scrubber.land() == pytest.approx(frame, abs=2)
    dial.focus()
    scrubber.press('ArrowRight')
    assert scrubber.land() == pytest.approx(101, abs=2)


def test_the_jog_wheel_has_gears_and_one_undo_for_all_of_them(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.get_by_role('slider', name='Jog wheel')
    dial.wait_for()
    # The model, which the wheel follows, comes with the first turn.
    pointer = Turning(scrubber.page, dial)
    pointer.go(0.5, speed=0.9)
    pointer.let_go()
    start = scrubber.land()
    pointer = Turning(scrubber.page, dial)
    gears = [gear for speed in (0.9, 1.5, 3, 0.9) for gear in pointer.go(0.5, speed)]
    assert set(gears) == {1, 4, 16}
    angle = dial.evaluate(
        "dial => parseFloat(dial.shadowRoot.querySelector('.wheel').style.transform.slice(7))")
    # The wheel stays under the pointer, which has turned two and a half times.
    assert angle == pytest.approx(100 / 25 + 2.5, abs=0.01)
    pointer.let_go()
    way = sum(25 / STEP * gear for gear in gears)
    assert scrubber.land() == pytest.approx(start + way, abs=1)
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == start


def test_the_speed_is_that_of_the_stop_and_is_kept(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.press('f')
    stops = scrubber.page.get_by_role('slider', name='Speed')
    stops.focus()
    scrubber.press('End')
    scrubber.page.reload()
    scrubber.settle()
    stops.wait_for()
    scrubber.page.locator('vernier-bar').focus()
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view[player]')
    rate = f'{PLAYER}.playbackRate'
    scrubber.page.wait_for_function(f'() => {rate} === 8')
    scrubber.press(' ')
    scrubber.land()


def chapters_of(media):
    told = subprocess.run(['ffprobe', '-v', 'error', '-show_chapters', '-of', 'json', SAMPLES / media],
                          check=True, capture_output=True).stdout
    return json.loads(told)['chapters']


def keyframes_of(server, media):
    return [one['frame'] for one in index_of(server, media) if one['key']]


def test_a_slider_says_how_strongly_a_drag_snaps(server, open_page):
    scrubber = open_page(server, 'start.ts')
    keyframes = keyframes_of(server, 'start.ts')
    scrubber.press('f')
    slider = scrubber.page.get_by_role('slider', name='Snapping')
    expect(slider).to_have_attribute('aria-valuetext', 'Off')
    for says, snap in [('On release', ('keyframe', 'release')), ('Always', ('keyframe', 'live')),
                       ('Off', ('none', 'live'))]:
        slider.focus()
        scrubber.press('Home' if says == 'Off' else 'ArrowUp')
        scrubber.page.wait_for_function(
            '([to, when]) => wire.configuration.snap.to === to && wire.configuration.snap.when === when',
            arg=snap)
        expect(slider).to_have_attribute('aria-valuetext', says)
        scrubber.grab(0.2)
        scrubber.pull(0.43)
        held = scrubber.answered()['target']['frame']
        scrubber.release()
        landed = scrubber.land()
        assert (held in keyframes, landed in keyframes) == {
            'On release': (False, True), 'Always': (True, True), 'Off': (False, False)}[says], says
        scrubber.page.locator('vernier-bar').focus()
        scrubber.press('Home')
        scrubber.land()


def test_a_slider_goes_from_chapter_to_chapter_and_follows(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=10)
    begins = [round(float(one['start_time']) * 30000 / 1001) for one in chapters_of('dropframe.mov')]
    scrubber.press('f')
    slider = scrubber.page.get_by_role('slider', name='Chapters')
    slider.focus()
    for key, chapter in [('ArrowUp', 1), ('ArrowUp', 2), ('Home', 0), ('End', 2)]:
        scrubber.press(key)
        assert scrubber.land() == pytest.approx(begins[chapter], abs=1)
        expect(slider).to_have_attribute('aria-valuenow', str(chapter))
    scrubber.page.locator('vernier-bar').focus()
    for key, chapter in [(',', 1), ('.', 2), ('Home', 0)]:
        scrubber.press(key)
        scrubber.land()
        expect(slider).to_have_attribute('aria-valuenow', str(chapter))
    # No other film here has any.
    scrubber.page.goto(f'{server.url}/#media={server.media("start.ts")}')
    slider.wait_for(state='hidden')
