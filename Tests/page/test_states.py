"""Every state that the page may be in looks as if it were meant, and says what it is."""
import pytest

from .page_support import comes_to, with_answers
from .pictures import look
from .slow_link import SlowLink
from .test_snap_distance import choose
from .turning import Turning


def goes(scrubber, server, media='start.ts'):
    """Opens a media anew, with what has been routed since."""
    scrubber.page.goto('about:blank')
    scrubber.page.goto(f'{server.url}/#media={server.media(media)}')


def test_connecting_says_so_until_the_server_answers(server, open_page):
    scrubber = open_page(server)
    scrubber.page.route_web_socket('**/api/v1/scrub?*', lambda socket: None)
    goes(scrubber, server)
    scrubber.page.get_by_text('Opening…').wait_for()
    scrubber.page.wait_for_selector('body[data-busy]')
    assert scrubber.bar.get_attribute('aria-disabled') == 'true'
    look(scrubber.page, 'connecting')


def with_index(state, progress, **reason):
    """Answers of a server whose index stands where it is told."""
    def answer(message):
        if message['type'] == 'opened':
            message['media']['index'] = {'state': state, 'progress': progress, **reason}
        return None if message['type'] == 'index' else message
    return answer


def test_indexing_shows_how_far_it_is(server, open_page):
    scrubber = open_page(server)

    with_answers(scrubber, server, 'start.ts', with_index('scanning', 0.37))
    scrubber.page.get_by_text('Indexing 37 %').wait_for()
    scrubber.settle()
    look(scrubber.page, 'indexing')


def test_decoding_as_a_whole_says_why_and_how_far_it_is(server, open_page):
    scrubber = open_page(server)

    with_answers(scrubber, server, 'start.ts', with_index('scanning', 0.37, reason='times-step-back'))
    scrubber.page.get_by_text('Decoding 37 %').wait_for()
    told = scrubber.page.get_by_role('status').filter(has_text='Times step back, so all of it is decoded first')
    told.wait_for()
    scrubber.settle()
    look(scrubber.page, 'decoding')


def test_decoding_before_the_media_opens_says_why(server, open_page):
    scrubber = open_page(server)

    def answer(message):
        if message['type'] != 'opened':
            return message
        return {'type': 'index', 'state': 'scanning', 'progress': 0.62, 'reason': 'times-missing',
                'frames': 0, 'framesOnTrack': 0, 'keyframes': 0, 'end': 0, 'version': '0' * 16}

    with_answers(scrubber, server, 'start.ts', answer)
    scrubber.page.get_by_text('Decoding 62 %').wait_for()
    scrubber.page.get_by_text('Frames have no times, so all of it is decoded first').wait_for()
    look(scrubber.page, 'decoding-first')


def test_a_failed_index_says_so_and_scrubs_as_far_as_it_goes(server, open_page):
    scrubber = open_page(server)

    with_answers(scrubber, server, 'start.ts', with_index('failed', 0.5))
    scrubber.page.get_by_text('Index incomplete').wait_for()
    scrubber.settle()
    scrubber.press('.')
    assert scrubber.land() == 1
    look(scrubber.page, 'index-failed')


def spoil(route):
    """Carries what the server says, with every picture as one whose damage the decoder concealed."""
    upstream = route.connect_to_server()

    def forward(message):
        if not isinstance(message, str):
            message = message[:5] + bytes([message[5] | 4]) + message[6:]
        route.send(message)

    upstream.on_message(forward)


def test_a_damaged_frame_says_that_it_is(server, open_page):
    scrubber = open_page(server)
    scrubber.page.route_web_socket('**/api/v1/scrub?*', spoil)
    goes(scrubber, server)
    scrubber.page.get_by_text('Damaged here').wait_for()
    look(scrubber.page, 'damaged')


def test_what_cannot_be_read_says_so(serve, tmp_path, open_page):
    (tmp_path / 'renamed.mp4').write_text('This is not a video. ' * 100)
    scrubber = open_page(serve(tmp_path))
    scrubber.notice.get_by_text('cannot be read').wait_for()
    look(scrubber.page, 'unreadable')


