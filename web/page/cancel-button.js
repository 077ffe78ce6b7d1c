import { adoptStyle } from './late-style.js';

// Over the other buttons, far from where a drag goes.
adoptStyle(`
  .cancel {
    position: absolute; inset-inline-end: 0; background: var(--bubble); color: var(--bubble-ink);
  }
  @media (max-width: 47.5em) {
    .heading:has(> .cancel:not([hidden])) p { visibility: hidden; }
  }
`);

/** The button that takes a drag back: for a second finger, or to release the pointer on. */
export default function cancelButton({ page: { bar, cancel } }) {
  const show = () => { cancel.hidden = !bar.dragging; };
  for (const type of ['scrubbegin', 'scrubend', 'scrubcancel']) {
    bar.addEventListener(type, show);
  }
  // The first drag may have begun.
  show();
  // A second finger makes no click.
  cancel.addEventListener('pointerdown', () => bar.cancel());
  // In the capture phase, before the bar ends the drag.
  addEventListener('pointerup', ({ clientX, clientY }) => {
    if (bar.dragging && document.elementFromPoint(clientX, clientY) === cancel) bar.cancel();
  }, true);
}
