"""Clearing all marks: the server does it once a user has confirmed, and the page says what it did."""
import pytest
from playwright.sync_api import expect

from .conditions import READY
from .marking import MEDIA, Marker, SocketCutter, between, marks_of, slide
from .pictures import look
from .test_bar_pointers import Touch


@pytest.fixture
def marker(own_server, open_page):
    marker = Marker(open_page(own_server, MEDIA, frame=30, has_touch=True))
    marker.segment(60, 80)
    return marker


def test_a_mouse_that_lets_go_early_clears_nothing_and_one_that_does_not_all(own_server, marker, open_page):
    other = Marker(open_page(own_server, MEDIA, frame=30))
    expect(other.rows).to_have_count(1)
    dialog = marker.opens('Clear marks')
    knob = dialog.locator('vernier-confirm')
    look(marker.page, 'marks-clear')
    marker.page.set_viewport_size({'width': 1280, 'height': 800})
    slide(marker.page, knob, 0.6)
    marker.page.wait_for_timeout(300)
    expect(knob).not_to_have_attribute('confirmed', '')
    assert marks_of(own_server)['version'] == 3
    slide(marker.page, knob)
    marker.says('All marks are cleared')
    dialog.wait_for(state='detached')
    other.marks.wait_for(state='hidden')
    assert marks_of(own_server)['segments'] == [] and marks_of(own_server)['version'] == 4
    marker.page.locator('.toast').get_by_role('button', name='Undo').click()
    expect(other.rows).to_have_count(1)


def test_a_pointer_that_slips_out_of_a_sheet_closes_nothing_and_a_click_beside_does(marker):
    mouse, dialog = marker.page.mouse, marker.opens('Clear marks')
    box = dialog.bounding_box()
    y, beside = box['y'] + 30, box['x'] + box['width'] + 20
    mouse.move(box['x'] + 60, y)
    mouse.down()
    mouse.move(beside, y, steps=4)
    mouse.up()
    marker.page.wait_for_timeout(200)
    assert dialog.is_visible()
    mouse.click(beside, y)
    dialog.wait_for(state='detached')


def test_a_finger_clears_as_well(own_server, marker):
    dialog = marker.opens('Clear marks')
    knob = dialog.locator('vernier-confirm')
    knob.evaluate(READY)
    box, handle = knob.bounding_box(), knob.locator('.knob').bounding_box()
    y = handle['y'] + 20
    finger = Touch(marker.scrubber)
    for x in range(0, int(box['width']), 12):
        finger.put(1, (handle['x'] + 20 + x, y))
    finger.lift(1)
    marker.says('All marks are cleared')
    assert marks_of(own_server)['segments'] == []


def test_keys_clear_when_pressed_twice_and_a_screen_reader_is_told(own_server, marker):
    dialog = marker.opens('Clear marks')
    knob = dialog.get_by_role('button', name='Slide to clear all marks')
    knob.evaluate(READY)
    knob.focus()
    marker.page.keyboard.press('Enter')
    expect(dialog.locator('vernier-confirm .again')).to_have_text('Press again to confirm')
    assert marks_of(own_server)['version'] == 3
    marker.page.wait_for_timeout(500)
    marker.page.keyboard.press('Enter')
    marker.says('All marks are cleared')
    assert marker.page.locator('.toast').get_attribute('role') == 'status'
    assert marks_of(own_server)['version'] == 4


@pytest.mark.parametrize('heard', [False, True])
def test_a_socket_cut_while_confirming_leaves_what_the_server_has(own_server, marker, heard):
    cut = SocketCutter(heard)
    between(marker.scrubber, cut)
    expect(marker.rows).to_have_count(1)
    dialog = marker.opens('Clear marks')
    knob = dialog.locator('vernier-confirm')
    slide(marker.page, knob, 1.1)
    if heard:
        marker.says('All marks are cleared')
        dialog.wait_for(state='detached')
    else:
        dialog.get_by_text('The connection is back').wait_for()
        dialog.get_by_text('In and out points: 2. Segments: 1.').wait_for()
        expect(knob).not_to_have_attribute('confirmed', '')
        look(marker.page, 'marks-cut')
    assert cut.done and marks_of(own_server)['version'] == (4 if heard else 3)
    expect(marker.rows).to_have_count(0 if heard else 1)
