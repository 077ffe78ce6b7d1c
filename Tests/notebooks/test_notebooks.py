"""The widget where it is used: a notebook of JupyterLab, and one of marimo, in Chromium."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

from kit import LONG_PATIENCE, ROOT, SAMPLES, VERNIER

PROGRAMS = ROOT / '.build/notebook/bin'
FIRST = '''import vernier
from vernier.widget import Scrubber
server = vernier.serve("vfr.mkv")
scrubber = Scrubber(server.open())
'''
# The number in the picture on the canvas, as its own pixels carry it; -1 while there is none.
NUMBER = """(canvas) => {
  if (canvas.dataset.exact !== 'true') return -1;
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, Math.floor(height / 20), width, 1);
  return [...Array(16).keys()].reduce((number, bit) =>
    number | (data[4 * Math.floor((bit + 0.5) / 16 * width) + 1] > 125) << bit, 0);
}"""
IS = f"([canvas, wanted]) => ({NUMBER})(canvas) === wanted"


@pytest.fixture
def place(tmp_path):
    """A folder with a film, which is old enough to be whole."""
    shutil.copy2(SAMPLES / 'vfr.mkv', tmp_path)
    return tmp_path


@pytest.fixture
def page():
    found = os.environ.get('VERNIER_CHROMIUM') or shutil.which('chromium-headless-shell')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=['--no-sandbox'])
        page = browser.new_page(viewport={'width': 1000, 'height': 1100})
        page.set_default_timeout(1000 * LONG_PATIENCE)
        yield page
        browser.close()


@pytest.fixture
def start(place):
    """Starts a notebook's server, and gives the first address that it tells."""
    started = []

    def run(program, *words):
        environment = {**os.environ, 'VERNIER': VERNIER, 'HOME': str(place)}
        process = subprocess.Popen([PROGRAMS / program, *words], cwd=place, env=environment, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        started.append(process)
        for line in process.stdout:
            if found := re.search(r'http://(127\.0\.0\.1|localhost):\d+\S*', line):
                threading.Thread(target=process.stdout.read, daemon=True).start()
                answering(found[0])
                return found[0]
        raise AssertionError(f'{program} ended with {process.wait()}')

    yield run
    for process in started:
        process.terminate()
        process.wait(LONG_PATIENCE)


def answering(address):
    """Waits until a server answers, which may be later than it tells its address."""
    deadline = time.monotonic() + LONG_PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=LONG_PATIENCE):
            return
        time.sleep(0.05)
    raise AssertionError(f'{address} does not answer')


def notebook(path: pathlib.Path, *cells):
    """Writes a notebook of Jupyter."""
    cells = [{'cell_type': 'code', 'id': f'cell{number}', 'metadata': {}, 'outputs': [],
              'execution_count': None, 'source': cell} for number, cell in enumerate(cells)]
    kernel = {'name': 'python3', 'display_name': 'Python 3', 'language': 'python'}
    path.write_text(json.dumps({'cells': cells, 'metadata': {'kernelspec': kernel},
                                'nbformat': 4, 'nbformat_minor': 5}))


def drag(page):
    """Drags the bar, and returns the number of the frame that it rests on."""
    bar = page.locator('vernier-bar')
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    y = box['y'] + box['height'] / 2
    page.mouse.move(box['x'] + 10, y)
    page.mouse.down()
    for x in range(20, 340, 20):
        page.mouse.move(box['x'] + x, y)
    page.mouse.up()
    elements = [bar.element_handle(), page.locator('vernier-view canvas').element_handle()]
    page.wait_for_function("""([bar, { dataset }]) => !bar.dragging && dataset.exact === 'true'
      && Number(dataset.frame) > 40 && dataset.frame === bar.getAttribute('frame')""", arg=elements)
    return int(bar.get_attribute('frame'))


def shows(page, frame):
    canvas = page.locator('vernier-view canvas').element_handle()
    page.wait_for_function(IS, arg=[canvas, frame])


def test_widget_scrubs_in_jupyterlab(start, place, page):
    notebook(place / 'film.ipynb', FIRST, 'scrubber', 'print("rests on", scrubber.frame)',
             'scrubber.frame = 77')
    address = start('jupyter-lab', '--no-browser', '--allow-root', '--port=0', '--ip=127.0.0.1',
                    '--IdentityProvider.token=', '--LabApp.news_url=None')
    root = re.match(r'http://[^/]+', address)[0]
    page.goto(f'{root}/lab/tree/film.ipynb')
    # What is run before the kernel is there is run by nobody.
    page.get_by_text('(ipykernel) | Idle').wait_for()
    run(page, 0)
    run(page, 1)
    shows(page, 0)
    frame = drag(page)
    shows(page, frame)
    run(page, 2)
    page.get_by_text(f'rests on {frame}').wait_for()
    run(page, 3)
    shows(page, 77)


def run(page, number):
    """Runs a cell of JupyterLab, and waits until it is done."""
    cell = page.locator('.jp-CodeCell').nth(number)
    cell.locator('.cm-content').click()
    page.keyboard.press('Shift+Enter')
    cell.locator('.jp-InputPrompt').filter(has_text=re.compile(r'\[\d+\]')).wait_for()


MARIMO = f'''import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo
    {FIRST.replace(chr(10), chr(10) + "    ").rstrip()}
    scrubber.frame = 77
    shown = mo.ui.anywidget(scrubber)
    return mo, shown

@app.cell
def _(shown):
    shown
    return

@app.cell
def _(mo, shown):
    mo.md(f"rests on {{shown.value['frame']}}")
    return

if __name__ == "__main__":
    app.run()
'''


def test_widget_scrubs_in_marimo(start, place, page):
    (place / 'film.py').write_text(MARIMO)
    page.goto(start('marimo', 'run', 'film.py', '--headless', '--no-token', '--host', '127.0.0.1'))
    shows(page, 77)
    frame = drag(page)
    shows(page, frame)
    # A cell that reads the widget is run again once the playhead rests.
    page.get_by_text(f'rests on {frame}', exact=True).wait_for()
