"""The line follows a pointer of 120 samples a second in every frame, and nothing blocks the page."""
import json

import pytest

pytestmark = pytest.mark.alone

# Two samples a frame, as of a 120 Hz pointer; notes where the line is drawn in the same frame.
POINTER = """async ([from, y, frames]) => {
  const bar = document.querySelector('vernier-bar');
  const line = bar.shadowRoot.querySelector('.hairline');
  const found = [];
  const at = (x, clientY) => bar.dispatchEvent(new PointerEvent('pointermove', {
    pointerId: 1, buttons: 1, clientX: x, clientY }));
  for (let i = 1; i <= frames; i += 1) {
    await new Promise((done) => setTimeout(done));
    const way = 150 * Math.sin(i / 20);
    at(from + way - 2, y);
    at(from + way, y);
    await new Promise(requestAnimationFrame);
    found.push(Math.abs(parseInt(line.style.left, 10) - (bar.origin * bar.clientWidth + way)));
  }
  return Math.max(...found);
}"""


def busy(trace):
    """Milliseconds that the page itself spent in each task: on a busy machine others wait too.

    Of a task that took it no whole microsecond, Chromium tells only how long it lasted.
    """
    events = json.loads(trace)['traceEvents']
    pages = {(event['pid'], event['tid']) for event in events
             if event['name'] == 'thread_name' and event['args']['name'] == 'CrRendererMain'}
    return [event.get('tdur', event.get('dur', 0)) / 1000
            for event in events if event['name'].endswith('RunTask')
            and event['ph'] == 'X' and (event['pid'], event['tid']) in pages]


def test_the_line_follows_the_pointer_in_every_frame_and_no_task_is_long(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    scrubber.grab(0.5)
    x, y = scrubber.point(0.5)
    browser = scrubber.page.context.browser
    browser.start_tracing(page=scrubber.page, categories=['toplevel'])
    worst = scrubber.page.evaluate(POINTER, [x, y, 240])
    tasks = busy(browser.stop_tracing())
    assert worst <= 1
    assert len(tasks) > 240
    assert [task for task in tasks if task > 50] == []
    scrubber.release()
    scrubber.land()
