"""Drives the page, and judges it by the painted picture and the wire alone."""
import json
import time

import published
from kit import PATIENCE

from .conditions import ANSWERED, BARCODE, CANVAS, INDEXED, LANDED, SETTLED

# Notes what goes over the socket, without the page's code knowing.
WIRE = """
window.wire = {
  asked: 0, state: null, configuration: null, frames: [], indexed: false,
};
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    Object.assign(wire, { asked: 0, state: null });
    this.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return;
      const message = JSON.parse(data);
      wire.configuration = message.configuration ?? wire.configuration;
      wire.indexed ||= (message.media?.index ?? message).state === 'complete';
      if (message.type === 'marks') wire.marks = message.version;
      if (message.type === 'opened') wire.state = { ...message.state, seq: 0 };
      if (message.type !== 'state') return;
      wire.state = message;
      wire.frames = [...wire.frames.slice(-999), message.target.frame];
    });
  }
  send(text) {
    const { type, seq } = JSON.parse(text);
    if (['move', 'end', 'cancel', 'seek'].includes(type)) wire.asked = seq;
    super.send(text);
  }
};
"""


def number_in(shot, box, scale=1):
    """The number that the picture in a box of a screenshot carries, by the same blocks."""
    grey = shot.convert('L')
    y = int((box['y'] + box['height'] / 20) * scale)
    at = [int((box['x'] + (bit + 0.5) / 16 * box['width']) * scale) for bit in range(16)]
    return sum(2 ** bit for bit, x in enumerate(at) if grey.getpixel((x, y)) > 125)


def watch(page):
    """Compares what goes over the page's sockets with what is published; gives the complaints."""
    complaints = []

    def hear(payload, check):
        try:
            if isinstance(payload, str):
                check(json.loads(payload))
        except AssertionError as complaint:
            complaints.append(str(complaint))

    def listen(socket):
        socket.on('framesent', lambda payload: hear(payload, published.socket.check_sent))
        socket.on('framereceived', lambda payload: hear(payload, published.socket.check_received))

    page.on('websocket', listen)
    return complaints


class Scrubber:
    """The page of one server, as a person meets it."""

    def __init__(self, page, server):
        self.page = page
        self.server = server

    def open(self, media=None, frame=None):
        """Follows a link to a media by file name, and to one of its frames."""
        fields = [f'media={self.server.media(media)}' if media else None,
                  f'frame={frame}' if frame is not None else None]
        self.page.goto(f'{self.server.url}/#{"&".join(filter(None, fields))}')
        if media:
            self.settle()
            # Until then a step may end at the last frame that is known.
            self.page.evaluate(INDEXED)

    @property
    def bar(self):
        return self.page.locator('vernier-bar')

    @property
    def bubble(self):
        return self.page.locator('vernier-bubble')

    @property
    def said(self):
        """What the bubble says."""
        return self.bubble.locator('.box').inner_text()

    @property
    def banner(self):
        return self.page.locator('#banner')

    @property
    def notice(self):
        return self.page.locator('#notice')

    def open_list(self):
        self.page.get_by_role('button', name='Media').click()
        self.page.locator('#media').wait_for()

    def settle(self):
        """Waits for the exact picture, and returns the server's last state."""
        return self.page.evaluate(SETTLED)

    @property
    def state(self):
        return self.page.evaluate('wire.state')

    @property
    def barcode(self):
        """The number that the painted picture itself carries."""
        return self.page.evaluate(BARCODE)

    @property
    def painted(self):
        """The frame that the canvas says it shows."""
        return int(self.page.evaluate(f'{CANVAS}.dataset.frame'))

    def land(self):
        """Settles, checks the picture against the state, and returns the frame."""
        frame, barcode, painted = self.page.evaluate(LANDED)
        assert (barcode, painted) == (frame, frame)
        return frame

    def press(self, key):
        self.page.keyboard.press(key)

    def point(self, along=0.5, away=0):
        """A point of the bar: `along` its length, `away` pixels above its middle."""
        box = self.bar.bounding_box()
        return box['x'] + along * box['width'], box['y'] + box['height'] / 2 - away

    def grab(self, along=0.5):
        self.page.mouse.move(*self.point(along))
        self.page.mouse.down()

    def pull(self, along, away=0, steps=8):
        self.page.mouse.move(*self.point(along, away), steps=steps)

    def release(self):
        self.page.mouse.up()

    def answered(self):
        """Waits until the server has answered all that was sent, in mid-drag too."""
        return self.page.evaluate(ANSWERED)


def comes_to(page, read, expected):
    """Asserts that what is read comes to equal something, for which a busy browser takes its time."""
    end = time.monotonic() + PATIENCE
    while (found := read()) != expected and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert found == expected


def with_answers(scrubber, server, media, change):
    """Opens a media, with every message of the server as `change` makes it; None drops it."""

    def carry(route):
        upstream = route.connect_to_server()

        def forward(message):
            if isinstance(message, str):
                content = change(json.loads(message))
                if content is None:
                    return
                message = json.dumps(content)
            route.send(message)

        upstream.on_message(forward)

    scrubber.page.route_web_socket('**/api/v1/scrub?*', carry)
    scrubber.page.goto('about:blank')
    scrubber.page.goto(f'{server.url}/#media={server.media(media)}')


class HeldMessages:
    """Holds back what the server says while it `holds`: all messages, or those that `keeps` names.

    It holds those of sockets that a page opens from now on.
    """

    def __init__(self, page, keeps=lambda message: True, holds=False):
        self.holds, self.kept, self.keeps = holds, [], keeps
        page.route_web_socket('**/api/v1/scrub?*', self.carry)

    def carry(self, route):
        def forward(message):
            if self.holds and self.keeps(message):
                self.kept.append((route, message))
            else:
                route.send(message)

        route.connect_to_server().on_message(forward)

    def release(self):
        self.holds = False
        for route, message in self.kept:
            route.send(message)


def index_of(server, media):
    """Every frame of a media, as the server lists them."""
    found = server.get(f'/api/v1/media/{server.media(media)}/index?format=csv').body.decode()
    rows = [line.split(',') for line in found.splitlines()[1:]]
    return [{'frame': int(row[0]), 'pts': int(row[1]), 'key': row[3] in ('1', 'true')}
            for row in rows]
