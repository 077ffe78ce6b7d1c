"""Pages of three other players: by each one's published rules, a time leads to its very tile.

The rules are those that each player documents; here a parser of our own follows them. Of the players
themselves there is video.js, which PyPI has; its plugin, media-chrome and Vidstack are not there.
"""
import bisect
import importlib.metadata
import io
import re
import sys
from urllib.parse import urljoin, urlsplit

import pytest
from PIL import Image

from kit import ROOT, SAMPLES
from raw import settled

from .embedded import embed_folder, server_of  # noqa: F401 (fixtures)

sys.path.append(str(ROOT / 'Tests/live'))

import oracle  # noqa: E402

FILM = 'long-gop.mp4'
PAGES = sorted(page.stem for page in (ROOT / 'samples/embed/players').glob('*.html'))
SCRIPTS = re.compile(r'/players/(media-chrome|vidstack|video\.js|videojs-vtt-thumbnails)/(.+)$')
AREA = re.compile(r'xywh=(\d+),(\d+),(\d+),(\d+)')

# The plugin as far as its page uses it; what registers it, and is its player, is video.js itself,
# which reads tracks of text with its own parser where it may not leave that to the browser.
PLUGIN = """videojs.options.html5 = { nativeTextTracks: false };
videojs.registerPlugin('vttThumbnails', function (given) {
  window.given = given;
  window.player = this;
});"""
# As much of Vidstack: what it is given as a source, it plays.
VIDSTACK = """
customElements.define('media-player', class extends HTMLElement {
  set src({ src, type }) {
    const video = document.createElement('video');
    video.append(Object.assign(document.createElement('source'), { src, type }));
    this.querySelector('media-provider').append(video);
  }
});
"""
STUBS = {'videojs-vtt-thumbnails': PLUGIN, 'vidstack': VIDSTACK}
VIDEO_JS = importlib.metadata.distribution('js.videojs').locate_file('js/videojs/resources')

CUES = """() => {
  const video = document.querySelector('media-controller > video[slot=media]');
  const { cues } = [...video.textTracks].find(
    ({ kind, label }) => kind === 'metadata' && label === 'thumbnails');
  return cues?.length && [...cues].map((cue) => [cue.startTime, cue.endTime, cue.text]);
}"""


READ = """() => {
  const kind = { kind: 'metadata', label: 'thumbnails', src: window.given.src };
  window.read ??= window.player.addRemoteTextTrack(kind, false).track;
  window.read.mode = 'hidden';
  const { cues } = window.read;
  return cues?.length && [...Array(cues.length).keys()].map(
    (n) => [cues[n].startTime, cues[n].endTime, cues[n].text]);
}"""


def of_media_chrome(page, server):
    """The browser reads the track; an address is one below the track's own."""
    cues = page.wait_for_function(CUES).json_value()
    base = page.locator('track').evaluate('({ src }) => src')
    return [(start, end, urljoin(base, text)) for start, end, text in cues]


def of_vidstack(page, server):
    """Cues are what is `application/json`; an address is one of the page's."""
    layout = page.locator('media-video-layout[thumbnails]')
    layout.wait_for(state='attached')
    answer = server.get(layout.get_attribute('thumbnails'))
    assert answer.headers['Content-Type'] == 'application/json'
    return [(cue['startTime'], cue['endTime'], urljoin(page.url, cue['text']))
            for cue in answer.json()]


def of_videojs(page, server):
    """Blocks between empty lines; what has no `//` is put after the list's own folder."""
    src = page.wait_for_function('() => window.given').json_value()['src']
    assert '//' in src, 'it would be put after the address of the page'
    folder = src[:src.rindex('/')]
    blocks = server.get(src.removeprefix(server.url)).body.decode().split('\n\n')
    for block in blocks:
        if found := re.fullmatch(r'(\S+) --> (\S+)\n(\S+)', block.strip()):
            start, end, path = found.groups()
            yield seconds(start), seconds(end), path if '//' in path else f'{folder}/{path}'


