/** The button that takes a drag back: for a second finger, or to release the pointer on. */
export function cancelButton({ page: { bar, cancel } }) {
  for (const type of ['scrubbegin', 'scrubend', 'scrubcancel']) {
    bar.addEventListener(type, () => { cancel.hidden = !bar.dragging; });
  }
  // A second finger makes no click.
  cancel.addEventListener('pointerdown', () => bar.cancel());
  // In the capture phase, before the bar ends the drag.
  addEventListener('pointerup', ({ clientX, clientY }) => {
    if (bar.dragging && document.elementFromPoint(clientX, clientY) === cancel) bar.cancel();
  }, true);
}
