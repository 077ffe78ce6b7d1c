"""A picture that is not the target's own says which frame it is, and the bubble names none in view."""
import re

from .page_support import HeldMessages, comes_to

# What the page says of the frame in view in each animation frame of a drag: the number that the
# canvas shows, what is written on it, and what the bubble says.
WATCH = """() => {
  window.said = [];
  const canvas = document.querySelector('vernier-view').shadowRoot.querySelector('canvas');
  const bubble = document.querySelector('vernier-bubble');
  const standIn = document.querySelector('#stand-in');
  const look = () => {
    said.push([Number(canvas.dataset.frame), standIn.hidden ? null : standIn.textContent,
      bubble.hasAttribute('open') ? bubble.getAttribute('frame') : null]);
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""


def test_a_picture_that_stands_in_carries_its_own_number(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=120)
    pictures = HeldMessages(scrubber.page, lambda message: not isinstance(message, str))
    scrubber.page.reload()
    scrubber.settle()
    badge = scrubber.page.locator('#stand-in')
    assert not badge.is_visible()
    pictures.holds = True
    scrubber.grab(0.3)
    scrubber.pull(0.5)
    frame = scrubber.answered()['target']['frame']
    assert scrubber.barcode == 120 != frame
    comes_to(scrubber.page, badge.inner_text, 'frame 120')
    comes_to(scrubber.page, lambda: f'→ frame {frame}' in scrubber.said, True)
    scrubber.release()
    pictures.release()
    assert scrubber.land() == frame
    badge.wait_for(state='hidden')


def test_in_a_drag_nothing_is_named_as_in_view_that_is_not(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=120)
    scrubber.page.evaluate(WATCH)
    scrubber.grab(0.1)
    for along in [0.3, 0.8, 0.2, 0.9, 0.5]:
        scrubber.pull(along, steps=20)
    scrubber.release()
    scrubber.land()
    scrubber.page.evaluate('cancelAnimationFrame(watching)')
    said = scrubber.page.evaluate('said')
    named = [(shown, words) for shown, _, words in said if re.match('frame', words or '')]
    badges = [(shown, badge) for shown, badge, _ in said if badge]
    assert named and badges
    assert [one for one in named + badges if one[1] != f'frame {one[0]}'] == []
