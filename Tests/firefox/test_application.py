"""What the application adds to a bar and a picture, in Firefox: dialogs, lists, strips, copies."""
import pytest

from kit import SAMPLES
from page.test_copying import CLIPBOARD, IN_PNG
from page.test_filmstrip import CELL, CELLS, FILLED
from page.test_overview import NOTE, SEEN

# A Firefox without a screen takes a picture, but keeps only text on its clipboard.
KEEP = """() => {
  const { clipboard } = navigator;
  const write = clipboard.write.bind(clipboard);
  clipboard.write = (items) => {
    clipboard.read = () => items;
    return write(items);
  };
}"""


def click(scrubber, path):
    x, y, width, height = scrubber.tab.box(path)
    scrubber.pointer.move((x + width / 2, y + height / 2))
    scrubber.pointer.down()
    scrubber.pointer.up()


def test_dialogs_marks_and_the_list_lead_to_their_frames(server, open_page):
    scrubber = open_page(server, 'dropframe.mov')
    for written, frame in [('01:00:01:00', 30), ('f123', 123), ('50%', 120), ('-30f', 90)]:
        scrubber.press('g')
        scrubber.wait("document.activeElement.matches('dialog input')")
        for sign in written:
            scrubber.tab.press(sign)
        scrubber.press('Enter')
        scrubber.wait("!document.querySelector('dialog')")
        assert scrubber.land() == frame, written
    scrubber.press('i')
    scrubber.wait("document.querySelector('#marks')?.textContent.includes('frame 90')")
    scrubber.press('Shift+ArrowRight')
    assert scrubber.land() == 100
    click(scrubber, '#marks button')
    assert scrubber.land() == 90
    for key in ['?', 'e']:
        scrubber.press(key)
        scrubber.wait("document.querySelector('dialog[open]')?.checkVisibility()")
        scrubber.press('Escape')
        scrubber.wait("!document.querySelector('dialog')")
    scrubber.press('d')
    scrubber.wait("document.querySelector('.panel dd')?.textContent === '90'")
    if not scrubber.tab.evaluate("document.querySelector('#media')?.checkVisibility() ?? false"):
        scrubber.press('m')
    scrubber.wait("document.querySelector('#media a[title=\"vfr.mkv\"]')?.checkVisibility()")
    click(scrubber, '#media a[title="vfr.mkv"]')
    scrubber.wait("document.title.startsWith('vfr.mkv')")
    assert scrubber.land() == 0
    scrubber.tab.evaluate('history.back()')
    scrubber.wait("document.title.startsWith('dropframe.mov')")
    assert scrubber.land() == 90


def test_a_frame_is_copied_as_a_picture_and_as_a_link(server, open_page, browser):
    scrubber = open_page(server, 'long-gop.mp4', 123)
    scrubber.tab.evaluate(KEEP)
    scrubber.press('c')
    scrubber.wait("document.body.textContent.includes('Frame 123 is copied')")
    media = server.get(f'/api/v1/media/{server.media("long-gop.mp4")}').json()
    assert scrubber.tab.evaluate(IN_PNG, scrubber.tab.evaluate(CLIPBOARD)) == {
        'number': 123, 'width': media['width'], 'height': media['height']}
    scrubber.press('Shift+c')
    scrubber.wait("document.body.textContent.includes('A link to frame 123')")
    assert browser.window().evaluate('navigator.clipboard.readText()') == (
        f'{server.url}/#media={server.media("long-gop.mp4")}&frame=123')


@pytest.mark.parametrize('media', ['long-gop.mp4', 'start.ts', 'hevc.mp4'])
def test_every_cell_of_the_strip_is_its_frame(server, open_page, media):
    scrubber = open_page(server, media, 50)
    scrubber.grab(0.3)
    scrubber.pull(0.36, away=90)
    target = scrubber.answered()['target']['frame']
    scrubber.wait("document.querySelector('vernier-filmstrip')?.checkVisibility()")
    scrubber.wait("customElements.get('vernier-filmstrip')")
    scrubber.wait(f'({FILLED})()')
    seen = sorted(scrubber.tab.evaluate(CELLS), key=lambda cell: cell['x'])
    numbers = [cell['number'] for cell in seen]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) and len(numbers) > 5
    middle = scrubber.tab.box('vernier-filmstrip')[2] / 2
    assert [cell['number'] for cell in seen if cell['x'] <= middle < cell['x'] + CELL] == [target]
    scrubber.release()
    scrubber.land()


def test_the_film_lies_along_the_bar_down_to_its_frames(serve, open_page):
    # One of its own: what others looked at lies along the bar as well.
    server = serve(SAMPLES)
    scrubber = open_page(server, 'long-gop.mp4', 300)
    scrubber.tab.evaluate(f'({NOTE})()')
    seen = scrubber.tab.evaluate(f'({SEEN})()')
    assert {0, 250, 500} <= {cell['number'] for cell in seen}
    for _ in range(16):
        scrubber.press('+')
    scrubber.wait("document.querySelector('vernier-bar').range[1] < 0.9")
    scrubber.wait("(([from, to]) => to - from < 0.06)(document.querySelector('vernier-bar').range)")
    numbers = [cell['number'] for cell in scrubber.tab.evaluate(f'({SEEN})()')]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) and len(numbers) > 20
