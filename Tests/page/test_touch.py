"""What keys do, fingers and a mouse do by buttons: undo, redo, keyframes, zoom, going to a place."""
import pytest

from .page_support import index_of
from .test_bar_pointers import PHONE, Touch

MEDIA = 'start.ts'


@pytest.fixture(params=['touch', 'mouse'])
def scrubber(server, open_page, request):
    """A page whose tools are open, and how a person presses a button."""
    scrubber = open_page(server, MEDIA, frame=120, **(PHONE if request.param == 'touch' else {}))
    how = 'tap' if request.param == 'touch' else 'click'
    scrubber.tap = lambda name: getattr(
        scrubber.page.get_by_role('button', name=name, exact=True), how)()
    scrubber.tap('Tools')
    scrubber.page.locator('#tools').wait_for()
    return scrubber


def test_moves_are_undone_and_done_again(scrubber):
    for name in ['Next frame', 'Next frame', 'Last frame']:
        scrubber.tap(name)
    last = scrubber.land()
    for frame in [122, 121, 120]:
        scrubber.tap('Undo the last move')
        assert scrubber.land() == frame
    for frame in [121, 122, last]:
        scrubber.tap('Redo the last move')
        assert scrubber.land() == frame
    scrubber.tap('Redo the last move')
    assert scrubber.land() == last
    scrubber.tap('Undo the last move')
    assert scrubber.land() == 122


def test_another_move_leaves_nothing_to_do_again(scrubber):
    for name in ['Last frame', 'Undo the last move', 'Next frame', 'Redo the last move']:
        scrubber.tap(name)
    assert scrubber.land() == 121


def test_buttons_step_to_keyframes(server, scrubber):
    keys = [one['frame'] for one in index_of(server, MEDIA) if one['key']]
    scrubber.tap('Next keyframe')
    assert scrubber.land() == min(key for key in keys if key > 120)
    for _ in range(2):
        scrubber.tap('Previous keyframe')
    assert scrubber.land() == sorted(key for key in keys if key <= 120)[-2]


def test_the_bar_is_zoomed_around_the_playhead_and_back(scrubber):
    for _ in range(3):
        scrubber.tap('Bring the bar nearer')
    # Each tap is carried out when its module is there.
    scrubber.page.wait_for_function("""most => {
      const range = document.querySelector('vernier-bar').getAttribute('range') ?? '0 1';
      const [low, high] = range.split(' ');
      return high - low <= most;
    }""", arg=1.25 ** -6 + 1e-6)
    low, high = map(float, scrubber.bar.get_attribute('range').split())
    assert high - low == pytest.approx(1.25 ** -6)
    assert low < float(scrubber.bar.get_attribute('position')) < high
    for _ in range(3):
        scrubber.tap('Move the bar away')
    scrubber.page.wait_for_selector('vernier-bar:not([range])')


def test_a_place_is_gone_to(scrubber):
    scrubber.tap('Go to')
    scrubber.page.get_by_role('textbox', name='Go to').fill('f33')
    scrubber.page.get_by_role('button', name='Go', exact=True).click()
    scrubber.page.locator('dialog').wait_for(state='detached')
    assert scrubber.land() == 33


@pytest.mark.parametrize('how', ['Escape', 'the button', 'the browser'])
def test_a_drag_that_is_taken_back_after_a_reconnection_is_back_where_it_began(
        server, serve, open_page, how):
    server = serve(*server.paths)
    scrubber = open_page(server, MEDIA, frame=50, **(PHONE if how != 'Escape' else {}))
    if how == 'Escape':
        scrubber.grab(0.2)
        scrubber.pull(0.4)
    else:
        finger = Touch(scrubber)
        for along in (0.2, 0.25, 0.4):
            finger.put(1, scrubber.point(along))
    away = scrubber.answered()['target']['frame']
    assert away > 60
    # The button is in what the page loads later, which nobody serves from here on.
    cancel_button(scrubber).wait_for()
    server.stop()
    scrubber.banner.wait_for()
    server.start()
    scrubber.banner.wait_for(state='hidden')
    scrubber.page.wait_for_function("() => wire.state?.phase === 'scrubbing'")
    if how == 'Escape':
        scrubber.pull(0.6)
        scrubber.page.keyboard.press('Escape')
        scrubber.release()
    elif how == 'the button':
        finger.put(2, middle_of(cancel_button(scrubber)))
        finger.lift(2)
        finger.lift(1)
    else:
        finger.points.clear()
        finger.send('touchCancel')
    assert scrubber.land() == 50


def cancel_button(scrubber):
    return scrubber.page.get_by_role('button', name='Take the drag back')


def middle_of(locator):
    box = locator.bounding_box()
    return box['x'] + box['width'] / 2, box['y'] + box['height'] / 2


def test_a_mouse_released_on_the_button_takes_its_drag_back(server, open_page):
    scrubber = open_page(server, MEDIA, frame=50)
    assert not cancel_button(scrubber).is_visible()
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    assert scrubber.answered()['target']['frame'] != 50
    scrubber.page.mouse.move(*middle_of(cancel_button(scrubber)), steps=5)
    scrubber.release()
    assert scrubber.land() == 50
    assert not cancel_button(scrubber).is_visible()
