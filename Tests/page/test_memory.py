"""Someone who scrubs for long leaves nothing behind in the page: `make nightly` does so for minutes."""
import os
import time

import pytest

from .test_bar_wheel import turn
from .test_filmstrip import CELLS

SECONDS = int(os.environ.get('VERNIER_SOAK', 20))
# Beyond what one round needs: bytes, and how many.
ROOM = {'JSHeapUsedSize': 1_000_000, 'Nodes': 20, 'JSEventListeners': 4, 'Documents': 0}
# Pictures are elements that are kept for their next use: so many along the bar, and those in view.
PICTURES = 200 + 20

pytestmark = pytest.mark.undisturbed


class Memory:
    """What the page holds once its garbage is gone."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send('Performance.enable')

    def held(self):
        for _ in range(3):
            self.session.send('HeapProfiler.collectGarbage')
        pictures = self.count('HTMLImageElement')
        found = self.session.send('Performance.getMetrics')['metrics']
        held = {one['name']: one['value'] for one in found if one['name'] in ROOM}
        return {**held, 'Nodes': held['Nodes'] - pictures, 'pictures': pictures}

    def count(self, kind):
        """How many objects of a kind there are, in the document or not; lets go of them again."""
        group = {'objectGroup': 'counted'}
        kind = self.session.send('Runtime.evaluate', {'expression': f'{kind}.prototype', **group})
        found = self.session.send('Runtime.queryObjects', {
            'prototypeObjectId': kind['result']['objectId'], **group})['objects']['objectId']
        count = self.session.send('Runtime.callFunctionOn', {
            'objectId': found, 'functionDeclaration': 'function() { return this.length; }'})
        self.session.send('Runtime.releaseObjectGroup', group)
        return count['result']['value']


def scrub(scrubber):
    """One round of all that a pointer and a keyboard do, back to where it began."""
    drag(scrubber)
    press(scrubber)
    play(scrubber)
    look_closer(scrubber)
    scrubber.press('Home')
    assert scrubber.land() == 0


def drag(scrubber):
    """There and back, finely, nearer by, and not at all."""
    page = scrubber.page
    scrubber.grab(0.2)
    for along, away in [(0.6, 0), (0.3, 0), (0.35, 90)]:
        scrubber.pull(along, away)
    page.locator('vernier-filmstrip[open] img').first.wait_for()
    assert page.evaluate(CELLS)
    scrubber.release()
    scrubber.land()
    page.mouse.move(*scrubber.point(0.4))
    for notches in (5, -20):
        turn(scrubber, notches, 'Control')
    scrubber.grab(0.5)
    scrubber.pull(0.8)
    scrubber.press('Escape')
    scrubber.release()


def press(scrubber):
    for key in ['Shift+ArrowRight', '.', ',', 'Alt+ArrowRight', 'Alt+ArrowLeft', 'End', '3']:
        scrubber.press(key)
    scrubber.land()


def play(scrubber):
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view[player]')
    scrubber.page.wait_for_timeout(300)
    scrubber.press(' ')
    scrubber.page.wait_for_selector('vernier-view:not([player])')


def look_closer(scrubber):
    """At the picture, and at what a key opens."""
    page = scrubber.page
    view = page.locator('vernier-view')
    for state in ['[zoomed]', ':not([zoomed])']:
        view.dblclick()
        page.wait_for_selector(f'vernier-view{state}')
    for key in ['?', 'g']:
        scrubber.press(key)
        page.get_by_role('dialog').wait_for()
        page.keyboard.press('Escape')
        page.locator('dialog').wait_for(state='detached')


def test_memory_stays_flat_however_long_one_scrubs(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', viewport={'width': 800, 'height': 600})
    memory = Memory(scrubber.page)
    start, rounds, early = time.monotonic(), 0, None
    while early is None or time.monotonic() - start < SECONDS:
        scrub(scrubber)
        rounds += 1
        if not early and rounds > 1 and time.monotonic() - start >= SECONDS / 5:
            early = memory.held()
    scrub(scrubber)
    late = memory.held()
    print(f'\n{rounds} rounds in {time.monotonic() - start:.0f} s, after a fifth and at the end:')
    for name in (*ROOM, 'pictures'):
        print(f'  {name}: {early[name]:,.0f} {late[name]:,.0f}')
    assert {name: late[name] - early[name] for name in ROOM
            if late[name] - early[name] > ROOM[name]} == {}
    assert late['pictures'] <= PICTURES
