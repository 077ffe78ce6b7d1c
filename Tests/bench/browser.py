#!/usr/bin/env python3
"""Measures a fast drag over a film of two hours on the page, in Chromium, cold: here, and behind a
link of 80 ms there and back and 3 Mbit/s.

The pointer passes more than half of the bar in five seconds, at sixty moves a second, forward and
then backward. Counted are the different frames painted a second, and the time from the last move
until the target's own frame is painted, at any size and at its full size.
"""
from playwright.sync_api import sync_playwright

from clips import ROOT, film
from drags import FRAMES, WAYS, keyframe, slowness
from judge import judge
from links import Link
from page import CHROMIUM, MOVES, PAGE
from server import serving
from tables import machine, table

DELAY, BITS = 0.04, 3e6
SECONDS, HERTZ = 5, 60

# Tells what was painted until nothing changes any more.
DRAG = 'async ([from, to, seconds, hertz]) => {' + MOVES + """
  await new Promise((done) => setTimeout(done, 6000));
  const { frame, width } = drag.painted.at(-1);
  const own = drag.painted.filter((one) => one.exact && one.frame === frame && one.at > last);
  const since = (one) => (one ? one.at - last : Infinity);
  const during = drag.painted.filter(({ at }) => at <= last);
  return {
    painted: new Set(during.map((one) => one.frame)).size / seconds,
    own: since(own[0]),
    full: since(own.find((one) => one.width === width)),
    frame,
  };
}"""


def drags(browser, url, media):
    """What was painted in each direction, on a page that was just opened."""
    for start, end in WAYS.values():
        page = browser.new_page(viewport={'width': 1280, 'height': 800})
        page.goto(f'{url}/#media={media}&frame={int(start * FRAMES)}')
        page.locator('vernier-view canvas[data-exact=true]').wait_for()
        page.evaluate(PAGE)
        box = page.locator('vernier-bar').bounding_box()
        page.mouse.move(box['x'] + start * box['width'], box['y'] + box['height'] / 2)
        page.mouse.down()
        yield page.evaluate(DRAG, [start, end, SECONDS, HERTZ])
        page.mouse.up()
        page.close()


def measured(browser, path):
    """What was painted in each direction by a server that has decoded nothing before."""
    with serving(path, web=ROOT / 'web') as server:
        return list(drags(browser, f'http://127.0.0.1:{server.port}', server.media(path.name)))


def measured_far(browser, path):
    """The same by a slow link."""
    with Link(None, DELAY, BITS) as link:
        options = ['--message-rate', 0, '--allow-host', f'127.0.0.1:{link.port}']
        with serving(path, web=ROOT / 'web', options=options) as server:
            link.there = server.port
            return list(drags(browser, link.url, server.media(path.name)))


def main():
    machine()
    path = film()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=['--no-sandbox'])
        seen = {'here': measured(browser, path), 'slow link': measured_far(browser, path)}
        browser.close()
    table('a drag over 60 % of two hours, in Chromium', ('painted/s', 'own ms', 'full ms'),
          [(f'{place}, {way}', *(f'{one[key]:.1f}' for key in ('painted', 'own', 'full')))
           for place, found in seen.items() for way, one in zip(WAYS, found)])
    slower = slowness(keyframe(path))
    for way, here, slow in zip(WAYS, seen['here'], seen['slow link']):
        judge('browser', f'painted a second, {way}', here['painted'] * slower)
        judge('browser', f'painted a second by a slow link, {way}', slow['painted'] * slower)
        for size in ('own', 'full'):
            # What it takes here is decoding, and all else is the link's.
            taken = max(0, slow[size] - here[size]) + here[size] / slower
            judge('browser', f'{size} picture by a slow link, in s, {way}', taken / 1000)


if __name__ == '__main__':
    main()
