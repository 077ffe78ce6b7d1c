"""What the bar and its bubble say of a pointer in Firefox: before a tap, at a snap, and in zones."""
import json

import pytest

from page.page_support import index_of
from page.test_bubble import IMAGE, READ

TOLD = "document.querySelector('vernier-bubble').textContent"
ZONES = """() => [...document.querySelector('vernier-bar').shadowRoot
  .querySelectorAll('.zone:not([hidden]) span')].map(({ textContent }) => textContent)"""
WORDS = """() => ['frame', 'time'].map((name) =>
  document.querySelector('vernier-bubble').getAttribute(name))"""


def choose(scrubber, **settings):
    """What was chosen on an earlier visit."""
    scrubber.tab.evaluate(f'localStorage.vernier = {json.dumps(json.dumps(settings))}')
    scrubber.tab.reload()
    scrubber.settle()


def test_a_mouse_over_the_bar_sees_the_frame_that_a_tap_then_goes_to(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', 20)
    choose(scrubber, press='jump')
    scrubber.wait("document.querySelector('vernier-bar').hasAttribute('tap')")
    for along in (0.3, 0.75):
        scrubber.pointer.move(scrubber.point(along))
        scrubber.wait(f'({IMAGE})() && Math.abs(({READ})() - {600 * along}) <= 2')
        promised = scrubber.tab.evaluate(READ)
        assert scrubber.tab.evaluate(WORDS)[0] == f'frame {promised}'
        scrubber.pointer.down()
        scrubber.pointer.up()
        assert scrubber.land() == promised
    scrubber.pointer.move(scrubber.point(0.5, away=300))
    scrubber.wait("!document.querySelector('vernier-bubble').checkVisibility({ opacityProperty: true })")


@pytest.mark.parametrize('when', ['live', 'release'])
def test_a_drag_snaps_to_keyframes_and_says_how_far(server, open_page, when):
    keyframes = {one['frame'] for one in index_of(server, 'dropframe.mov') if one['key']}
    scrubber = open_page(server, 'dropframe.mov', 70)
    choose(scrubber, snap='keyframe', when=when)
    # What tells how far it is comes later than the page.
    scrubber.wait("document.getElementsByClassName('residual').length > 0")
    scrubber.grab(0.2)
    # 14 frames after a keyframe, as the page's tests in Chromium have it.
    scrubber.pull(0.2 + 64.4 / 240)
    says = {'live': 'pointer +14 frames', 'release': '→ 0:04.004 (−14 frames)'}[when]
    scrubber.wait(f'{TOLD}.includes("{says}")')
    held = scrubber.answered()['target']['frame']
    assert held == (120 if when == 'live' else 134) and 120 in keyframes
    scrubber.release()
    assert scrubber.land() == 120


def test_zones_say_what_the_pointer_is_worth_where_they_begin(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4')
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    assert scrubber.tab.evaluate(ZONES) == []
    # 1 − d² / 10000, and a hundredth at least.
    scrubber.pull(0.5, away=60)
    scrubber.wait(f"({ZONES})().join() === '×0.75,×0.5,×0.01'")
    assert scrubber.answered()['gain'] == pytest.approx(0.64)
    scrubber.wait("""document.querySelector('vernier-bar').shadowRoot.querySelector('.word')
      .textContent.startsWith('×0.64 · 1 frame per ')""")
    scrubber.pull(0.5)
    scrubber.release()
    scrubber.land()
    scrubber.wait(f'({ZONES})().length === 0')