def test_what_the_browser_cannot_play_still_scrubs(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.press(' ')
    scrubber.banner.get_by_text('cannot play').wait_for()
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    scrubber.release()
    assert scrubber.land() > 0
    look(scrubber.page, 'unplayable')


@pytest.mark.parametrize('code, name, says', [
    (1013, 'full', 'The server is full'), (1008, 'refused', 'refused the connection'),
    (1011, 'lost', 'Connection lost'),
])
def test_a_closed_door_says_which_and_is_tried_again(server, open_page, code, name, says):
    scrubber = open_page(server, 'start.ts', frame=12)
    closed = []

    def close(socket):
        closed.append(socket)
        socket.close(code=code, reason='no')

    scrubber.page.route_web_socket('**/api/v1/scrub?*', close)
    goes(scrubber, server)
    scrubber.banner.get_by_text(says).wait_for()
    look(scrubber.page, name)
    before = len(closed)
    scrubber.banner.get_by_role('button', name='Try now').click()
    comes_to(scrubber.page, lambda: len(closed) > before, True)
    scrubber.page.unroute_all()


def test_losing_the_server_keeps_the_picture_and_says_so(serve, server, open_page):
    server = serve(*server.paths)
    scrubber = open_page(server, 'long-gop.mp4', frame=200)
    assert server.stop() == 0
    scrubber.banner.get_by_text('Reconnecting').wait_for()
    # What was not loaded yet comes when the server is back; until then it is not switched on.
    scrubber.page.keyboard.press('t')
    assert scrubber.barcode == 200
    look(scrubber.page, 'reconnecting')
    server.start()
    scrubber.banner.wait_for(state='hidden')
    assert scrubber.land() == 200
    scrubber.press('t')
    scrubber.page.locator('#tools').wait_for()


@pytest.mark.parametrize('name, when, says', [
    ('lands', 'release', '→ 0:04.004 (−14 frames)'), ('holds', 'live', 'pointer +14 frames')])
def test_what_snapping_adds_is_beside_the_pointer(server, open_page, name, when, says):
    scrubber = open_page(server, 'dropframe.mov', frame=70)
    choose(scrubber, 'keyframe', when)
    scrubber.grab(0.2)
    scrubber.pull(0.2 + 64.4 / 240)
    scrubber.bubble.get_by_text(says).wait_for()
    look(scrubber.page, name)
    scrubber.release()
    assert scrubber.land() == 120


def test_a_gear_is_in_the_middle_of_the_dial(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=100)
    scrubber.press('f')
    dial = scrubber.page.locator('vernier-dial[gears]')
    dial.wait_for()
    pointer = Turning(scrubber.page, dial)
    for speed, worth in [(1.5, '×4'), (3, '×16')]:
        pointer.go(0.4, speed)
        dial.get_by_text(worth).wait_for()
    look(scrubber.page, 'gear')
    pointer.let_go()
    scrubber.land()


def test_an_empty_folder_says_what_to_do(serve, tmp_path, open_page):
    folder = tmp_path / 'nothing'
    folder.mkdir()
    scrubber = open_page(serve(folder))
    scrubber.notice.get_by_text('Nothing to scrub yet').wait_for()
    look(scrubber.page, 'empty')
    scrubber.notice.get_by_role('button', name='Look again').click()


def test_a_list_that_cannot_be_read_says_so_and_comes_when_it_can(server, open_page):
    scrubber = open_page(server)
    scrubber.page.route('**/api/v1/media', lambda route: route.abort())
    scrubber.page.goto('about:blank')
    scrubber.page.goto(server.url)
    scrubber.notice.get_by_text('does not answer').wait_for()
    look(scrubber.page, 'unreachable')
    scrubber.page.unroute_all()
    scrubber.notice.get_by_role('button', name='Look again').click()
    scrubber.notice.wait_for(state='hidden')
    scrubber.page.wait_for_selector('vernier-bar:not([disabled])')


def test_a_slow_link_lands_on_the_exact_frame(serve, server, open_page):
    with SlowLink(0.2, bits=1_000_000) as link:
        allowed = ['--allow-host', f'127.0.0.1:{link.port}', '--allow-origin', link.url]
        link.server = serve(*server.paths, extra=allowed)
        scrubber = open_page(link, 'start.ts', viewport={'width': 640, 'height': 480})
        scrubber.grab(0.1)
        scrubber.pull(0.5)
        scrubber.pull(0.6, away=90)
        scrubber.release()
        assert scrubber.land() > 0
        scrubber.press('ArrowRight')
        scrubber.land()
