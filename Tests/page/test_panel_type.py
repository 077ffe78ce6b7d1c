"""The panel's type of a picture is the one that ffprobe finds."""
import json
import subprocess

from playwright.sync_api import expect

from kit import SAMPLES

FRAMES = [0, 1, 2, 3, 17, 30]


def types_of(path):
    """The type of each picture, in display order."""
    command = ['ffprobe', '-v', 'error', '-of', 'json', '-select_streams', 'V:0', '-show_entries',
               'frame=pict_type', '-read_intervals', '%+#40', str(path)]
    found = subprocess.run(command, check=True, capture_output=True).stdout
    return [frame['pict_type'] for frame in json.loads(found)['frames']]


def shown(page):
    return page.locator('.panel dt', has_text='Type').locator('+ dd')


def test_the_panel_says_of_what_type_the_picture_is(server, open_page):
    types = types_of(SAMPLES / 'dropframe.mov')
    assert len({types[frame] for frame in FRAMES}) > 1
    scrubber = open_page(server, 'dropframe.mov', frame=FRAMES[0])
    scrubber.press('d')
    for frame in FRAMES:
        scrubber.press('g')
        scrubber.page.get_by_role('textbox', name='Go to').fill(f'f{frame}')
        scrubber.page.keyboard.press('Enter')
        scrubber.page.locator('dialog').wait_for(state='detached')
        expect(scrubber.page.locator('.panel dd').first).to_have_text(str(frame))
        scrubber.settle()
        expect(shown(scrubber.page)).to_have_text(types[frame])


def test_a_picture_whose_type_nobody_tells_has_none(server, open_page):
    scrubber = open_page(server)
    scrubber.page.route('**/frames/*.jpg?width=16&*', lambda route: route.fulfill(body=''))
    scrubber.open('dropframe.mov', 5)
    scrubber.press('d')
    expect(shown(scrubber.page)).to_have_text('–')
