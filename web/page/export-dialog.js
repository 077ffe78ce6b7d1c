import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { openDialog } from './dialog.js';
import { adoptStyle } from './late-style.js';
import { ExportList } from './export-list.js';
import { ExportPlan } from './export-plan.js';
import { control, exportName, exportsNow, plan, watchExports } from './exports.js';

adoptStyle(`
  .modes label {
    grid-template-columns: auto 1fr; column-gap: 0.7rem; align-items: center; padding: 0.3rem 0;
    cursor: pointer;
  }
  .modes input { width: 22px; min-height: 44px; margin: 0; accent-color: var(--accent); }
  .modes b { color: var(--ink); font-weight: 600; }
  .modes small { display: block; color: var(--ink-2); font-size: 0.85rem; }
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

const modes = ['smart', 'keyframes', 'edit-list'];
/** Milliseconds without a change after which a plan is requested. */
const pause = 350;

/** Exports a range of the media into a file; `segment` is the id of the one chosen at first. */
export default function exportDialog(app, segment) {
  if (!app.state.media) return;
  const content = make('div', 'export');
  let form = null;
  const list = new ExportList(app);
  const dialog = openDialog('export', content);
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

/** What is shown where the server has no folder for exports. */
function off() {
  if (words) return words;
  words = make('p', '');
  words.append(text('exportOff'), ' ', make('code', '', 'vernier serve --export-dir DIR …'));
  return words;
}

/** The form for an export: what, how, and the name; with a plan of the result. */
class ExportForm {
  element = make('form', 'export');
  #app;
  #what = make('select', '');
  #modes = make('fieldset', 'modes');
  #name = Object.assign(make('input', ''), { autocomplete: 'off', spellcheck: false });
  #plan;
  #timer = null;
  /** The id of the planned cut. */
  #id = null;

  constructor(app, segment) {
    [this.#app, this.#plan] = [app, new ExportPlan(app)];
    this.#modes.append(make('legend', '', text('exportMode')), ...modes.map(modeChoice));
    this.#what.append(...ranges(app.state.marks));
    if (segment !== undefined) this.#what.value = String(segment);
    const isEmpty = this.#what.options.length === 0;
    if (isEmpty) return this.element.append(make('p', '', text('exportNothing')));
    this.element.append(
      labelled('exportWhat', this.#what), this.#modes, labelled('exportName', this.#name),
      this.#plan.said, this.#plan.acts,
    );
    this.#suggest();
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.#what.addEventListener('change', () => this.#suggest());
    this.element.addEventListener('input', () => this.#change());
    this.#change(0);
  }

  /** Cancels a plan that has not been started. */
  leave() {
    this.#timer = clearTimeout(this.#timer);
    const cut = this.#cut;
    if (/^plann/.test(cut?.state)) control(this.#app, { cancel: cut.id });
    this.#id = null;
  }

  /** Shows the cut as it is in the server's list. */
  show() {
    if (this.#cut) this.#plan.show(this.#cut);
  }

  get #cut() {
    return exportsNow()?.cuts.find(({ id }) => id === this.#id);
  }

  get #range() {
    const { in: first, out: last, segments } = this.#app.state.marks;
    return segments.find(({ id }) => String(id) === this.#what.value) ?? { first, last };
  }

  #suggest() {
    const { media } = this.#app.state;
    this.#name.value = exportName(media.name, this.#range.name, this.#range);
  }

  #change(delay = pause) {
    this.leave();
    this.#plan.say([text('planning')]);
    this.#timer = setTimeout(() => this.#ask(), delay);
  }

  async #ask() {
    const { first, last } = this.#range;
    const mode = this.#modes.querySelector(':checked').value;
    const asked = this.#timer;
    const { id, why } = await plan(this.#app, { first, last, mode, name: this.#name.value });
    if (asked !== this.#timer) return id && control(this.#app, { cancel: id });
    if (why !== undefined) return this.#plan.say([why], true);
    this.#id = id;
    this.show();
  }
}

/** The options: from the in to the out mark, and each segment. */
function ranges({ in: first, out: last, segments = [] }) {
  const between = first !== undefined && last !== undefined ? [
    new Option(text('exportBetween', { first, last }), ''),
  ] : [];
  return [...between, ...segments.map((one) => (
    new Option(`${one.name} · ${text('segmentFrames', one)}`, one.id)
  ))];
}

function labelled(name, control) {
  const label = make('label', '');
  label.append(make('span', '', text(name)), control);
  return label;
}

function modeChoice(mode, i) {
  const label = make('label', '');
  const what = Object.assign(make('small', '', text(`mode-${mode}-what`)), { id: `what-${mode}` });
  const choice = Object.assign(make('input', ''), { type: 'radio', name: 'mode', value: mode });
  [choice.checked, choice.ariaLabel] = [i === 0, text(`mode-${mode}`)];
  choice.setAttribute('aria-describedby', what.id);
  const words = make('span', '');
  words.append(make('b', '', choice.ariaLabel), what);
  label.append(choice, words);
  return label;
}
