"""From the server's picture to the browser's player and back: the same frame, and no blank."""
import base64
import io

import pytest
from PIL import Image

from .embedded import alone, embed_folder, server_of  # noqa: F401 (fixtures)
from .conditions import PLAYED
from .page_support import comes_to, number_in

pytestmark = pytest.mark.undisturbed

# The numbers in both pictures at each moment when one gives place to the other.
MOMENTS = """() => {
  const view = document.querySelector('vernier-view');
  const [canvas, video] = ['canvas', 'video'].map((one) => view.shadowRoot.querySelector(one));
  const context = new OffscreenCanvas(320, 180).getContext('2d', { willReadFrequently: true });
  const number = (picture) => {
    context.drawImage(picture, 0, 0, 320, 180);
    const row = context.getImageData(0, 9, 320, 1).data;
    return Array.from({ length: 16 }, (_, bit) => (row[80 * bit + 41] > 125 ? 2 ** bit : 0))
      .reduce((sum, one) => sum + one);
  };
  window.moments = [];
  window.late = 0;
  view.addEventListener('playbacktime', () => { late += video.paused; });
  new MutationObserver(() => {
    const player = view.hasAttribute('player');
    if (player !== moments.at(-1)?.player) {
      moments.push({ player, canvas: number(canvas), video: number(video) });
    }
  }).observe(view, { attributeFilter: ['player'] });
}"""


class Camera:
    """Every picture that the browser puts on the screen."""

    def __init__(self, scrubber):
        self.page = scrubber.page
        self.box = self.page.locator('vernier-view').bounding_box()
        self.shots = []
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on('Page.screencastFrame', self._take)
        self._start()

    def _start(self):
        self.session.send('Page.startScreencast', {'format': 'jpeg', 'quality': 80})

    def _take(self, shot):
        self.shots.append((shot['metadata']['timestamp'], shot['data']))
        self.session.send('Page.screencastFrameAck', {'sessionId': shot['sessionId']})

    def takes(self, count):
        """Waits for so many more."""
        enough = len(self.shots) + count
        comes_to(self.page, lambda: len(self.shots) >= enough, True)

    def take_what_rests(self):
        """Begins again, which takes what is on the screen: while two pictures are not acknowledged
        Chromium drops others, and the last of them for good."""
        self.session.send('Page.stopScreencast')
        self._start()

    @property
    def last(self):
        return self._number(max(self.shots)[1])

    def _number(self, shot):
        return number_in(Image.open(io.BytesIO(base64.b64decode(shot))), self.box)

    def numbers(self):
        """What was on the screen, in order, each once."""
        self.session.send('Page.stopScreencast')
        seen = [self._number(shot) for _, shot in sorted(self.shots)]
        return [one for one, before in zip(seen, [None, *seen]) if one != before]


def plays_and_rests(scrubber, camera):
    """Plays some frames, and gives the number that it rests on."""
    page = scrubber.page
    page.get_by_role('button', name='Play').click()
    page.wait_for_selector('vernier-view[player]')
    before = page.evaluate(PLAYED)
    camera.takes(4)
    comes_to(page, lambda: page.evaluate(PLAYED) > before + 4, True)
    page.get_by_role('button', name='Rest').click()
    page.wait_for_selector('vernier-view:not([player])')
    scrubber.settle()
    return scrubber.barcode


@pytest.mark.parametrize('media', ['vp9.webm', 'long-gop.mp4', 'edit-list.mp4', 'dropframe.mov'])
def test_playback_begins_and_ends_on_the_frame_in_view(alone, media):
    scrubber = alone('view', media, viewport={'width': 480, 'height': 400})
    page = scrubber.page
    page.wait_for_function('() => wire.state')
    page.locator('input').fill('0.2')
    scrubber.settle()
    page.evaluate(MOMENTS)
    camera = Camera(scrubber)
    camera.takes(1)
    ends = [scrubber.barcode]
    for _ in range(2):
        ends.append(plays_and_rests(scrubber, camera))
    camera.take_what_rests()
    comes_to(page, lambda: camera.last, ends[-1])
    moments = page.evaluate('moments')
    assert [moment['player'] for moment in moments] == [True, False, True, False]
    for moment, end in zip(moments, [ends[0], ends[1], ends[1], ends[2]]):
        assert (moment['canvas'], moment['video']) == (end, end), moments
    # Whoever hears of a time might send it elsewhere: it tells of none while it comes to rest.
    assert page.evaluate('late') == 0
    numbers = camera.numbers()
    assert numbers == sorted(numbers) and len(numbers) > 4
    assert (numbers[0], numbers[-1]) == (ends[0], ends[-1])


# Tells of each frame one frame late, as Chromium may of the last one.
LATE = """() => {
  const player = HTMLVideoElement.prototype;
  const ask = player.requestVideoFrameCallback;
  let before;
  player.requestVideoFrameCallback = function late(told) {
    return ask.call(this, (now, frame) => {
      const { mediaTime } = before ?? frame;
      before = frame;
      told(now, { ...frame, mediaTime });
    });
  };
}"""


def test_it_rests_on_the_frame_in_view_though_the_browser_has_not_told_of_it(alone):
    scrubber = alone('view', 'vp9.webm', viewport={'width': 480, 'height': 400})
    page = scrubber.page
    page.wait_for_function('() => wire.state')
    scrubber.settle()
    page.evaluate(LATE)
    page.evaluate(MOMENTS)
    camera = Camera(scrubber)
    camera.takes(1)
    end = plays_and_rests(scrubber, camera)
    camera.take_what_rests()
    comes_to(page, lambda: camera.last, end)
    numbers = camera.numbers()
    assert numbers == sorted(numbers), numbers
    ends = [(moment['canvas'], moment['video']) for moment in page.evaluate('moments')]
    assert ends == [(0, 0), (end, end)]
