import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { ExportPlan } from './export-plan.js';
import { exportsNow, order, plan } from './exports.js';
import { exportName } from './plan-words.js';
import { style } from './sheet.js';

style(`
  .modes label {
    grid-template-columns: auto 1fr; column-gap: 0.7rem; align-items: center; padding: 0.3rem 0;
    cursor: pointer;
  }
  .modes input { width: 22px; min-height: 44px; margin: 0; accent-color: var(--accent); }
  .modes b { color: var(--ink); font-weight: 600; }
  .modes small { display: block; color: var(--ink-2); font-size: 0.85rem; }
`);

const modes = ['smart', 'keyframes', 'edit-list'];
/** Milliseconds without a change after which a plan is asked for. */
const pause = 350;

/** What is to be cut out and how; and what that will be, before it is begun. */
export class ExportForm {
  element = make('form', 'export');
  #app;
  #what = make('select', '');
  #modes = make('fieldset', 'modes');
  #name = Object.assign(make('input', ''), { autocomplete: 'off', spellcheck: false });
  #plan;
  #timer = null;
  /** The number of the cut that has been planned. */
  #id = null;

  constructor(app, segment) {
    [this.#app, this.#plan] = [app, new ExportPlan(app)];
    this.#modes.append(make('legend', '', text('exportMode')), ...modes.map(modeChoice));
    this.#what.append(...stretches(app.state.marks));
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

  /** Gives up what has been planned and not begun. */
  leave() {
    this.#timer = clearTimeout(this.#timer);
    const cut = this.#cut;
    if (/^plann/.test(cut?.state)) order(this.#app, { cancel: cut.id });
    this.#id = null;
  }

  /** Draws the cut, as the server tells of it. */
  show() {
    if (this.#cut) this.#plan.show(this.#cut);
  }

  get #cut() {
    return exportsNow()?.cuts.find(({ id }) => id === this.#id);
  }

  get #stretch() {
    const { in: first, out: last, segments } = this.#app.state.marks;
    return segments.find(({ id }) => String(id) === this.#what.value) ?? { first, last };
  }

  #suggest() {
    const { media } = this.#app.state;
    this.#name.value = exportName(media.name, this.#stretch.name, this.#stretch);
  }

  #change(delay = pause) {
    this.leave();
    this.#plan.say([text('planning')]);
    this.#timer = setTimeout(() => this.#ask(), delay);
  }

  async #ask() {
    const { first, last } = this.#stretch;
    const mode = this.#modes.querySelector(':checked').value;
    const asked = this.#timer;
    const { id, why } = await plan(this.#app, { first, last, mode, name: this.#name.value });
    if (asked !== this.#timer) return id && order(this.#app, { cancel: id });
    if (why !== undefined) return this.#plan.say([why], true);
    this.#id = id;
    this.show();
  }
}

/** From mark to mark, and each segment. */
function stretches({ in: first, out: last, segments = [] }) {
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
