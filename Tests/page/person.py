"""Someone with a keyboard and no pointer, who sees where the keyboard is."""
import re
import time

from kit import PATIENCE

from .conditions import PLAYED

# What has the focus: its name and the outline that tells so, on it or on a part of it.
FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return { name: null };
  const drawn = [one, ...(one.shadowRoot?.querySelectorAll('*') ?? [])].filter((part) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
      && !/, 0\\)|transparent/.test(outlineColor);
  });
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return {
    name: one.getAttribute('aria-label') || one.labels?.[0]?.firstChild.textContent
      || one.title || one.textContent,
    outlined: drawn.length > 0,
    inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
  };
}"""


class Person:
    """A user with a keyboard."""

    def __init__(self, scrubber):
        self.scrubber, self.page = scrubber, scrubber.page

    def where(self):
        """The name of what has the focus, which is in view and outlined."""
        focus = self.page.evaluate(FOCUS)
        assert focus['name'] is not None, 'the focus is lost'
        assert focus['outlined'] and focus['inside'], focus
        return focus['name']

    def is_at(self, name):
        """What a key opens may have to be loaded first."""
        self.page.wait_for_function(f'name => ({FOCUS})().name === name', arg=name)
        self.where()

    def press(self, *keys):
        for key in keys:
            self.scrubber.press(key)

    def tab_to(self, name, key='Tab'):
        """Goes from stop to stop, of which each is to be seen."""
        for _ in range(40):
            self.press(key)
            # Between the last and the first, the browser itself has the focus.
            if self.page.evaluate(FOCUS)['name'] is None:
                self.press(key)
            if re.fullmatch(name, self.where()):
                return
        raise AssertionError(f'no stop is named {name}')

    def lands(self, frame):
        """What a key does may have to be loaded first."""
        self.page.wait_for_function('frame => wire.state?.target.frame === frame', arg=frame)
        assert self.scrubber.land() == frame
        self.where()

    def go_to(self, place):
        self.press('g')
        self.page.get_by_role('dialog').wait_for()
        self.is_at('Go to')
        self.page.keyboard.type(place)
        self.press('Enter')
        self.page.locator('dialog').wait_for(state='detached')

    def played(self, until):
        """The numbers on the screen while it plays from now on, until they are enough."""
        self.page.wait_for_selector('vernier-view[player]')
        seen, end = [], time.monotonic() + PATIENCE
        while not until(seen):
            assert time.monotonic() < end, seen
            seen.append(self.page.evaluate(PLAYED))
            self.page.wait_for_timeout(20)
        return seen
