"""People who mark: on pages of one server, which is theirs alone."""
import json

from playwright.sync_api import expect

from .conditions import DRAWN, READY

MEDIA = 'long-gop.mp4'


class Marker:
    """A person with a page."""

    def __init__(self, scrubber):
        self.scrubber, self.page = scrubber, scrubber.page
        self.marks = self.page.locator('#marks')
        self.rows = self.page.locator('.segments li')

    def go_to(self, frame):
        self.scrubber.press('g')
        self.page.get_by_role('textbox', name='Go to').fill(f'f{frame}')
        self.page.keyboard.press('Enter')
        self.page.locator('dialog').wait_for(state='detached')
        assert self.scrubber.land() == frame

    def mark(self, first, last):
        """Marks in and out, and waits for the server's word."""
        for key, frame in [('i', first), ('o', last)]:
            self.go_to(frame)
            self.scrubber.press(key)
            # A narrow screen has no room for the number.
            self.marks.get_by_text(f'frame {frame}').wait_for(state='attached')

    def segment(self, first, last):
        count = self.rows.count()
        self.mark(first, last)
        self.scrubber.press('n')
        expect(self.rows).to_have_count(count + 1)

    def names(self):
        return [one.input_value() for one in self.rows.locator('input').all()]

    def opens(self, button):
        """Opens a sheet from the row of marks."""
        self.marks.get_by_role('button', name=button, exact=True).click()
        dialog = self.page.get_by_role('dialog', name=button)
        dialog.wait_for()
        return dialog

    def says(self, words):
        self.page.locator('.toast').get_by_text(words).wait_for()


# A knob that glides back is not where it was a moment ago.
RESTS = """(control) => Promise.allSettled(
  control.shadowRoot.getAnimations().map(({ finished }) => finished))"""


def slide(page, knob, share=1.0):
    """Pulls a knob so far along its way, with a mouse."""
    knob.evaluate(READY)
    knob.evaluate(RESTS)
    box, handle = knob.bounding_box(), knob.locator('.knob').bounding_box()
    x, y = handle['x'] + handle['width'] / 2, handle['y'] + handle['height'] / 2
    way = box['width'] - handle['width'] - 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + share * way, y, steps=8)
    page.evaluate(DRAWN)
    page.mouse.up()


def marks_of(server, media=MEDIA):
    return server.get(f'/api/v1/media/{server.media(media)}/marks').json()


def between(scrubber, hear):
    """Puts `hear(route, upstream, message)` between the page and its server, and goes there again."""

    def carry(route):
        upstream = route.connect_to_server()
        route.on_message(lambda message: hear(route, upstream, json.loads(message)))

    scrubber.page.route_web_socket('**/api/v1/scrub?*', carry)
    scrubber.page.reload()
    scrubber.settle()


class SocketCutter:
    """Closes the socket right before the server hears of the end of a knob's way, or right after."""

    def __init__(self, heard):
        self.heard, self.begun, self.done = heard, None, False

    def __call__(self, route, upstream, message):
        if message['type'] == 'begin':
            self.begun = message
        if not self.ends(message):
            return upstream.send(json.dumps(message))
        self.done = True
        if self.heard:
            upstream.send(json.dumps(message))
        route.close(code=1001)

    def ends(self, message):
        if self.done or message['type'] != 'move':
            return False
        return max(x for _, x, _ in message['samples']) - self.begun['x'] >= self.begun['extent']
