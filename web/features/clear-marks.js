import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { guard } from './guard.js';
import { wordButton } from './icon.js';
import { edit } from './marks.js';
import { sheet } from './sheet.js';
import { toast } from './toast.js';

/** Takes all marks away, once that has been confirmed. */
export default function clearMarks(app) {
  const { in: first, out: last, segments = [] } = app.state.marks;
  const points = [first, last].filter((one) => one !== undefined).length;
  const knob = guard(app, 'clear-marks', text('slideToClear'), () => {
    dialog.close();
    toast(text('marksCleared'), wordButton(text('undoMarks'), () => edit(app, { undo: true })));
  });
  const what = make('p', '', text('clearWhat', { points, segments: segments.length }));
  const dialog = sheet('clear', what, knob);
}
