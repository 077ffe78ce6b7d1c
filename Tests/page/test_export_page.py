"""Exports from the page: what will be is said before, what was is there, and all by the keyboard."""
import pytest
from playwright.sync_api import expect

from kit import LONG_PATIENCE, SAMPLES

from .conditions import READY
from .marking import MEDIA, Marker, SocketCutter, between, slide
from .person import Person
from .pictures import look


@pytest.fixture
def marker(own_server, open_page):
    return Marker(open_page(own_server, MEDIA, frame=30))


class Sheet:
    """The sheet for exports, as a person reads it."""

    def __init__(self, marker):
        self.page = marker.page
        self.dialog = marker.opens('Export')
        self.plan = self.dialog.locator('.plan')
        self.name = self.dialog.get_by_role('textbox', name='Name of the file')
        self.start = self.dialog.get_by_role('button', name='Start', exact=True)
        self.files = self.dialog.locator('.exports a')

    def chooses(self, mode):
        self.dialog.get_by_role('radio', name=mode).check()

    def says(self, words):
        # A file is written when nobody else wants the processor.
        expect(self.plan).to_contain_text(words, timeout=1000 * LONG_PATIENCE)

    def makes(self, name):
        """A file, from its name to its link."""
        self.chooses('Copied, at keyframes')
        self.name.fill(name)
        self.says('Starts at')
        self.start.click()
        self.says(f'{name} is exported')


def test_the_sheet_fits_the_smallest_screen(own_server, open_page):
    small = {'width': 320, 'height': 568}
    marker = Marker(open_page(own_server, MEDIA, frame=30, viewport=small))
    marker.segment(100, 130)
    sheet = Sheet(marker)
    sheet.says('Starts at')
    widest = """(dialog) => Math.max(...[...dialog.querySelectorAll('*')].map(
      (one) => one.getBoundingClientRect().right))"""
    box = sheet.dialog.bounding_box()
    assert sheet.dialog.evaluate(widest) <= box['x'] + box['width']


def test_the_plan_is_shown_before_and_the_file_is_there_after(own_server, marker, out):
    marker.segment(100, 130)
    sheet = Sheet(marker)
    assert sheet.name.input_value() == 'long-gop 100-130.mp4'
    sheet.says('Starts at frame 100, exactly your mark.')
    sheet.says('Ends with frame 130, exactly your mark.')
    sheet.says('Encoded anew:')
    sheet.chooses('Copied, at keyframes')
    # Its keyframes stand 250 frames apart.
    sheet.says('Starts at frame 0, earlier than your mark by 100.')
    sheet.says('none is encoded anew')
    look(marker.page, 'export-plan')
    assert list(out.iterdir()) == []
    sheet.chooses('Exact, and copied')
    sheet.says('Starts at frame 100')
    sheet.start.click()
    sheet.says('long-gop 100-130.mp4 is exported')
    expect(sheet.dialog.locator('.exports')).to_contain_text(['', 'long-gop 100-130.mp4'])
    look(marker.page, 'export-done')
    [file] = out.iterdir()
    with marker.page.expect_download() as download:
        sheet.files.first.click()
    assert download.value.suggested_filename == file.name
    assert download.value.path().read_bytes() == file.read_bytes()


def test_a_segment_is_chosen_by_its_row(marker, out):
    marker.segment(100, 130)
    marker.segment(200, 220)
    marker.rows.nth(0).get_by_role('button', name='Export this segment').click()
    sheet = marker.page.get_by_role('dialog', name='Export')
    what = sheet.get_by_role('combobox', name='What')
    assert what.locator('option:checked').inner_text() == 'Segment 1 · frames 100 to 130'
    assert sheet.get_by_role('textbox').input_value() == 'long-gop Segment 1.mp4'
    expect(sheet.locator('.plan')).to_contain_text('Starts at frame 100')
    what.select_option('From in to out · frames 200 to 220')
    expect(sheet.locator('.plan')).to_contain_text('Starts at frame 200')


@pytest.mark.parametrize('name, why', [('../x.mp4', 'another folder'), ('.x.mp4', 'begin with a dot')])
def test_a_name_that_does_not_go_is_refused_in_the_server_s_words(marker, out, name, why):
    marker.segment(100, 130)
    sheet = Sheet(marker)
    sheet.says('Starts at')
    sheet.name.fill(name)
    sheet.says(why)
    expect(sheet.start).to_have_count(0)
    expect(marker.scrubber.banner).to_be_hidden()
    look(marker.page, 'export-refused')


