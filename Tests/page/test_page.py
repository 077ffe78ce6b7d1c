"""What the page says and shows: the address, the bubble, the slider's role, every state."""
import pathlib

import pytest

from kit import MATRIX

from .conditions import DRAWN
from .page_support import HeldMessages, comes_to, with_answers

# What a drag needs, with its zones, keys and the strip of frames.
FIRST = {
    'client/picture-queue.js', 'client/prediction.js', 'client/scrub-model.js', 'client/state.js',
    'client/timecode.js',
    'elements/bar-cancel.js', 'elements/bar-drag.js', 'elements/bar-hints.js',
    'elements/bar-zones.js', 'elements/pointer-drag.js',
    'elements/support.js', 'elements/vernier-bar.js', 'elements/vernier-bubble.js',
    'elements/vernier-filmstrip.js', 'elements/vernier-view.js',
    'format.js', 'geometry.js', 'main.js', 'page/address.js', 'page/app.js', 'page/arrival.js',
    'page/commands.js', 'page/filmstrip.js', 'page/keys.js', 'page/law.js', 'page/library.js',
    'page/load.js', 'page/media-order.js', 'page/open-media.js', 'page/render.js', 'page/scrubbing.js',
    'page/settings.js', 'scrub-model.wasm', 'style.css', 'texts.js', 'vernier-client.js',
}


# What comes after the picture in view: the pictures along the bar, what uses them, the ruler, what
# lifts the bubble above a finger, a button, undo.
LATER = {'page/cancel-button.js', 'page/history.js', 'page/late-style.js', 'page/overview.js',
         'page/waveform.js', 'elements/bar-pictures.js', 'elements/filmstrip-nearby.js',
         'elements/picture-cells.js', 'elements/bubble-lift.js', 'elements/ruler-ticks.js',
         'elements/vernier-ruler.js'}


def test_a_link_lands_on_its_frame_and_the_address_keeps_up(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=123)
    assert scrubber.land() == 123
    scrubber.press('ArrowRight')
    scrubber.land()
    media = server.media('long-gop.mp4')
    scrubber.page.wait_for_function(f"() => location.hash === '#media={media}&frame=124'")


def test_a_link_beyond_the_end_lands_on_the_last_frame(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=999999)
    assert scrubber.land() == int(scrubber.bar.get_attribute('frames')) - 1


def test_a_link_that_is_followed_before_its_media_is_open_leads_to_its_frame(server, open_page):
    scrubber = open_page(server)
    page, answers = scrubber.page, HeldMessages(scrubber.page, holds=True)
    page.goto('about:blank')
    page.goto(f'{server.url}/#media={server.media("start.ts")}')
    comes_to(page, lambda: len(answers.kept) > 0, True)
    page.evaluate("location.hash += '&frame=33'")
    page.evaluate(DRAWN)
    answers.release()
    assert scrubber.land() == 33


def test_a_reload_comes_back_to_the_frame(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=77)
    scrubber.page.reload()
    assert scrubber.land() == 77


