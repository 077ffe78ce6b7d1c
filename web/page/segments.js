import { make } from '../elements/support.js';
import { clock } from '../format.js';
import { text } from '../texts.js';
import { frameInView } from './arrival.js';
import { iconButton, wordButton } from './buttons.js';
import { adoptStyle } from './late-style.js';
import { edit } from './marks.js';

adoptStyle(`
  .segments {
    display: block; flex: 0 1 auto; min-height: 0; margin: 0; padding: 0; overflow-y: auto;
    border: 1px solid var(--line); border-radius: 10px; background: var(--panel);
  }
  .segments li {
    display: flex; flex-wrap: wrap; align-items: center; gap: 2px; padding: 2px 8px;
    list-style: none; content-visibility: auto; contain-intrinsic-height: auto 96px;
  }
  .segments li + li { border-block-start: 1px solid var(--line); }
  .segments input { flex: 1 1 5rem; min-width: 5rem; padding: 0 0.5rem; background: none; border-color: transparent; }
  .segments input:is(:hover, :focus) { border-color: var(--line); }
  .segments button:first-of-type {
    flex: none; padding: 0 0.6rem; font-weight: 400; font-size: 0.87rem;
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 62em) { .segments { flex: none; max-height: max(9.5rem, 24dvh); } }
  @media (max-width: 35em), (min-width: 62em) {
    .segments button:first-of-type {
      flex: 1 1 100%; text-align: start; white-space: normal;
    }
  }
`);

/** The list of segments: each can be gone to, named, moved, exported and removed. */
export function segmentList(app) {
  const element = make('ul', 'segments');
  element.role = 'list';
  element.addEventListener('keydown', (event) => walk(element, event));
  const rows = new Map();
  const show = (segments, targets, media) => {
    element.hidden = segments.length === 0;
    element.ariaLabel = text('segments');
    const used = segments.map((segment) => rowOf(app, rows, segment, targets, media));
    replace(element, used);
  };
  return { element, show };
}

/** A segment's row is kept, so that it keeps the focus. */
function rowOf(app, rows, segment, targets, media) {
  if (!rows.has(segment.id)) rows.set(segment.id, new Row(app, segment.id));
  return rows.get(segment.id).show(segment, targets, media);
}

/** If the row with the focus is removed, the focus goes to the next. */
function replace(list, rows) {
  const focus = document.activeElement;
  const row = focus?.closest?.('.segments li');
  const at = row ? [...list.children].indexOf(row) : -1;
  const column = row ? controls(row).indexOf(focus) : -1;
  list.replaceChildren(...rows);
  if (at < 0) return;
  const next = rows.includes(row) ? row : rows[Math.min(at, rows.length - 1)];
  if (next) controls(next)[column]?.focus();
  else document.querySelector('vernier-bar').focus();
}

const controls = (row) => [...row.querySelectorAll('button, input')];

/** The arrow keys move from row to row. */
function walk(list, event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  const row = event.target.closest('li');
  if (!(event.key in steps) || !row) return;
  event.preventDefault();
  const next = steps[event.key] > 0 ? row.nextElementSibling : row.previousElementSibling;
  if (next) controls(next)[controls(row).indexOf(event.target)].focus();
}

class Row {
  #element = make('li', '');
  #go;
  #name = Object.assign(make('input', ''), { autocomplete: 'off', maxLength: 200 });
  #segment;

  constructor(app, id) {
    const change = (edits) => edit(app, edits);
    const moved = async (end) => {
      const frame = await frameInView(app);
      const { first, last } = this.#segment;
      if (frame !== null) change({ move: { id, first, last, [end]: frame } });
    };
    this.#go = wordButton('', () => app.seek({ frame: this.#segment.first }));
    this.#name.addEventListener('change', () => change({ rename: { id, name: this.#name.value } }));
    this.#name.addEventListener('keydown', ({ key }) => key === 'Enter' && this.#go.focus());
    this.#element.append(
      this.#go, this.#name, iconButton('segmentStart', 'start', () => moved('first')),
      iconButton('segmentEnd', 'end', () => moved('last')),
      iconButton('segmentExport', 'write', () => app.perform(['export', id])),
      iconButton('segmentRemove', 'remove', () => change({ remove: { id } })),
    );
  }

  show(segment, targets, { duration }) {
    this.#segment = segment;
    const { name, first, last } = segment;
    const { time, timecode } = targets.get(first);
    const range = text('segmentFrames', { first, last });
    const place = make('bdi', '', timecode ?? clock(time, duration));
    this.#go.replaceChildren(place, ' · ', make('bdi', '', range));
    this.#go.ariaLabel = text('segmentGo', { name: name || range });
    this.#name.ariaLabel = text('segmentNamed', { frames: range });
    if (document.activeElement !== this.#name) this.#name.value = name;
    return this.#element;
  }
}
