import { make } from '../elements/support.js';
import { language, text } from '../texts.js';
import { openDialog } from './dialog.js';
import { adoptStyle } from './late-style.js';
import { bindings } from './keys.js';

adoptStyle(`
  .keys { display: grid; grid-template-columns: 1fr auto; margin: 0; }
  .keys > * { margin: 0; padding: 0.5rem 0; border-block-start: 1px solid var(--line); }
  .keys dd { text-align: end; }
  kbd {
    display: inline-block; min-width: 1.9em; margin-inline-start: 0.3em; padding: 0.1em 0.5em;
    border: 1px solid var(--line); border-block-end-width: 2px; border-radius: 6px;
    background: var(--page); font: 0.85em/1.6 system-ui, sans-serif; text-align: center;
  }
  .gestures { margin: 1.2rem 0 0; padding: 0; list-style: none; color: var(--ink-2); }
  .gestures li { padding: 0.25rem 0; }
`);

const signs = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Shift: '⇧', Alt: 'Alt',
  PageUp: 'Page ↑', PageDown: 'Page ↓', Backspace: '⌫', Escape: 'Esc', Home: 'Home', End: 'End',
};
const gestures = ['gestureDrag', 'gestureFine', 'gestureCancel', 'gestureWheel', 'gestureDial'];

/** Lists all key bindings, and the gestures. */
export default function help() {
  const list = make('dl', 'keys');
  for (const [name, keys] of Object.entries(bindings)) {
    const row = make('dd', '');
    row.append(...named(keys));
    list.append(make('dt', '', text(`key-${name}`)), row);
  }
  const others = make('ul', 'gestures');
  others.append(...gestures.map((gesture) => make('li', '', text(gesture))));
  openDialog('help', list, others).lang = language;
}

function named(keys) {
  const names = Object.keys(keys);
  if (names.length === 10) return ['0', '…', '9'].map((digit) => make('kbd', '', digit));
  return names.map((name) => Object.assign(make('kbd', '', shown(name)), { title: name }));
}

function shown(name) {
  if (name === ' ') return text('space');
  return name.split(/\+(?=.)/).map((part) => signs[part] ?? part.toUpperCase()).join(' ');
}
