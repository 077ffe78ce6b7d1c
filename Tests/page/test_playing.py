"""How the page plays: in a loop, faster, backward, and to rest on an exact frame."""
import pytest

from .eyes import PLAYER

# The number that the player's picture carries; see BARCODE.
PLAYED = f"""() => {{
  const video = {PLAYER};
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const {{ width, height }} = canvas;
  const row = context.getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {{
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    if (0.299 * row[at] + 0.587 * row[at + 1] + 0.114 * row[at + 2] > 125) number += 2 ** bit;
  }}
  return number;
}}"""


def test_a_loop_plays_between_the_marks_alone(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=60)
    page = scrubber.page
    for key, frame in [('i', 60), ('Shift+ArrowRight', 70), ('Shift+ArrowRight', 80), ('o', 80)]:
        scrubber.press(key)
        assert scrubber.land() == frame
    for key in ['r', 'Alt+ArrowLeft', 'g']:
        scrubber.press(key)
    page.get_by_role('textbox', name='Go to').fill('f60')
    page.keyboard.press('Enter')
    page.locator('dialog').wait_for(state='detached')
    assert scrubber.land() == 60
    scrubber.press(' ')
    page.wait_for_selector('vernier-view[player]')
    seen = []
    for _ in range(100):
        seen.append(page.evaluate(PLAYED))
        page.wait_for_timeout(30)
    scrubber.press(' ')
    page.wait_for_selector('vernier-view:not([player])')
    assert 60 <= scrubber.land() <= 110
    turns = sum(after < before for before, after in zip(seen, seen[1:]))
    # A busy browser turns late, by less than a second.
    assert turns >= 1 and min(seen) >= 60 and max(seen) <= 110


def test_l_plays_faster_and_k_rests_on_the_exact_frame(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    page = scrubber.page
    rate = f'{PLAYER}.playbackRate'
    for expected in [1, 2, 4, 8, 8]:
        scrubber.press('l')
        page.wait_for_selector('vernier-view[player]')
        assert page.evaluate(rate) == expected
    page.get_by_text('Playing ×8').wait_for()
    page.wait_for_function('() => document.querySelector("vernier-bar").getAttribute("position") > 0.1')
    scrubber.press('k')
    assert scrubber.land() > 60


def test_j_goes_backward_through_the_server_s_pictures(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=110)
    page = scrubber.page
    page.evaluate('wire.frames = []')
    scrubber.press('j')
    page.get_by_text('Backward ×1').wait_for()
    scrubber.press('j')
    page.get_by_text('Backward ×2').wait_for()
    page.wait_for_function('() => wire.state.target.frame < 80')
    scrubber.press('k')
    frame = scrubber.land()
    assert frame < 80
    frames = page.evaluate('wire.frames')
    assert frames == sorted(frames, reverse=True) and len(set(frames)) > 5
    # All of it was one move.
    scrubber.press('Shift+Backspace')
    assert scrubber.land() == 110


def test_l_goes_on_where_the_browser_cannot_play(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=10)
    scrubber.press('l')
    scrubber.page.wait_for_function('() => wire.state.target.frame > 20')
    scrubber.press('k')
    assert scrubber.land() > 20


def test_k_held_makes_j_and_l_step(server, open_page):
    scrubber = open_page(server, 'vfr.mkv', frame=20)
    page = scrubber.page
    scrubber.press('k')
    page.evaluate("import('/features/shuttle.js').then(() => {})")
    page.keyboard.down('k')
    for key, frame in [('l', 21), ('l', 22), ('j', 21)]:
        scrubber.press(key)
        assert scrubber.land() == frame
    page.keyboard.up('k')


def plays(scrubber):
    """Plays a film twice as fast."""
    scrubber.press('l')
    scrubber.page.wait_for_selector('vernier-view[player]')
    scrubber.press('l')
    scrubber.page.wait_for_function(f'() => {PLAYER}.playbackRate === 2')


# Goes on when it has shown some more.
ANOTHER = """async () => {
  const enough = shown.length + 3;
  while (shown.length < enough) await new Promise(requestAnimationFrame);
}"""


def test_another_speed_shows_no_frame_twice(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    scrubber.press('l')
    page.wait_for_selector('vernier-view[player]')
    page.evaluate(f"""() => {{
      const video = {PLAYER};
      window.shown = [];
      const watch = (_, {{ mediaTime }}) => {{
        shown.push(mediaTime);
        video.requestVideoFrameCallback(watch);
      }};
      video.requestVideoFrameCallback(watch);
      video.addEventListener('seeking', () => shown.push(-1));
    }}""")
    for rate in [2, 4, 8]:
        page.evaluate(ANOTHER)
        scrubber.press('l')
        page.wait_for_function(f'() => {PLAYER}.playbackRate === {rate}')
    page.evaluate(ANOTHER)
    shown = page.evaluate('shown')
    assert shown == sorted(set(shown)) and len(shown) > 4
    scrubber.press('k')
    scrubber.land()


@pytest.mark.parametrize('takes_back', [False, True])
def test_a_drag_holds_what_plays_and_lets_it_go_on_from_there(server, open_page, takes_back):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    plays(scrubber)
    # Back, since there must be something left to go on with.
    scrubber.grab(0.5)
    scrubber.pull(0.2)
    held = scrubber.answered()
    assert held['phase'] == 'scrubbing' and page.evaluate(f'{PLAYER}.paused')
    before = page.evaluate(PLAYED)
    page.evaluate(f"""() => {PLAYER}.addEventListener(
        'play', (event) => {{ window.first = event.target.currentTime * 30; }}, {{ once: true }})""")
    if takes_back:
        page.keyboard.press('Escape')
    scrubber.release()
    page.wait_for_selector('vernier-view[player]')
    page.wait_for_function(f'() => !{PLAYER}.paused && {PLAYER}.playbackRate === 2')
    there = before if takes_back else held['target']['frame']
    assert page.evaluate('first') == pytest.approx(there, abs=2)
    scrubber.press('k')
    scrubber.land()


def test_the_wheel_lets_it_play_on_but_for_single_frames(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    page = scrubber.page
    plays(scrubber)
    page.mouse.move(*scrubber.point(0.5))
    page.mouse.wheel(0, -300)
    page.wait_for_function(f'() => !{PLAYER}.paused && {PLAYER}.currentTime > 4')
    page.keyboard.down('Alt')
    page.mouse.wheel(0, -100)
    page.keyboard.up('Alt')
    page.wait_for_selector('vernier-view:not([player])')
    there = scrubber.land()
    page.wait_for_timeout(300)
    assert scrubber.land() == there and page.evaluate(f'{PLAYER}.paused')


def test_a_key_that_leads_elsewhere_is_obeyed_before_it_plays_on(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=30)
    plays(scrubber)
    scrubber.grab(0.2)
    scrubber.pull(0.6)
    scrubber.answered()
    scrubber.page.evaluate("""() => addEventListener('scrubend', () => dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Home', bubbles: true })), { once: true })""")
    scrubber.release()
    assert scrubber.land() == 0
    scrubber.page.wait_for_timeout(300)
    assert scrubber.land() == 0 and scrubber.page.evaluate(f'{PLAYER}.paused')
