"""The bubble says what will be committed, and shows its very frame."""
import re

from playwright.sync_api import expect

from .alone import alone, open_alone  # noqa: F401

IMAGE = """() => {
  const image = document.querySelector('vernier-bubble').shadowRoot.querySelector('img');
  return image && !image.hasAttribute('data-nearby') && image.naturalWidth > 0;
}"""

# Sixteen blocks over the width in the top tenth of the picture, the lowest bit first.
READ = """() => {
  const image = document.querySelector('vernier-bubble').shadowRoot.querySelector('img');
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const row = context.getImageData(0, Math.floor(height / 20), width, 1).data;
  let number = 0;
  for (let bit = 0; bit < 16; bit += 1) {
    const at = 4 * Math.floor(((bit + 0.5) / 16) * width);
    if (row[at] + row[at + 1] + row[at + 2] > 375) number += 2 ** bit;
  }
  return number;
}"""


# How many seconds it took to fade, of which a busy browser may show no single one.
FADES = """() => {
  window.fading = 0;
  document.querySelector('vernier-bubble').addEventListener('transitionend',
    ({ propertyName, elapsedTime }) => { if (propertyName === 'opacity') fading = elapsedTime; });
}"""


def test_the_bubble_says_the_time_that_is_committed(server, open_page):
    scrubber = open_page(server, 'vfr.mkv')
    for along, away in [(0.45, 0), (0.7, 60), (0.9, 95)]:
        scrubber.grab(0.3)
        scrubber.pull(along, away)
        target = scrubber.answered()['target']
        scrubber.bubble.get_by_text(f'frame {target["frame"]}', exact=True).wait_for()
        said = scrubber.bubble.locator('.time').inner_text()
        scrubber.release()
        assert scrubber.land() == target['frame']
        minutes, seconds = re.match(r'(\d+):(\d+\.\d+)$', said).groups()
        committed = scrubber.state['target']['time']
        assert abs(60 * int(minutes) + float(seconds) - committed) <= 0.0005


def test_the_picture_in_the_bubble_is_of_its_frame(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4')
    scrubber.grab(0.2)
    for along in [0.3, 0.8, 0.45]:
        scrubber.pull(along)
        frame = scrubber.answered()['target']['frame']
        scrubber.page.wait_for_function(IMAGE)
        assert scrubber.page.evaluate(READ) == frame
        assert f'frame {frame}' in scrubber.said
    # Another's picture is faint, and never taken for this one.
    scrubber.page.route('**/frames/*.jpg*', lambda route: None)
    scrubber.pull(0.6)
    scrubber.answered()
    assert not scrubber.page.evaluate(IMAGE)
    scrubber.page.unroute('**/frames/*.jpg*')
    scrubber.release()


def test_the_bubble_fades_and_has_parts_to_style(server, open_page):
    scrubber = open_page(server, 'start.ts')
    parts = scrubber.page.evaluate("""() => ['bubble', 'ruler', 'bar'].map((name) =>
      [...document.querySelector(`vernier-${name}`).shadowRoot.querySelectorAll('[part]')]
        .map((element) => element.getAttribute('part')))""")
    assert set(parts[0]) == {'box', 'time', 'arrow'}
    assert {'ticks', 'label'} == set(parts[1])
    # The pictures along the bar come when there are some, which may be at once.
    assert {'track', 'fill', 'hairline', 'ghost', 'chapters'} == set(parts[2]) - {'pictures'}
    scrubber.grab(0.2)
    scrubber.pull(0.4)
    scrubber.bubble.wait_for()
    expect(scrubber.bubble).to_have_css('opacity', '1')
    scrubber.page.evaluate(FADES)
    scrubber.release()
    scrubber.bubble.wait_for(state='hidden')
    scrubber.page.wait_for_function('() => fading > 0.1')


def test_a_key_shows_the_bubble_for_a_moment(server, open_page):
    scrubber = open_page(server, 'start.ts', frame=40)
    scrubber.bar.focus()
    for key, frame in [('.', 41), ('Shift+ArrowRight', 51)]:
        scrubber.press(key)
        scrubber.bubble.get_by_text(f'frame {frame}', exact=True).wait_for()
        assert scrubber.land() == frame
    scrubber.bubble.wait_for(state='hidden')
