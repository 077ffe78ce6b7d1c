"""The line follows a hand of 120 samples a second in every frame, and nothing blocks the page."""

# Two samples a frame, as of a 120 Hz hand; notes where the line is drawn in the same frame.
HAND = """async ([from, y, frames]) => {
  const bar = document.querySelector('vernier-bar');
  const line = bar.shadowRoot.querySelector('.hairline');
  const [found, long] = [[], []];
  const watch = new PerformanceObserver((list) => long.push(
    ...list.getEntries().map(({ duration }) => duration)));
  watch.observe({ entryTypes: ['longtask'] });
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
  watch.disconnect();
  return { worst: Math.max(...found), long };
}"""


def test_the_line_follows_the_hand_in_every_frame_and_no_task_is_long(server, open_page):
    scrubber = open_page(server, 'long-gop.mp4', frame=300)
    scrubber.grab(0.5)
    x, y = scrubber.point(0.5)
    # What is loaded with the first drag is loaded, and compiled.
    scrubber.pull(0.52, away=40)
    scrubber.pull(0.5)
    scrubber.press('Escape')
    scrubber.release()
    scrubber.land()
    scrubber.grab(0.5)
    found = scrubber.page.evaluate(HAND, [x, y, 240])
    scrubber.release()
    scrubber.land()
    assert found['worst'] <= 1
    assert found['long'] == []
