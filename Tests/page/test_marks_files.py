"""Marks go out of the page as files of every format, and come back from them."""
import pytest
from playwright.sync_api import expect

from .marking import MEDIA, Marker, marks_of
from .pictures import look

FORMATS = ['csv', 'llc', 'edl', 'otio', 'ffmetadata', 'vtt', 'json']


@pytest.fixture
def marker(own_server, open_page):
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.segment(60, 120)
    marker.segment(300, 420)
    return marker


def frames(own_server):
    return [(one['first'], one['last']) for one in marks_of(own_server)['segments']]


def test_every_format_goes_out_and_comes_back_to_the_frame(own_server, marker, tmp_path):
    page = marker.page
    dialog = marker.opens('Marks as files')
    look(page, 'marks-files')
    files = {}
    for link in dialog.locator('.formats a').all():
        with page.expect_download() as download:
            link.click()
        name = download.value.suggested_filename
        files[name.rsplit('.', 1)[1]] = tmp_path / name
        download.value.save_as(tmp_path / name)
    assert list(files) == FORMATS
    assert {file.stem for file in files.values()} == {MEDIA}
    for kind, file in files.items():
        version = marks_of(own_server)['version']
        dialog.locator('input[type=file]').set_input_files(file)
        dialog.get_by_text(f'The marks of {file.name} are in place').wait_for()
        assert frames(own_server) == [(60, 120), (300, 420)], kind
        assert marks_of(own_server)['version'] > version, 'its segments are new ones'
    page.keyboard.press('Escape')
    expect(marker.rows).to_have_count(2)
    assert marker.names() == ['Segment 1', 'Segment 2']


@pytest.mark.parametrize('name, content, why', [
    ('marks.csv', 'nothing,of,the,kind', 'That does not go: line 1'),
    ('marks.json', '{"segments": [{"first": 5, "last": 2}]}', 'That does not go: segment 1'),
    ('marks.csv', '0,9999,Beyond', 'outside the media'),
    ('marks.txt', '', 'marks.txt has none of these endings'),
])
def test_a_file_that_does_not_go_is_refused_and_changes_nothing(own_server, marker, tmp_path, name, content, why):
    (tmp_path / name).write_text(content)
    dialog = marker.opens('Marks as files')
    dialog.locator('input[type=file]').set_input_files(tmp_path / name)
    dialog.get_by_text(why).wait_for()
    assert frames(own_server) == [(60, 120), (300, 420)]


def test_a_file_does_not_take_the_place_of_what_someone_has_just_done(own_server, marker, open_page, tmp_path):
    other = Marker(open_page(own_server, MEDIA, frame=30))
    expect(other.rows).to_have_count(2)
    (tmp_path / 'marks.csv').write_text('1,2,Late\n')
    dialog = marker.opens('Marks as files')

    def first(route):
        other.rows.first.get_by_role('button', name='Remove').click()
        expect(other.rows).to_have_count(1)
        route.continue_()

    marker.page.route('**/marks?format=csv**', first)
    dialog.locator('input[type=file]').set_input_files(tmp_path / 'marks.csv')
    dialog.get_by_text('Someone else changed the marks meanwhile').wait_for()
    expect(marker.rows).to_have_count(1)
    assert frames(own_server) == [(300, 420)]