def test_choosing_from_the_list_opens_and_back_returns(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.open_list()
    scrubber.page.get_by_role('link', name='vfr.mkv').click()
    scrubber.page.wait_for_function("() => document.title.startsWith('vfr.mkv')")
    scrubber.land()
    scrubber.page.go_back()
    scrubber.page.wait_for_function("() => document.title.startsWith('start.ts')")
    scrubber.land()


@pytest.mark.parametrize('width', [320, 1280, 3840])
def test_the_bubble_stays_inside_and_its_arrow_on_the_position(server, open_page, width):
    scrubber = open_page(server, 'long-gop.mp4', viewport={'width': width, 'height': 900})
    scrubber.grab(0.5)
    scrubber.bubble.locator('.box').wait_for()
    for along in [0.5, 0.6, 0.97, 1.45, 0.4, -0.2]:
        scrubber.pull(along)
        state = scrubber.answered()
        scrubber.page.evaluate(DRAWN)
        bar, bubble = scrubber.bar.bounding_box(), scrubber.bubble.bounding_box()
        arrow = scrubber.bubble.locator('.arrow').bounding_box()
        assert bubble['x'] >= 0 and bubble['x'] + bubble['width'] <= width
        assert bubble['x'] == int(bubble['x'])
        tip = arrow['x'] + arrow['width'] / 2
        assert tip == pytest.approx(bar['x'] + state['position'] * bar['width'], abs=1)
        assert f'frame {state["target"]["frame"]}' in scrubber.said
    scrubber.release()
    scrubber.land()
    scrubber.bubble.wait_for(state='hidden')


def test_the_bar_is_a_slider_that_says_its_value(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=90)
    slider = scrubber.page.get_by_role('slider', name='Position')
    scrubber.page.wait_for_selector('vernier-bar[aria-valuenow="90"]')
    assert slider.get_attribute('aria-valuemin') == '0'
    assert slider.get_attribute('aria-valuemax') == '599'
    assert slider.get_attribute('aria-valuetext') == 'Frame 90, 0:03.000'
    scrubber.page.keyboard.press('Tab')
    slider.focus()
    assert slider.evaluate('bar => bar.matches(":focus-visible")')


def test_the_slider_speaks_at_most_four_times_a_second(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.page.evaluate("""() => {
      window.spoken = 0;
      new MutationObserver(() => { spoken += 1; }).observe(
        document.querySelector('vernier-bar'), { attributeFilter: ['aria-valuetext'] });
      window.started = performance.now();
    }""")
    scrubber.grab(0.1)
    for step in range(40):
        scrubber.pull(0.1 + step * 0.02, steps=2)
        scrubber.page.wait_for_timeout(20)
    scrubber.release()
    scrubber.land()
    seconds = scrubber.page.evaluate('(performance.now() - started) / 1000')
    assert 1 <= scrubber.page.evaluate('spoken') <= 4 * seconds + 1


def test_losing_and_regaining_the_server_is_shown_and_keeps_the_frame(server, serve, open_page):
    server = serve(*server.paths)
    scrubber = open_page(server, 'long-gop.mp4', frame=200)
    server.stop()
    scrubber.banner.get_by_text('Reconnecting').wait_for()
    assert scrubber.barcode == 200
    server.start()
    scrubber.banner.wait_for(state='hidden')
    assert scrubber.land() == 200
    scrubber.press('ArrowRight')
    assert scrubber.land() == 201


def test_a_drag_goes_on_after_the_server_came_back(server, serve, open_page):
    server = serve(*server.paths)
    scrubber = open_page(server, 'start.ts')
    scrubber.grab(0.2)
    scrubber.pull(0.4)
    before = scrubber.answered()['target']['frame']
    server.stop()
    scrubber.banner.wait_for()
    server.start()
    scrubber.banner.wait_for(state='hidden')
    scrubber.pull(0.6)
    scrubber.release()
    assert scrubber.land() > before


def test_what_could_not_be_loaded_comes_when_the_server_is_back(server, serve, open_page):
    server = serve(*server.paths)
    scrubber = open_page(server)
    scrubber.page.route('**/page/cancel-button.js', lambda route: route.abort())
    with scrubber.page.expect_event('requestfailed', lambda one: 'cancel-button' in one.url):
        scrubber.open('start.ts', frame=20)
    scrubber.page.unroute('**/page/cancel-button.js')
    server.stop()
    scrubber.banner.wait_for()
    server.start()
    scrubber.banner.wait_for(state='hidden')
    scrubber.grab(0.2)
    scrubber.pull(0.4)
    scrubber.page.get_by_role('button', name='Take the drag back').wait_for()
    scrubber.release()


def test_an_empty_folder_says_what_to_do(serve, tmp_path, open_page):
    folder = tmp_path / 'nothing'
    folder.mkdir()
    scrubber = open_page(serve(folder))
    scrubber.notice.get_by_text('Nothing to scrub yet').wait_for()
    scrubber.notice.get_by_role('button').click()


def test_a_text_renamed_to_a_video_says_that_it_cannot_be_read(serve, tmp_path, open_page):
    (tmp_path / 'renamed.mp4').write_text('This is not a video. ' * 100)
    scrubber = open_page(serve(tmp_path))
    scrubber.notice.get_by_text('cannot be read').wait_for()


def test_an_unknown_media_says_that_it_is_not_here(server, open_page):
    scrubber = open_page(server)
    scrubber.page.goto(f'{server.url}/#media=none')
    scrubber.notice.get_by_text('not here').wait_for()


def test_sound_alone_has_a_calm_place_and_still_scrubs(server, open_page):
    scrubber = open_page(server)
    # The bar has its place once the list has.
    scrubber.page.locator('#list a').first.wait_for()
    scrubber.page.goto(f'{server.url}/#media={server.media("audio.m4a")}')
    scrubber.page.locator('vernier-view[kind=audio]').wait_for()
    scrubber.grab(0.2)
    scrubber.pull(0.7)
    scrubber.release()
    assert scrubber.answered()['position'] == pytest.approx(0.5, abs=0.01)


def test_sound_with_a_cover_shows_it(serve, open_page):
    server = serve(MATRIX / 'cover.mp3')
    scrubber = open_page(server, 'cover.mp3', frame=40)
    assert scrubber.settle()['target']['frame'] == scrubber.painted == 40
    canvas = scrubber.page.locator('vernier-view[kind=audio] canvas')
    assert canvas.is_visible() and not scrubber.page.locator('vernier-view .sound').is_visible()
    box = canvas.bounding_box()
    assert box['width'] == pytest.approx(box['height'], abs=1)
    scrubber.press('m')
    scrubber.page.wait_for_function(
        """() => document.querySelector('a[title="cover.mp3"] img')?.naturalWidth > 0""")


def test_the_index_shows_its_progress(server, open_page):
    scrubber = open_page(server)

    def scanning(message):
        if message['type'] == 'opened':
            message['media']['index'] = {'state': 'scanning', 'progress': 0.37}
        return None if message['type'] == 'index' else message

    with_answers(scrubber, server, 'start.ts', scanning)
    scrubber.page.get_by_text('Indexing 37 %').wait_for()


def test_the_page_weighs_no_more_than_it_may(server, open_page):
    """All code that a drag needs is there at first; what few need comes when they need it."""
    web = pathlib.Path(__file__).resolve().parents[2] / 'web'
    scrubber = open_page(server, 'dropframe.mov', frame=60)

    def loaded():
        names = scrubber.page.evaluate(
            'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)')
        return {name[1:] for name in names if name.endswith(('.js', '.css', '.wasm'))} - LATER

    assert loaded() == FIRST
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    scrubber.pull(0.51, away=95)
    scrubber.page.wait_for_selector('vernier-filmstrip[open] img')
    scrubber.bar.get_by_text('frame per').first.wait_for()
    scrubber.release()
    scrubber.press('ArrowRight')
    scrubber.land()
    assert loaded() == FIRST
    assert sum((web / name).stat().st_size for name in FIRST) <= 120 * 1024
    # The ruler's times come then.
    scrubber.page.locator('vernier-ruler span').first.wait_for()
