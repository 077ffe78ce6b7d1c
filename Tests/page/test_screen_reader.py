"""What a screen reader is told of a scrub: the tree that it reads, and what is said by itself."""
import re

import pytest

from .page_support import index_of

FRAMES = 600

# Notes when anything is said: the slider's value, and whatever is live.
SPOKEN = """() => {
  window.spoken = [];
  const note = (changes) => spoken.push(...changes.map(() => performance.now()));
  new MutationObserver(note).observe(document.querySelector('vernier-bar'), {
    attributeFilter: ['aria-valuetext'] });
  new MutationObserver((changes) => note(changes.filter(({ target }) => (
    (target.parentElement ?? target).closest('[role=status], [role=alert], [role=log], [aria-live]')
  )))).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

LANGUAGES = {
    'en-US': ('Position', r'Frame (\d+), (\d+:\d\d\.\d{3})'),
    'ja-JP': ('位置', r'フレーム (\d+)、(\d+:\d\d\.\d{3})'),
}


class Reader:
    """What Chromium tells a screen reader."""

    def __init__(self, scrubber):
        self.scrubber = scrubber
        self.session = scrubber.page.context.new_cdp_session(scrubber.page)

    def nodes(self):
        return [node for node in self.session.send('Accessibility.getFullAXTree')['nodes']
                if not node['ignored']]

    def slider(self, name):
        """What it says of the one slider with this name."""
        [node] = [node for node in self.nodes() if node['role']['value'] == 'slider'
                  and node['name']['value'] == name]
        found = {one['name']: one['value'].get('value') for one in node['properties']}
        assert not found.get('disabled') and found['focusable']
        return found | {'value': node['value']['value'], 'text': self.text(node)}

    def text(self, node):
        """Chromium tells those who inspect it no value text, and screen readers this one."""
        element = self.session.send(
            'DOM.describeNode', {'backendNodeId': node['backendDOMNodeId']})['node']
        names, values = element['attributes'][::2], element['attributes'][1::2]
        return dict(zip(names, values))['aria-valuetext']


@pytest.fixture(scope='module')
def clock(server):
    """The time of a frame as people read it, from the list of frames."""
    index = index_of(server, 'long-gop.mp4')
    media = server.get(f'/api/v1/media/{server.media("long-gop.mp4")}').json()
    numerator, denominator = media['timebase']

    def clock(frame):
        ticks = (index[frame]['pts'] - index[0]['pts']) * 1000 * numerator
        total = (2 * ticks + denominator) // (2 * denominator)
        return f'{total // 60000}:{total // 1000 % 60:02}.{total % 1000:03}'

    return clock


def check(reader, name, pattern, clock, frame):
    """The slider is at the frame, which its text names with its time."""
    found = reader.slider(name)
    said, time = re.fullmatch(pattern, found['text']).groups()
    assert (int(said), time) == (frame, clock(frame))
    ends = float(found['valuemin']), float(found['valuemax'])
    assert (float(found['value']), ends) == (frame, (0, FRAMES - 1))


@pytest.mark.parametrize('locale', LANGUAGES)
def test_a_scrub_says_where_it_is_and_not_too_often(server, open_page, locale, clock):
    name, pattern = LANGUAGES[locale]
    scrubber = open_page(server, 'long-gop.mp4', frame=90, locale=locale)
    reader, page = Reader(scrubber), scrubber.page

    def heard(frame):
        page.wait_for_selector(f'vernier-bar[aria-valuenow="{frame}"]')
        check(reader, name, pattern, clock, frame)

    heard(90)
    page.evaluate(SPOKEN)
    scrubber.grab(0.2)
    for start in (0.2, 0.5):
        for step in range(1, 16):
            scrubber.pull(start + step * 0.02, away=step, steps=2)
        heard(scrubber.answered()['target']['frame'])
    scrubber.release()
    heard(scrubber.land())
    for _ in range(12):
        page.keyboard.press('ArrowRight')
    heard(scrubber.land())
    spoken = page.evaluate('spoken')
    assert len(spoken) >= 4
    # Four are within a second of the first; the fifth is not.
    assert [b - a for a, b in zip(spoken, spoken[4:]) if b - a < 995] == []


def test_nothing_is_read_twice_and_what_is_for_the_eye_is_not_read(server, open_page):
    scrubber = open_page(server, 'dropframe.mov', frame=30)
    reader = Reader(scrubber)
    scrubber.grab(0.2)
    scrubber.pull(0.5)
    scrubber.pull(0.5, away=90)
    scrubber.page.locator('vernier-filmstrip[open]').wait_for()
    frame = scrubber.answered()['target']['frame']
    scrubber.page.wait_for_selector(f'vernier-bar[aria-valuenow="{frame}"]')
    texts = [node['name']['value'] for node in reader.nodes()
             if node['role']['value'] == 'StaticText']
    assert [text for text in texts if text.startswith('Frame ')] == [f'Frame {frame} of 239']
    assert not [text for text in texts if 'px' in text or text.startswith('×')]
    assert [node['role']['value'] for node in reader.nodes()].count('slider') == 1
    scrubber.release()
    scrubber.land()
