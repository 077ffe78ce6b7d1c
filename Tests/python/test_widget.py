"""The notebook widget in a plain page, which has of a notebook only what a widget is given."""
import base64
import pathlib
import queue
import time

import pytest

import vernier
from kit import PATIENCE, SAMPLES, VERNIER
from vernier.widget import Scrubber

HARNESS = pathlib.Path(__file__).with_name('plain_page.js').read_text()
SHOWN = "() => document.querySelector('vernier-view').shadowRoot.querySelector('canvas')"
# The number in the picture on the canvas, as its own pixels carry it. Over a link that seems slow an
# exact picture comes smaller first.
NUMBER = f"""() => {{
  const canvas = ({SHOWN})(), {{ width, height }} = canvas;
  const {{ data }} = canvas.getContext('2d').getImageData(0, Math.floor(height / 20), width, 1);
  return [...Array(16).keys()].reduce((number, bit) =>
    number | (data[4 * Math.floor((bit + 0.5) / 16 * width) + 1] > 125) << bit, 0);
}}"""


class Notebook:
    """Carries what a widget and its front say to each other."""

    def __init__(self, page, clip):
        self.page, self.widget = page, Scrubber(clip)
        self._queue = queue.Queue()
        self.widget.send = lambda message, buffers: self._queue.put(('message', message, buffers[0]))
        synced = [name for name in self.widget.traits(sync=True) if name in (
            'frame', 'position', 'marks', '_segments', '_timecode', '_rests', 'error')]
        self.widget.observe(lambda change: self._queue.put(('state', {change.name: change.new}, b'')),
                            synced)
        page.expose_function('toPython', self._hear)
        page.set_content('<!doctype html><main style="width: 640px"></main>')
        page.add_script_tag(content=HARNESS)
        state = {name: getattr(self.widget, name) for name in (*synced, '_media')}
        page.evaluate('([source, state]) => notebook(source, state)', [self.widget._esm, state])

    def _hear(self, kind, value):
        if kind == 'save':
            for name, new in value.items():
                setattr(self.widget, name, new)
        else:
            self.widget._hear(self.widget, value, [])

    def until(self, script, argument=None):
        """Carries on until something is so on the page."""
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < deadline, f'{script} is never so'
            try:
                kind, value, picture = self._queue.get(timeout=0.02)
            except queue.Empty:
                continue
            told = [kind, value, base64.b64encode(picture).decode()]
            self.page.evaluate('(told) => fromPython(...told)', told)

    def rest_on(self, frame):
        """Waits for the exact picture of a frame, and returns the number that it carries."""
        self.until(f"""(frame) => {{ const {{ dataset }} = ({SHOWN})();
          return dataset.exact === 'true' && dataset.frame === String(frame); }}""", frame)
        return self.page.evaluate(NUMBER)


@pytest.fixture
def page(browser):
    page, wrong = browser.new_page(), []
    page.on('pageerror', lambda error: wrong.append(str(error)))
    page.on('console', lambda one: wrong.append(one.text) if one.type == 'error' else None)
    yield page
    page.close()
    assert not wrong


@pytest.fixture
def notebook(page, served):
    notebook = Notebook(page, served.open('vfr.mkv'))
    yield notebook
    notebook.widget.close()


def test_picture_is_there_and_code_moves_it(notebook):
    assert notebook.rest_on(0) == 0
    notebook.widget.frame = 77
    assert notebook.rest_on(77) == 77
    notebook.widget.position = 1.0
    assert notebook.rest_on(149) == 149 and notebook.widget.frame == 149
    assert notebook.page.inner_text('.vernier-widget output').endswith('frame 149')


def test_drag_moves_it_and_code_sees_where(notebook):
    notebook.rest_on(0)
    box = notebook.page.locator('vernier-bar').bounding_box()
    y = box['y'] + box['height'] / 2
    notebook.page.mouse.move(box['x'] + 10, y)
    notebook.page.mouse.down()
    for x in range(20, 340, 20):
        notebook.page.mouse.move(box['x'] + x, y)
    notebook.page.mouse.up()
    notebook.until("() => document.querySelector('vernier-bar:not([dragging])').ariaValueNow > 40")
    frame = notebook.widget.frame
    assert notebook.rest_on(frame) == frame
    assert notebook.widget.position == pytest.approx(310 / box['width'], abs=0.05)


def test_keys_go_and_mark_and_code_sees_the_marks(notebook):
    notebook.rest_on(0)
    notebook.page.focus('vernier-bar')
    for wanted, key in ((1, 'ArrowRight'), (11, 'Shift+ArrowRight')):
        notebook.page.keyboard.press(key)
        notebook.rest_on(wanted)
    notebook.page.keyboard.press('i')
    notebook.widget.frame = 20
    notebook.rest_on(20)
    notebook.page.keyboard.press('o')
    notebook.until("() => document.querySelector('vernier-bar').hasAttribute('segments')")
    assert notebook.widget.marks == [{'name': '1', 'first': 11, 'last': 20}]
    start, end = map(float, notebook.page.get_attribute('vernier-bar', 'segments').split())
    index = notebook.widget.clip.index
    assert start == pytest.approx(index[11].pts / index.end)
    assert end == pytest.approx((index[20].pts + index[20].duration) / index.end)
    notebook.widget.marks = []
    notebook.until("() => !document.querySelector('vernier-bar').hasAttribute('segments')")


def test_lost_server_is_told_in_words(page):
    with vernier.serve(SAMPLES / 'vfr.mkv', program=VERNIER) as server:
        notebook = Notebook(page, server.open())
        notebook.rest_on(0)
    deadline = time.monotonic() + PATIENCE
    while not notebook.widget.error:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert 'closed' in notebook.widget.error
    notebook.widget.close()
