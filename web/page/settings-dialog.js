import { make } from '../elements/support.js';
import { localise } from '../texts.js';
import { openDialog } from './dialog.js';
import { adoptStyle } from './late-style.js';
import { choices } from './settings.js';
import { stopsField } from './stops-field.js';

adoptStyle(`
  .settings label {
    display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
    gap: 0.2rem 1rem; padding: 0.35rem 0;
  }
  .settings select { min-width: 0; }
  @media (max-width: 20em) { .settings select { width: 100%; padding-inline: 6px; } }
`);

/** The settings without a button of their own on the page. */
const shown = [
  'language', 'theme', 'snap', 'when', 'law', 'press', 'overshoot', 'loop', 'sound', 'rest', 'waveform',
];

/** The settings; each choice applies at once. */
export default function settings(app) {
  const list = make('div', 'settings');
  list.append(...shown.map((name) => row(name, app.state.settings[name])));
  list.querySelector('[name=when]').closest('label').after(stopsField(app, list));
  localise(openDialog('settings', list, localised('p', 'settingsKept')));
}

/** An element that `localise` translates again when the language changes. */
function localised(name, words) {
  const element = make(name, '');
  element.dataset.text = words;
  return element;
}

function row(name, value) {
  const label = make('label', '');
  const choice = Object.assign(make('select', ''), { name });
  choice.append(...choices[name].map((one) => (
    Object.assign(localised('option', `${name}-${one}`), { value: one })
  )));
  choice.value = value ?? choices[name][0];
  label.append(localised('span', name), choice);
  return label;
}
