"""The bar as a slider by itself, in a page that knows nothing of the application."""
from .alone import alone, open_alone  # noqa: F401

SPOKEN = """() => {
  window.spoken = [];
  new MutationObserver(() => spoken.push(performance.now())).observe(
    document.querySelector('vernier-bar'), { attributeFilter: ['aria-valuetext'] });
}"""

# From frame 300 of 600, at 30 a second, without chapters.
KEYS = [('ArrowRight', 301), ('ArrowUp', 302), ('ArrowLeft', 301), ('ArrowDown', 300),
        ('Shift+ArrowRight', 310), ('Shift+ArrowLeft', 300), ('PageUp', 599), ('Home', 0),
        ('End', 599), ('PageDown', 0), ('Alt+ArrowRight', None)]


def test_keys_on_the_bar_alone_are_those_of_a_slider(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4')
    scrubber.bar.focus()
    scrubber.press('PageUp')
    scrubber.page.wait_for_function('() => wishes.length === 1')
    assert scrubber.land() == 599
    scrubber.page.evaluate("""() => document.querySelector('vernier-bar').dispatchEvent(
      new CustomEvent('scrubseek', { detail: { to: { frame: 300 } } }))""")
    scrubber.land()
    count = 2
    for key, frame in KEYS:
        scrubber.press(key)
        count += 1
        scrubber.page.wait_for_function(f'() => wishes.length === {count}')
        landed = scrubber.land()
        assert landed == frame if frame is not None else landed > 0, key
    assert scrubber.state['target']['key']


def test_page_keys_on_the_bar_alone_go_by_chapters(alone, open_page):
    scrubber = open_alone(open_page, alone, 'dropframe.mov')
    scrubber.bar.focus()
    for count, (key, frame) in enumerate([('PageUp', 74), ('PageUp', 149), ('PageDown', 74)], 1):
        scrubber.press(key)
        scrubber.page.wait_for_function(f'() => wishes.length === {count}')
        assert scrubber.land() == frame


def test_the_bar_alone_zooms_by_keys_around_the_position(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4')
    scrubber.bar.focus()
    scrubber.press('PageUp')
    scrubber.page.wait_for_function('() => wishes.length === 1')
    scrubber.land()
    scrubber.press('+')
    scrubber.page.wait_for_selector('vernier-bar[range]')
    low, high = map(float, scrubber.bar.get_attribute('range').split())
    assert low <= scrubber.state['position'] <= high < 1.0001
    scrubber.press('-')
    scrubber.page.wait_for_selector('vernier-bar:not([range])')


def test_the_bar_alone_is_a_slider_to_a_screen_reader(alone, open_page):
    scrubber = open_alone(open_page, alone, 'long-gop.mp4')
    scrubber.page.wait_for_selector('vernier-bar[aria-valuetext="Frame 0"]')
    slider = scrubber.page.get_by_role('slider', name='Position')
    said = [slider.get_attribute(f'aria-value{name}') for name in ['min', 'max', 'now', 'text']]
    assert said == ['0', '599', '0', 'Frame 0']
    scrubber.press('Tab')
    assert slider.evaluate('(bar) => bar.matches(":focus-visible")')
    outline = scrubber.bar.locator('.track').evaluate('(track) => getComputedStyle(track).outlineStyle')
    assert outline == 'solid'
    tree = scrubber.page.locator('body').aria_snapshot()
    assert 'slider "Position"' in tree
    scrubber.page.evaluate(SPOKEN)
    scrubber.grab(0.1)
    for step in range(60):
        scrubber.pull(0.1 + step * 0.01, steps=2)
    scrubber.release()
    frame = scrubber.land()
    scrubber.page.wait_for_selector(f'vernier-bar[aria-valuetext="Frame {frame}"]')
    spoken = scrubber.page.evaluate('spoken')
    assert len(spoken) >= 2
    assert min(b - a for a, b in zip(spoken, spoken[1:])) > 200


def test_a_disabled_bar_answers_no_pointer_wheel_or_key(alone, open_page):
    scrubber = open_alone(open_page, alone, 'start.ts', attributes={'disabled': '', 'tap': 'seek'})
    assert scrubber.bar.get_attribute('aria-disabled') == 'true'
    scrubber.page.mouse.click(*scrubber.point(0.5))
    scrubber.grab(0.5)
    scrubber.pull(0.7)
    scrubber.page.mouse.wheel(0, -300)
    scrubber.release()
    scrubber.bar.focus()
    scrubber.press('End')
    scrubber.page.wait_for_timeout(200)
    assert scrubber.page.evaluate('wishes') == [] and scrubber.land() == 0


def test_reduced_motion_and_forced_colours_are_respected(alone, open_page):
    calm = {'reduced_motion': 'reduce', 'forced_colors': 'active'}
    scrubber = open_alone(open_page, alone, 'long-gop.mp4', context=calm)
    scrubber.grab(0.3)
    scrubber.pull(0.5, away=80)
    scrubber.bar.locator('.zone[data-current]').wait_for()
    moving = scrubber.page.evaluate("""() => document.getAnimations().length""")
    assert moving == 0
    styles = scrubber.page.evaluate("""() => {
      const root = document.querySelector('vernier-bar').shadowRoot;
      const style = (name) => getComputedStyle(root.querySelector(name));
      return [style('.track').borderTopStyle, style('.word').borderTopStyle,
        style('.hairline').backgroundColor === style('.track').backgroundColor,
        style('.ghost').backgroundColor === getComputedStyle(document.body).backgroundColor];
    }""")
    assert styles == ['solid', 'solid', False, False]
    unreadable = scrubber.page.evaluate("""() => [['bar', '.zone span'], ['bubble', '.box']].filter(
      ([name, part]) => {
        const { shadowRoot } = document.querySelector(`vernier-${name}`);
        const { color, backgroundColor } = getComputedStyle(shadowRoot.querySelector(part));
        return color === backgroundColor;
      })""")
    assert unreadable == []
    scrubber.release()


# Before a module asks.
JAPANESE = """new MutationObserver((_, watch) => {
  watch.disconnect();
  document.documentElement.lang = 'ja-JP';
}).observe(document, { childList: true });"""


def test_a_bar_speaks_the_language_of_its_page(alone, open_page):
    scrubber = open_page(alone)
    scrubber.page.add_init_script(JAPANESE)
    scrubber = open_alone(lambda _: scrubber, alone, 'start.ts')
    scrubber.grab(0.3)
    scrubber.pull(0.5, away=80)
    scrubber.bar.get_by_text('1 フレーム').wait_for()
    scrubber.release()
    scrubber.land()
