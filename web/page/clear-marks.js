import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { wordButton } from './buttons.js';
import { confirmedAction } from './confirmed-action.js';
import { openDialog } from './dialog.js';
import { edit } from './marks.js';
import { toast } from './toast.js';

/** Removes all marks, once that has been confirmed. */
export default function clearMarks(app) {
  const what = make('p', '');
  const knob = confirmedAction(app, 'clear-marks', text('slideToClear'));
  const dialog = openDialog('clear', what, knob);
  // The marks tell that they are gone, also if the connection ended before the answer.
  const show = ({ marks: { in: first, out: last, segments = [] } }) => {
    const points = [first, last].filter((one) => one !== undefined).length;
    what.textContent = text('clearWhat', { points, segments: segments.length });
    if (points + segments.length === 0) dialog.close();
  };
  app.watchers.add(show);
  dialog.addEventListener('close', () => {
    app.watchers.delete(show);
    if (app.page.marks.hidden) report(app);
  });
  show(app.state);
}

function report(app) {
  app.page.bar.focus();
  const undo = wordButton(text('undoMarks'), () => edit(app, { undo: true }));
  toast(text('marksCleared'), undo);
}
