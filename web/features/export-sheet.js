import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { ExportForm } from './export-form.js';
import { ExportList } from './export-list.js';
import { watchExports } from './exports.js';
import { sheet, style } from './sheet.js';

style(`
  .export, .export :where(label, fieldset) { grid-template-columns: minmax(0, 1fr); min-width: 0; }
  .export { display: grid; gap: 0.9rem; }
  .export h3 { margin: 0.4rem 0 0; font-size: 1rem; }
  .export :is(select, input) { min-width: 0; }
  .export a { color: var(--accent); overflow-wrap: anywhere; }
  .export code { font: 0.9em ui-monospace, monospace; }
  .export :is(label, fieldset) { display: grid; gap: 0.3rem; margin: 0; padding: 0; border: 0; }
  .export label > span, .export legend { color: var(--ink-2); font-size: 0.87rem; }
  .export legend { padding: 0; }
`);

/** Cuts a stretch of the media out into a file; first what is chosen, or a segment by its id. */
export default function exportSheet(app, segment) {
  if (!app.state.media) return;
  const content = make('div', 'export');
  let form = null;
  const list = new ExportList(app);
  const dialog = sheet('export', content);
  const stop = watchExports(app, (now) => {
    if (now.writable) form ??= new ExportForm(app, segment);
    const first = form?.element ?? off();
    if (content.firstChild !== first) content.replaceChildren(first, list.element);
    form?.show();
    list.show(now);
  });
  dialog.addEventListener('close', () => {
    stop();
    form?.leave();
  });
}

let words = null;

function off() {
  if (words) return words;
  words = make('p', '');
  words.append(text('exportOff'), ' ', make('code', '', 'vernier serve --export-dir DIR …'));
  return words;
}