def test_a_file_that_is_there_is_replaced_by_a_slide_alone(marker, out):
    marker.segment(100, 130)
    sheet = Sheet(marker)
    sheet.makes('x.mp4')
    before = (out / 'x.mp4').read_bytes()
    sheet.chooses('Copied, with an edit list')
    sheet.dialog.get_by_text('x.mp4 is there already').wait_for()
    expect(sheet.start).to_have_count(0)
    knob = sheet.dialog.locator('vernier-confirm')
    look(marker.page, 'export-replace')
    marker.page.set_viewport_size({'width': 1280, 'height': 800})
    knob.scroll_into_view_if_needed()
    slide(marker.page, knob, 0.5)
    marker.page.wait_for_timeout(300)
    assert (out / 'x.mp4').read_bytes() == before
    slide(marker.page, knob)
    sheet.says('x.mp4 is exported')
    assert (out / 'x.mp4').read_bytes() != before


@pytest.mark.parametrize('heard', [False, True])
def test_a_socket_cut_while_replacing_leaves_what_the_server_has(marker, out, heard):
    (out / 'x.mp4').write_bytes(b'before')
    cut = SocketCutter(heard)
    between(marker.scrubber, cut)
    marker.mark(100, 130)
    sheet = Sheet(marker)
    sheet.chooses('Copied, at keyframes')
    sheet.name.fill('x.mp4')
    knob = sheet.dialog.locator('vernier-confirm')
    knob.scroll_into_view_if_needed()
    slide(marker.page, knob, 1.1)
    if not heard:
        sheet.dialog.get_by_text('The connection is back').wait_for()
        assert cut.done and (out / 'x.mp4').read_bytes() == b'before'
        look(marker.page, 'export-cut')
        slide(marker.page, knob)
    sheet.says('x.mp4 is exported')
    assert cut.done and len((out / 'x.mp4').read_bytes()) > 1000


def test_a_file_is_deleted_by_a_slide_alone_and_every_page_sees_it_go(own_server, marker, out, open_page):
    marker.segment(100, 130)
    sheet = Sheet(marker)
    sheet.makes('x.mp4')
    other = Marker(open_page(own_server, MEDIA, frame=30))
    other.marks.wait_for()
    there = Sheet(other)
    expect(there.files).to_have_count(1)
    sheet.dialog.get_by_role('button', name='Delete x.mp4').click()
    knob = sheet.dialog.get_by_role('button', name='Slide to delete it')
    knob.focus()
    knob.evaluate(READY)
    marker.page.keyboard.press('Enter')
    marker.page.wait_for_timeout(500)
    assert (out / 'x.mp4').exists()
    marker.page.keyboard.press('Enter')
    expect(there.files).to_have_count(0)
    assert not (out / 'x.mp4').exists()


def test_without_a_folder_it_says_how_to_switch_it_on(serve, open_page):
    marker = Marker(open_page(serve(SAMPLES), MEDIA, frame=30))
    marker.mark(100, 130)
    dialog = marker.opens('Export')
    dialog.get_by_text('--export-dir DIR').wait_for()
    expect(dialog.get_by_role('button', name='Start', exact=True)).to_have_count(0)
    look(marker.page, 'export-off')


def test_keys_alone_export(own_server, out, open_page):
    person = Person(open_page(own_server, MEDIA, frame=30))
    page = person.page
    person.tab_to('Position')
    person.press('i', 'Shift+ArrowRight')
    person.lands(40)
    person.press('o')
    page.locator('#marks').get_by_text('11 frames').wait_for()
    person.press('x')
    page.get_by_role('dialog', name='Export').wait_for()
    person.tab_to('Exact, and copied')
    person.press('ArrowDown')
    person.tab_to('Name of the file')
    page.keyboard.press('Control+a')
    page.keyboard.type('keys.mp4')
    page.get_by_text('Starts at frame').wait_for()
    person.tab_to('Start')
    person.press('Enter')
    page.locator('.plan').get_by_text('keys.mp4 is exported').wait_for(timeout=1000 * LONG_PATIENCE)
    assert [file.name for file in out.iterdir()] == ['keys.mp4']
    person.press('Escape')
    person.is_at('Position')
