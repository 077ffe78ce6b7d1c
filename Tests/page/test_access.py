"""What axe finds to be in anyone's way, in each state, light and dark."""
import pytest
from axe_playwright_python.sync_playwright import Axe

from kit import FULL

from .marking import MEDIA, Marker
from .page_support import with_answers
from .test_snap_distance import choose
from .test_states import goes, spoil, with_index
from .turning import Turning

AXE = Axe()
VIOLATIONS = {'resultTypes': ['violations']}
# A scheme is other colours: what has nothing to do with them is as it was in the scheme before.
COLOURS = {**VIOLATIONS, 'runOnly': ['color-contrast', 'link-in-text-block']}
SCHEMES = {'light': VIOLATIONS, 'dark': VIOLATIONS if FULL else COLOURS}


def check(page, where):
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion='reduce')
        found = AXE.run(page, options=rules).response['violations']
        told = [(one['id'], [node['html'][:160] for node in one['nodes']]) for one in found]
        assert not told, f'{where}, {scheme}: {told}'


@pytest.mark.parametrize('width', [320, 1280])
def test_axe_finds_nothing_wrong_with_the_page_and_its_parts(server, open_page, width):
    scrubber = open_page(server, 'dropframe.mov', frame=77,
                         viewport={'width': width, 'height': 800})
    page = scrubber.page
    check(page, 'a film')
    for key in ['t', 'i', 'Shift+ArrowRight', 'o', 'n', 'm', 'd']:
        scrubber.press(key)
        scrubber.land()
    page.locator('.segments li').wait_for()
    page.locator('.panel').wait_for()
    check(page, 'all that opens')
    for key in ['?', 'e', 'g', 'Shift+m', 'x']:
        scrubber.press(key)
        page.get_by_role('dialog').wait_for()
        check(page, f'the dialog of {key}')
        if key == 'e':
            page.get_by_role('dialog').get_by_role('combobox', name='Snap', exact=True).select_option('stops')
            page.get_by_role('textbox', name='Listed stops').fill('soon')
            page.keyboard.press('Tab')
            page.get_by_role('alert').get_by_text('soon').wait_for()
            check(page, 'stops that cannot be read')
        page.keyboard.press('Escape')
        page.locator('dialog').wait_for(state='detached')
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    check(page, 'a drag')
    scrubber.release()


def test_axe_finds_nothing_wrong_with_what_a_snap_adds_or_a_gear(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=70)
    for when in ['live', 'release']:
        choose(scrubber, 'keyframe', when)
        scrubber.grab(0.2)
        scrubber.pull(0.45)
        scrubber.page.wait_for_selector('vernier-bar[residual]')
        check(scrubber.page, f'snapping {when}')
        scrubber.press('Escape')
        scrubber.release()
        scrubber.land()
    scrubber.press('f')
    dial = scrubber.page.locator('vernier-dial[gears]')
    dial.wait_for()
    check(scrubber.page, 'the dial')
    pointer = Turning(scrubber.page, dial)
    pointer.go(0.4, speed=3)
    dial.get_by_text('×16').wait_for()
    check(scrubber.page, 'a gear')
    pointer.let_go()
    scrubber.land()


@pytest.mark.parametrize('width', [320, 1280])
def test_axe_finds_nothing_wrong_with_a_fine_drag_its_zones_and_its_strip(server, open_page, width):
    scrubber = open_page(server, 'long-gop.mp4', viewport={'width': width, 'height': 800})
    scrubber.grab(0.3)
    scrubber.pull(0.5, away=95)
    scrubber.bar.locator('.zone[data-current]').wait_for()
    scrubber.page.wait_for_selector('vernier-filmstrip[open] img')
    check(scrubber.page, 'a fine drag')
    scrubber.release()
    scrubber.land()


def test_axe_finds_nothing_wrong_while_something_is_awaited_or_amiss(server, open_page):
    scrubber = open_page(server)
    page = scrubber.page
    socket = '**/api/v1/scrub?*'
    page.route_web_socket(socket, lambda route: None)
    goes(scrubber, server)
    page.wait_for_selector('body[data-busy]')
    check(page, 'connecting')
    with_answers(scrubber, server, 'start.ts', with_index('scanning', 0.37))
    page.get_by_text('Indexing 37 %').wait_for()
    check(page, 'indexing')
    with_answers(scrubber, server, 'start.ts', with_index('failed', 0.5))
    page.get_by_text('Index incomplete').wait_for()
    check(page, 'a failed index')
    page.route_web_socket(socket, spoil)
    goes(scrubber, server)
    page.get_by_text('Damaged here').wait_for()
    check(page, 'damaged')
    scrubber.press(' ')
    scrubber.banner.get_by_text('cannot play').wait_for()
    check(page, 'unplayable')
    page.route_web_socket(socket, lambda route: route.close(code=1011))
    goes(scrubber, server)
    scrubber.banner.get_by_text('Connection lost').wait_for()
    check(page, 'a lost connection')


def test_axe_finds_nothing_wrong_with_a_server_that_is_awaited(serve, server, open_page):
    server = serve(*server.paths)
    scrubber = open_page(server, 'start.ts', frame=20)
    scrubber.grab(0.2)
    scrubber.pull(0.4)
    scrubber.answered()
    assert server.stop() == 0
    scrubber.banner.get_by_text('Reconnecting').wait_for()
    check(scrubber.page, 'reconnecting in mid-drag')
    scrubber.release()
    check(scrubber.page, 'reconnecting')


def test_axe_finds_nothing_wrong_where_there_is_no_picture(server, serve, open_page, tmp_path):
    scrubber = open_page(serve(tmp_path))
    scrubber.notice.get_by_text('Nothing to scrub yet').wait_for()
    check(scrubber.page, 'an empty folder')
    scrubber.page.goto(f'{server.url}/#media=none')
    scrubber.notice.get_by_text('not here').wait_for()
    check(scrubber.page, 'an unknown media')
    scrubber.page.route_web_socket('**/api/v1/scrub?*', lambda one: one.close(code=1013))
    scrubber.page.goto('about:blank')
    scrubber.page.goto(f'{server.url}/#media={server.media("start.ts")}')
    scrubber.banner.get_by_text('full').wait_for()
    check(scrubber.page, 'a full server')


def test_axe_finds_nothing_wrong_with_marks_and_exports(own_server, out, open_page):
    (out / 'x.mp4').write_bytes(b'before')
    marker = Marker(open_page(own_server, MEDIA, frame=30))
    marker.segment(100, 130)
    page = marker.page
    marker.opens('Clear marks')
    check(page, 'marks before they are cleared')
    page.keyboard.press('Escape')
    dialog = marker.opens('Export')
    dialog.get_by_text('Starts at').wait_for()
    check(page, 'a plan')
    dialog.get_by_role('textbox').fill('x.mp4')
    dialog.get_by_role('button', name='Delete x.mp4').click()
    dialog.get_by_text('Slide to replace it').wait_for()
    check(page, 'knobs')
    dialog.get_by_role('textbox').fill('../x.mp4')
    dialog.get_by_text('another folder').wait_for()
    check(page, 'a refusal')
