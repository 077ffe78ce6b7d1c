import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { guard } from './guard.js';
import { wordButton } from './icon.js';
import { edit } from './marks.js';
import { sheet } from './sheet.js';
import { toast } from './toast.js';

/** Takes all marks away, once that has been confirmed. */
export default function clearMarks(app) {
  const what = make('p', '');
  const dialog = sheet('clear', what, guard(app, 'clear-marks', text('slideToClear')));
  // The marks themselves tell that they are gone, also where the socket went before the answer.
  const show = ({ marks: { in: first, out: last, segments = [] } }) => {
    const points = [first, last].filter((one) => one !== undefined).length;
    what.textContent = text('clearWhat', { points, segments: segments.length });
    if (points + segments.length === 0) dialog.close();
  };
  app.watchers.add(show);
  dialog.addEventListener('close', () => {
    app.watchers.delete(show);
    if (app.page.marks.hidden) tell(app);
  });
  show(app.state);
}

function tell(app) {
  app.page.bar.focus();
  const undo = wordButton(text('undoMarks'), () => edit(app, { undo: true }));
  toast(text('marksCleared'), undo);
}
