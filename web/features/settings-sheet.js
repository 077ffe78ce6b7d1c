import { make } from '../elements/support.js';
import { choices } from '../settings.js';
import { localise } from '../texts.js';
import { sheet, style } from './sheet.js';

style(`
  .settings label {
    display: flex; align-items: center; justify-content: space-between; gap: 1rem;
    padding: 0.35rem 0;
  }
  .settings select { min-width: 0; }
`);

/** Those that have no switch of their own on the page. */
const shown = ['language', 'theme', 'snap', 'when', 'law', 'press', 'loop'];

/** Everything a person may choose; each choice counts at once. */
export default function settings(app) {
  const list = make('div', 'settings');
  list.append(...shown.map((name) => row(name, app.state.settings[name])));
  localise(sheet('settings', list, said('p', 'settingsKept')));
}

/** Says its text again in another language, when that is what is chosen. */
function said(name, words) {
  const element = make(name, '');
  element.dataset.text = words;
  return element;
}

function row(name, value) {
  const label = make('label', '');
  const choice = Object.assign(make('select', ''), { name });
  choice.append(...choices[name].map((one) => (
    Object.assign(said('option', `${name}-${one}`), { value: one })
  )));
  choice.value = value ?? choices[name][0];
  label.append(said('span', name), choice);
  return label;
}
