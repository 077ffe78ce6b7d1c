"""A pointer drags the bar, and the picture is the frame that the server names."""
import pytest

NUMBERED = ['long-gop.mp4', 'start.ts', 'vfr.mkv']


@pytest.mark.parametrize('media', NUMBERED)
def test_a_drag_up_and_away_and_back_ends_on_the_exact_frame(server, open_page, media):
    scrubber = open_page(server, media)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    scrubber.pull(0.7, away=90)
    scrubber.pull(0.65, away=90)
    scrubber.pull(0.5, away=0)
    scrubber.release()
    assert scrubber.land() > 0


@pytest.mark.parametrize('media', NUMBERED)
def test_vertical_motion_alone_never_changes_the_frame(server, open_page, media):
    scrubber = open_page(server, media)
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    before = scrubber.answered()
    scrubber.page.evaluate('wire.frames = []')
    for away in [60, 300, 10, 140, -80, 0]:
        scrubber.pull(0.5, away=away)
    after = scrubber.answered()
    assert set(scrubber.page.evaluate('wire.frames')) == {before['target']['frame']}
    assert after['raw'] == before['raw']
    scrubber.release()
    assert scrubber.land() == before['target']['frame']


def test_the_bar_is_grabbed_anywhere_without_a_jump(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=100)
    scrubber.grab(0.9)
    scrubber.release()
    assert scrubber.land() == 100


def test_a_drag_is_relative_to_where_the_bar_was_grabbed(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.grab(0.5)
    scrubber.pull(0.75)
    scrubber.release()
    scrubber.land()
    assert scrubber.state['position'] == pytest.approx(0.25, abs=0.002)


def test_the_pointer_moves_finer_away_from_the_bar(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.grab(0.5)
    scrubber.pull(0.5, away=90)
    before = scrubber.answered()['position']
    scrubber.pull(0.75, away=90)
    # 1 − 90² / 10000 of a quarter of the bar.
    assert scrubber.answered()['position'] - before == pytest.approx(0.19 * 0.25, abs=1e-3)
    scrubber.bar.locator('.word').get_by_text('×0.19').wait_for()
    scrubber.release()
    scrubber.land()


def test_escape_takes_the_drag_back(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=60)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    assert scrubber.answered()['target']['frame'] != 60
    scrubber.press('Escape')
    assert scrubber.land() == 60
    scrubber.pull(0.9)
    scrubber.release()
    assert scrubber.land() == 60


MOVES = """() => {
  window.moves = [];
  const bar = document.querySelector('vernier-bar');
  bar.addEventListener('scrubmove', ({ detail }) => moves.push(detail.samples));
}"""


def test_samples_are_sent_in_order_once_per_animation_frame(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.page.evaluate(MOVES)
    scrubber.grab(0.2)
    scrubber.page.evaluate("""() => {
      const bar = document.querySelector('vernier-bar');
      for (let i = 1; i <= 150; i += 1) {
        bar.dispatchEvent(new PointerEvent('pointermove', {
          pointerId: 1, buttons: 1, clientX: 300 + i, clientY: 600, bubbles: true }));
      }
    }""")
    scrubber.answered()
    scrubber.release()
    scrubber.land()
    moves = scrubber.page.evaluate('moves')
    samples = [sample for move in moves for sample in move]
    across = [x for _, x, _ in samples][:150]
    assert all(1 <= len(move) <= 64 for move in moves)
    assert [t for t, _, _ in samples] == sorted(t for t, _, _ in samples)
    assert [x - across[0] for x in across] == list(range(150))


def test_a_touch_drags_and_does_not_scroll(server, open_page):
    phone = {'viewport': {'width': 390, 'height': 640}, 'has_touch': True, 'is_mobile': True}
    scrubber = open_page(server, 'vfr.mkv', **phone)
    touch = scrubber.page.context.new_cdp_session(scrubber.page)

    def send(kind, *point):
        points = [{'x': point[0], 'y': point[1]}] if point else []
        touch.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    send('touchStart', *scrubber.point(0.2))
    for step in range(1, 21):
        send('touchMove', *scrubber.point(0.2 + step * 0.02, away=step * 3))
    send('touchEnd')
    assert scrubber.land() > 0
    assert scrubber.page.evaluate('scrollY') == 0


def test_a_drag_whose_button_came_up_elsewhere_ends(server, open_page):
    scrubber = open_page(server, 'start.ts')
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    scrubber.page.evaluate("""() => document.querySelector('vernier-bar').dispatchEvent(
      new PointerEvent('pointermove', { pointerId: 1, buttons: 0, clientX: 9, clientY: 9 }))""")
    scrubber.land()
    assert scrubber.bar.get_attribute('dragging') is None
    scrubber.release()
