#!/usr/bin/env python3
"""Measures one scripted drag on the page and on a plain `<video>`, side by side in Chromium.

The pointer goes over twenty seconds of the film with the long groups in five, sixty moves a second,
and rests; then it goes back. The video seeks at every move, or again only once it has arrived.
Counted are the different frames painted a second, those among them that were the target's own, and
the time from the last move to the target's own frame.
"""
import os
import shutil

from playwright.sync_api import sync_playwright

from clips import CLIPS, ROOT, clip
from judge import judge
from server import serving
from tables import machine, table

FRAMES, RATE = CLIPS['long.mp4'][0], 30
FROM, TO = 0.3, 0.6
SECONDS, HERTZ = 5, 60
CHROMIUM = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium-headless-shell')

# Moves along, with a timer that catches up; `last` is when the last move was.
MOVES = """
  const total = seconds * hertz;
  const start = performance.now();
  drag.painted = [];
  let sent = 0;
  let last;
  await new Promise((done) => {
    const timer = setInterval(() => {
      while (sent < total && (performance.now() - start) * hertz >= sent * 1000) {
        sent += 1;
        drag.move(from + ((to - from) * sent) / total);
        last = performance.now();
      }
      if (sent === total) { clearInterval(timer); done(); }
    }, 4);
  });
"""

# Tells what was painted until the last target was.
DRAG = 'async ([from, to, seconds, hertz, frames]) => {' + MOVES + """
  const target = (position) => Math.min(frames - 1, Math.floor(position * frames + 1e-6));
  const during = drag.painted.filter(({ at }) => at <= last);
  const wanted = target(to);
  while (!drag.painted.some(({ frame, exact }) => exact && Math.abs(frame - wanted) <= 1)) {
    if (performance.now() - last > 20000) break;
    await new Promise((done) => setTimeout(done, 5));
  }
  const own = during.filter(({ exact }) => exact);
  const arrived = drag.painted.find(({ frame, exact }) => exact && Math.abs(frame - wanted) <= 1);
  return {
    pictures: new Set(during.map(({ frame }) => frame)).size / seconds,
    own: new Set(own.map(({ frame }) => frame)).size / seconds,
    rest: Math.max(0, (arrived?.at ?? Infinity) - last),
  };
}"""

PAGE = """() => {
  const canvas = document.querySelector('vernier-view').shadowRoot.querySelector('canvas');
  const bar = document.querySelector('vernier-bar');
  const box = bar.getBoundingClientRect();
  const point = (position) => ({
    pointerId: 1, buttons: 1, bubbles: true,
    clientX: box.x + box.width * position, clientY: box.y + box.height / 2,
  });
  window.drag = {
    painted: [],
    move: (position) => bar.dispatchEvent(new PointerEvent('pointermove', point(position))),
  };
  new MutationObserver(() => drag.painted.push({
    frame: Number(canvas.dataset.frame), exact: canvas.dataset.exact === 'true',
    width: canvas.width, at: performance.now(),
  })).observe(canvas, { attributeFilter: ['data-frame', 'data-exact', 'width'] });
}"""

VIDEO = """async ([isPatient, rate]) => {
  const video = document.querySelector('video');
  video.pause();
  video.muted = true;
  let wish = null;
  const seek = (position) => { video.currentTime = position * video.duration + 0.5 / rate; };
  window.drag = {
    painted: [],
    move: (position) => {
      if (!isPatient) return seek(position);
      if (video.seeking) { wish = position; return undefined; }
      return seek(position);
    },
  };
  video.addEventListener('seeked', () => {
    if (wish === null) return;
    seek(wish);
    wish = null;
  });
  const note = (_, { mediaTime }) => {
    drag.painted.push({ frame: Math.round(mediaTime * rate), exact: true, at: performance.now() });
    video.requestVideoFrameCallback(note);
  };
  video.requestVideoFrameCallback(note);
}"""


def there_and_back(page):
    """Drags one way and then the other, each with a rest before it."""
    for way in ((FROM, TO), (TO, FROM)):
        page.wait_for_timeout(1500)
        yield page.evaluate(DRAG, [*way, SECONDS, HERTZ, FRAMES])


def on_page(browser, server, media):
    page = browser.new_page(viewport={'width': 1280, 'height': 800})
    page.goto(f'http://127.0.0.1:{server.port}/#media={media}&frame={int(FROM * FRAMES)}')
    page.wait_for_timeout(2000)
    page.evaluate(PAGE)
    box = page.locator('vernier-bar').bounding_box()
    page.mouse.move(box['x'] + FROM * box['width'], box['y'] + box['height'] / 2)
    page.mouse.down()
    yield from there_and_back(page)
    page.mouse.up()
    page.close()


def on_video(browser, server, media, is_patient):
    page = browser.new_page()
    # A page of the same server that does nothing by itself.
    page.goto(f'http://127.0.0.1:{server.port}/api/openapi.json')
    page.evaluate('''(address) => {
      const video = document.createElement('video');
      video.src = address;
      video.preload = 'auto';
      document.body.replaceChildren(video);
    }''', f'/api/v1/media/{media}/file')
    page.wait_for_function('() => document.querySelector("video").readyState >= 2')
    page.evaluate(VIDEO, [is_patient, RATE])
    page.evaluate('drag.move', FROM)
    yield from there_and_back(page)
    page.close()


WAYS = ('forward', 'backward')
RUNS = {'<video>, seeks at every move': lambda *given: on_video(*given, False),
        '<video>, seeks once arrived': lambda *given: on_video(*given, True),
        'Vernier': on_page}


def measured(path):
    """What was seen on each page, forward and backward."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=['--no-sandbox'])
        for name, run in RUNS.items():
            with serving(path, web=ROOT / 'web') as server:
                yield name, list(run(browser, server, server.media(path.name)))
        browser.close()


def main():
    machine()
    seen = dict(measured(clip('long.mp4')))
    table('drag', ('pictures/s', 'own/s', 'ms to rest'),
          [(f'{name}, {way}', *(f'{one[key]:.1f}' for key in ('pictures', 'own', 'rest')))
           for name, ways in seen.items() for way, one in zip(WAYS, ways)])
    ours = seen.pop('Vernier')
    for way, mine, *others in zip(WAYS, ours, *seen.values()):
        # A video that shows nothing at all counts as if it had shown one picture.
        pictures = max(1 / SECONDS, *(other['pictures'] for other in others))
        judge('page', f'pictures a second, {way}', mine['pictures'] / pictures)
        judge('page', f'time to rest, {way}', mine['rest'] / min(other['rest'] for other in others))


if __name__ == '__main__':
    main()
