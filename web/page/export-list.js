import { make, reflect } from '../elements/support.js';
import { text } from '../texts.js';
import { iconButton, wordButton } from './buttons.js';
import { confirmedAction } from './confirmed-action.js';
import { adoptStyle } from './late-style.js';
import { addressOf, control } from './exports.js';
import { fileSize } from './file-size.js';
import '../elements/vernier-dial.js';

adoptStyle(`
  .exports { display: grid; gap: 0; margin: 0; padding: 0; list-style: none; }
  .exports li {
    display: grid; grid-template-columns: auto 1fr auto; align-items: center; gap: 0 0.8rem;
    padding: 0.3rem 0; border-block-start: 1px solid var(--line);
  }
  .exports vernier-dial { width: 48px; font-size: 0.7rem; }
  .exports .what { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .exports a { display: inline; padding: 0; text-decoration: underline; }
  .exports small { color: var(--ink-2); }
  .exports .confirmed-action { grid-column: 1 / -1; padding-block: 0.4rem; }
`);

/** The cuts that are being written, and the files that are done. */
export class ExportList {
  element = make('div', '');
  #app;
  #cuts = make('ul', 'exports');
  #files = make('ul', 'exports');
  #title = make('h3', '', text('exportFiles'));
  #rows = new Map();

  constructor(app) {
    this.#app = app;
    for (const list of [this.#cuts, this.#files]) list.role = 'list';
    this.element.append(this.#cuts, this.#title, this.#files);
  }

  show({ cuts, files }) {
    const busy = cuts.filter(({ state }) => /^(waiting|running)$/.test(state));
    this.#put(this.#cuts, busy.map((cut) => this.#row(`cut ${cut.id}`, cut, CutRow)));
    this.#put(this.#files, files.map((file) => this.#row(`file ${file.name}`, file, FileRow)));
    this.#title.hidden = files.length === 0;
  }

  /** A row's element is kept: it may have the focus, or its knob be dragged. */
  #row(key, item, Kind) {
    if (!this.#rows.has(key)) this.#rows.set(key, new Kind(this.#app, item));
    return this.#rows.get(key).show(item);
  }

  #put(list, rows) {
    for (const old of [...list.children]) if (!rows.includes(old)) old.remove();
    for (const [i, row] of rows.entries()) {
      if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    }
  }
}

class CutRow {
  #element = make('li', '');
  #dial = make('vernier-dial', '');
  #said = make('small', '');

  constructor(app, { id, name }) {
    reflect(this.#dial, { progress: true, 'aria-label': name });
    const cancel = wordButton(text('cancel'), () => control(app, { cancel: id }));
    const what = make('div', 'what');
    what.append(make('bdi', '', name), this.#said);
    this.#element.append(this.#dial, what, cancel);
  }

  show({ state, progress = 0 }) {
    const percent = Math.floor(progress * 100);
    reflect(this.#dial, { position: String(progress) });
    this.#dial.textContent = `${percent}\u202f%`;
    this.#said.textContent = text(`cut-${state}`);
    return this.#element;
  }
}

class FileRow {
  #element = make('li', '');
  #size = make('bdi', 'size');

  constructor(app, { name }) {
    const link = Object.assign(make('a', '', name), { href: addressOf(name), download: name });
    const what = make('div', 'what');
    what.append(link);
    let knob = null;
    const remove = iconButton('exportDelete', 'remove', () => {
      if (knob?.isConnected) return knob.remove();
      knob = confirmedAction(app, `delete-export:${name}`, text('slideToDelete'));
      this.#element.append(knob);
    }, { name });
    this.#element.append(this.#size, what, remove);
  }

  show({ bytes }) {
    this.#size.textContent = fileSize(bytes);
    return this.#element;
  }
}
