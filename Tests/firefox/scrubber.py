"""Drives the page, and judges it by the painted picture and the wire alone."""
from kit import PATIENCE
from page.conditions import ANSWERED, BARCODE, CANVAS, INDEXED, LANDED, SETTLED

# Waits for what is to become true of the page, and says what was not.
MET = f"""async (met) => {{
  for (const end = performance.now() + {1000 * PATIENCE}; !met();) {{
    if (performance.now() > end) throw new Error(`not ${{met}}`);
    await new Promise((done) => setTimeout(done, 8));
  }}
}}"""

# Waits until the bar has stayed where it is with nothing above it, as a person does who aims at it.
STILL = """async () => {
  const bar = document.querySelector('vernier-bar');
  const place = () => {
    const { x, y, width, height } = bar.getBoundingClientRect();
    const isFree = bar.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return isFree ? [x, y, width, height].join() : null;
  };
  for (let last = null, times = 0; times < 5;) {
    await new Promise(requestAnimationFrame);
    const now = place();
    times = now && now === last ? times + 1 : 0;
    last = now;
  }
}"""


class Scrubber:
    """The page of one server, as a person meets it."""

    def __init__(self, tab, server):
        self.tab, self.server = tab, server
        self.pointer = tab.pointer()

    def open(self, media, frame=None):
        """Follows a link to a media by file name, and to one of its frames."""
        place = '' if frame is None else f'&frame={frame}'
        self.tab.go(f'{self.server.url}/#media={self.server.media(media)}{place}')
        self.settle()
        # Until then a step may end at the last frame that is known.
        self.tab.evaluate(INDEXED)

    def wait(self, condition):
        """Waits until a condition in the page's language is met."""
        self.tab.evaluate(f'() => ({MET})(() => {condition})')

    def settle(self):
        """Waits for the exact picture, and returns the server's last state."""
        return self.tab.evaluate(SETTLED)

    def answered(self):
        """Waits until the server has answered all that was sent, in mid-drag too."""
        return self.tab.evaluate(ANSWERED)

    @property
    def barcode(self):
        """The number that the painted picture itself carries."""
        return self.tab.evaluate(BARCODE)

    @property
    def painted(self):
        """The frame that the canvas says it shows."""
        return int(self.tab.evaluate(f'{CANVAS}.dataset.frame'))

    def land(self):
        """Settles, checks the picture against the state, and returns the frame."""
        frame, barcode, painted = self.tab.evaluate(LANDED)
        assert (barcode, painted) == (frame, frame), f'{frame}: {barcode} is shown as {painted}'
        return frame

    def press(self, keys):
        self.tab.press(keys)

    def point(self, along=0.5, away=0):
        """A point of the bar: `along` its length, `away` pixels above its middle."""
        x, y, width, height = self.tab.box('vernier-bar')
        return x + along * width, y + height / 2 - away

    def grab(self, along=0.5, away=0):
        if not away:
            self.tab.evaluate(STILL)
        self.at = self.point(along, away)
        self.pointer.move(self.at)
        self.pointer.down()

    def pull(self, along, away=0, steps=8):
        self.draw(self.point(along, away), steps)

    def draw(self, point, steps=8):
        """Draws the pointer to a point, step by step."""
        (x, y), (left, top) = point, self.at
        self.pointer.move(*((left + (x - left) * step / steps, top + (y - top) * step / steps)
                         for step in range(1, steps + 1)))
        self.at = point

    def release(self):
        self.pointer.up()
