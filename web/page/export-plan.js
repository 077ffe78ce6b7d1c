import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { wordButton } from './buttons.js';
import { confirmedAction } from './confirmed-action.js';
import { adoptStyle } from './late-style.js';
import { addressOf, control, dropWords, planWords } from './exports.js';
import { fileSize } from './file-size.js';

adoptStyle(`
  .plan {
    min-height: 5.6rem; margin: 0; padding: 0.8rem 1rem; border-radius: 10px;
    background: var(--page); font-variant-numeric: tabular-nums;
  }
  .plan p { color: var(--ink); unicode-bidi: plaintext; overflow-wrap: anywhere; }
  .plan[data-failed] { border-inline-start: 3px solid var(--accent); }
  .start { justify-self: start; background: var(--ink); color: var(--page); }
`);

/** The plan or the result of a cut, and the buttons to start or load it. */
export class ExportPlan {
  said = Object.assign(make('div', 'plan'), { role: 'status', tabIndex: -1 });
  acts = make('div', 'export');
  #app;
  #drawn = '';

  constructor(app) {
    this.#app = app;
  }

  show(cut) {
    const { state, replaces } = cut;
    const drawn = JSON.stringify([cut.id, state, replaces]);
    if (drawn === this.#drawn) return;
    this.say(sentences(cut), state === 'failed');
    this.#drawn = drawn;
    if (state === 'planned') this.acts.replaceChildren(...this.#starter(cut));
    if (state === 'done') this.acts.replaceChildren(result(cut));
  }

  say(sentences, failed = false) {
    this.#drawn = '';
    this.said.toggleAttribute('data-failed', failed);
    this.said.replaceChildren(...sentences.map((one) => make('p', '', one)));
    this.acts.replaceChildren();
  }

  /** To replace a file has to be confirmed. */
  #starter({ id, name, replaces, dropped }) {
    if (replaces) {
      const words = make('p', '', text('exportReplaces', { name }));
      return [words, confirmedAction(this.#app, `start-export:${id}`, text('slideToReplace'))];
    }
    const button = wordButton(text('exportStart'), async () => {
      // The button is about to be disabled: the focus goes to the status line.
      this.said.focus();
      button.disabled = true;
      const why = await control(this.#app, { start: id, ...(dropped && { drop: true }) });
      if (why) this.say([why], true);
    });
    button.className = 'start';
    return [button];
  }
}

function sentences(cut) {
  if (cut.state === 'planned') return planWords(cut);
  if (cut.state === 'failed') return [cut.message];
  const { name } = cut;
  const said = { planning: 'planning', done: 'exportDone', cancelled: 'exportCancelled' }[cut.state];
  return [text(said ?? 'exportBegun', { name }), ...(cut.state === 'done' ? dropWords(cut) : [])];
}

function result({ name, bytes }) {
  const link = Object.assign(make('a', '', name), { href: addressOf(name), download: name });
  const line = make('p', '');
  line.append(link, ' · ', make('bdi', '', fileSize(bytes)));
  return line;
}