def seconds(clock):
    hours, minutes, rest = map(float, clock.split(':'))
    return hours * 3600 + minutes * 60 + rest


RULES = {'media-chrome': of_media_chrome, 'vidstack': of_vidstack, 'videojs': of_videojs}


@pytest.fixture
def opened(visit, server_of):
    """Opens a player's page: `opened('vidstack')` gives it and its server."""

    def open_page(name):
        # Video.js brings styles in its script, which Vernier's own pages may not have.
        server, page = server_of(SAMPLES / FILM), visit(bypass_csp=True)
        # What tiles there are is known with the last frame.
        settled(server, FILM)
        page.route(SCRIPTS, script)
        page.goto(f'{server.url}/players/{name}.html')
        return page, server

    return open_page


def script(route):
    package, file = SCRIPTS.search(route.request.url).groups()
    if package == 'video.js':
        route.fulfill(path=VIDEO_JS / file.removeprefix('dist/'))
        return
    is_style = file.endswith('.css')
    route.fulfill(content_type='text/css' if is_style else 'text/javascript',
                  body='' if is_style else STUBS.get(package, ''))


def tile(server, address):
    """The picture that an address with its part leads to."""
    parts = urlsplit(address)
    x, y, width, height = map(int, AREA.fullmatch(parts.fragment).groups())
    answer = server.get(f'{parts.path}?{parts.query}')
    assert answer.status == 200, answer.body
    sheet = Image.open(io.BytesIO(answer.body))
    png = io.BytesIO()
    sheet.crop((x, y, x + width, y + height)).save(png, 'PNG')
    return png.getvalue()


def test_there_is_a_page_for_each_of_the_three():
    assert PAGES == sorted(RULES)


@pytest.mark.parametrize('name', PAGES)
def test_a_time_leads_to_the_tile_of_the_frame_that_is_shown_at_its_second(opened, name):
    page, server = opened(name)
    cues = list(RULES[name](page, server))
    frames = oracle.Frames(SAMPLES / FILM)
    times = [frames.time(frame) for frame in range(len(frames))]
    for time in (0, 0.9, 3.5, 8.2, times[-1]):
        [address] = [address for start, end, address in cues if start <= time < end]
        assert address.startswith(f'{server.url}/api/v1/media/')
        shown = bisect.bisect_right(times, int(time) + 1e-6) - 1
        assert oracle.barcode(tile(server, address)) == shown


def test_video_js_itself_reads_the_very_cues_of_the_list(opened):
    page, server = opened('videojs')
    expected = list(of_videojs(page, server))
    found = page.wait_for_function(READ).json_value()
    assert page.evaluate('() => window.videojs.VERSION') == importlib.metadata.version('js.videojs')
    base = page.evaluate('() => window.given.src')
    assert [urljoin(base, text) for *_, text in found] == [address for *_, address in expected]
    assert [one[:2] for one in found] == [pytest.approx(one[:2]) for one in expected]


def test_video_js_itself_goes_to_a_time_of_the_film(opened):
    page, _ = opened('videojs')
    page.wait_for_function('() => window.player?.duration() > 0')
    page.evaluate('() => window.player.currentTime(3.5)')
    page.wait_for_function('() => !window.player.seeking() && window.player.currentTime() === 3.5')
    assert page.evaluate('() => window.player.error()') is None


@pytest.mark.parametrize('name', PAGES)
def test_the_film_of_the_page_can_be_played(opened, name):
    page, _ = opened(name)
    page.wait_for_function("() => document.querySelector('video')?.duration > 0")
    assert page.locator('video').evaluate('({ error }) => error') is None


@pytest.mark.parametrize('name', PAGES)
def test_a_page_is_short(name):
    for kind in ('html', 'js'):
        text = (ROOT / f'samples/embed/players/{name}.{kind}').read_text()
        assert len(text.splitlines()) <= 20
