"""What a pointer takes back, and what it does by accident: nothing."""
import pytest

from .alone import alone, open_alone  # noqa: F401


def come_back(scrubber, off=0):
    """Brings the position back to where the drag began, or `off` pixels from there."""
    box = scrubber.bar.bounding_box()
    way = scrubber.page.evaluate("""() => {
      const bar = document.querySelector('vernier-bar');
      return bar.getAttribute('position') - bar.origin;
    }""")
    x, y = scrubber.at
    scrubber.at = (x - way * box['width'] + off, y)
    scrubber.page.mouse.move(*scrubber.at, steps=10)


def drag(scrubber, start, end):
    scrubber.grab(start)
    scrubber.pull(end)
    scrubber.at = scrubber.point(end)
    scrubber.answered()


def release_label(scrubber):
    return scrubber.bar.get_by_text('Release to cancel')


def test_a_drag_that_comes_back_and_rests_on_the_ghost_is_taken_back(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=150)
    ghost = scrubber.bar.locator('.ghost')
    assert not ghost.is_visible()
    drag(scrubber, 0.3, 0.6)
    box, bar = ghost.bounding_box(), scrubber.bar.bounding_box()
    assert box['x'] + 1 == pytest.approx(bar['x'] + 0.25 * bar['width'], abs=1)
    come_back(scrubber, off=3)
    release_label(scrubber).wait_for()
    assert scrubber.answered()['target']['frame'] != 150
    scrubber.release()
    assert scrubber.land() == 150
    assert not ghost.is_visible() and release_label(scrubber).count() == 0


def seeks_a_small_way(scrubber, pixels):
    """With a rest at its end."""
    before = scrubber.settle()['target']['frame']
    scrubber.grab(0.5)
    x, y = scrubber.point(0.5)
    scrubber.page.mouse.move(x + pixels, y, steps=4)
    scrubber.page.wait_for_selector('vernier-bar[dragging]')
    scrubber.page.wait_for_timeout(450)
    moved = scrubber.answered()['target']['frame']
    assert moved != before
    scrubber.release()
    assert scrubber.land() == moved


# Counts drags. On a busy machine every pointer would come to rest where it is only on its way, and a
# tap would take hold.
NO_REST = """() => {
  const later = setTimeout;
  window.setTimeout = (act, time) => ([300, 350].includes(time) ? 0 : later(act, time));
  window.begun = 0;
  document.querySelector('vernier-bar').addEventListener('scrubbegin', () => { begun += 1; });
}"""


def test_a_pointer_that_never_was_away_seeks_as_ever(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    for pixels in [4, -5, 20]:
        seeks_a_small_way(scrubber, pixels)


def test_a_pointer_that_comes_back_without_a_rest_seeks_as_ever(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    scrubber.page.evaluate(NO_REST)
    drag(scrubber, 0.3, 0.6)
    come_back(scrubber, off=3)
    through = scrubber.answered()['target']['frame']
    assert through != 300
    scrubber.release()
    assert scrubber.land() == through


def test_a_pointer_that_rests_on_the_ghost_and_moves_on_seeks_as_ever(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    drag(scrubber, 0.3, 0.6)
    come_back(scrubber)
    release_label(scrubber).wait_for()
    scrubber.page.mouse.move(scrubber.at[0] + 12, scrubber.at[1], steps=3)
    release_label(scrubber).wait_for(state='hidden')
    there = scrubber.answered()['target']['frame']
    scrubber.release()
    assert scrubber.land() == there != 300


def test_a_pointer_that_moves_finely_near_the_ghost_seeks(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    drag(scrubber, 0.3, 0.5)
    come_back(scrubber)
    scrubber.page.mouse.move(scrubber.at[0], scrubber.at[1] - 90, steps=5)
    scrubber.page.mouse.move(scrubber.at[0] + 12, scrubber.at[1] - 90, steps=5)
    scrubber.page.wait_for_timeout(450)
    assert release_label(scrubber).count() == 0
    there = scrubber.answered()['target']['frame']
    scrubber.release()
    assert scrubber.land() == there


def test_a_tremor_and_a_tap_do_nothing(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=70)
    scrubber.page.evaluate(NO_REST)
    x, y = scrubber.point(0.8)
    scrubber.page.mouse.click(x, y)
    scrubber.grab(0.8)
    for step in [1, 2, 1, -1, -2, 0]:
        scrubber.page.mouse.move(x + step, y + step // 2)
    scrubber.release()
    assert scrubber.page.evaluate('begun') == 0
    # The way of a mouse counts from where it was pressed.
    scrubber.grab(0.5)
    x, y = scrubber.point(0.5)
    scrubber.page.mouse.move(x + 3, y)
    raw = scrubber.answered()['raw']
    width = scrubber.bar.bounding_box()['width']
    assert (raw - scrubber.page.evaluate("document.querySelector('vernier-bar').origin")) \
        * width == pytest.approx(3, abs=0.1)
    scrubber.press('Escape')
    scrubber.release()
    assert scrubber.land() == 70


def test_a_press_that_rests_takes_hold(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=70)
    scrubber.grab(0.5)
    scrubber.page.wait_for_selector('vernier-bar[dragging]')
    scrubber.bubble.get_by_text('frame 70').wait_for()
    scrubber.release()
    assert scrubber.land() == 70


def test_escape_undo_and_a_tap_work_without_the_application(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', attributes={'tap': 'seek'})
    scrubber.page.evaluate(NO_REST)
    x, y = scrubber.point(0.5)
    scrubber.page.mouse.click(x, y)
    scrubber.page.wait_for_function('() => wishes.length === 1')
    assert scrubber.land() in (299, 300)
    tapped = scrubber.painted
    drag(scrubber, 0.2, 0.5)
    scrubber.press('Escape')
    scrubber.answered()
    scrubber.release()
    assert scrubber.land() == tapped
    drag(scrubber, 0.2, 0.4)
    scrubber.release()
    assert scrubber.land() > tapped
    scrubber.press('Shift+Backspace')
    scrubber.page.wait_for_function('() => wishes.length === 2')
    assert scrubber.land() == tapped
