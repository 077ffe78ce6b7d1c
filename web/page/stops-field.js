import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';
import { set } from './settings.js';
import { most, placesIn, stopsIn } from './typed-stops.js';

adoptStyle(`
  .settings .stops-list label { flex-direction: column; align-items: stretch; gap: 0.3rem; }
  .stops-list p { margin: 0.2rem 0; }
  .stops-list .wrong { color: var(--accent); overflow-wrap: anywhere; }
`);

/** A field for the stops that drags snap to, shown where these are chosen in `list`. */
export function stopsField(app, list) {
  const label = make('label', '');
  const field = Object.assign(make('input', ''), {
    name: 'stops', value: app.state.settings.stops ?? '', autocomplete: 'off', spellcheck: false,
  });
  const hint = Object.assign(make('p', ''), { id: 'stops-forms' });
  const wrong = Object.assign(make('p', 'wrong'), { id: 'stops-wrong', role: 'alert' });
  const name = make('span', '');
  name.dataset.text = 'snap-stops';
  hint.dataset.text = 'stopsForms';
  label.append(name, field);
  field.setAttribute('aria-describedby', `${hint.id} ${wrong.id}`);
  const element = make('div', 'stops-list');
  element.append(label, hint, wrong);
  field.addEventListener('change', () => adopt(app, field, wrong));
  const show = (snap) => { element.hidden = snap !== 'stops'; };
  list.addEventListener('change', ({ target }) => target.name === 'snap' && show(target.value));
  show(app.state.settings.snap);
  if (app.state.settings.snap === 'stops' && field.value === '') field.autofocus = true;
  return element;
}

/** Takes a list that can be read, and says what of it is not in this media. */
async function adopt(app, field, wrong) {
  const { places, unknown } = placesIn(field.value);
  wrong.textContent = objection(places, unknown);
  field.ariaInvalid = String(wrong.textContent !== '');
  if (wrong.textContent) return;
  await set(app, 'stops', field.value.trim());
  const { media } = app.state;
  if (media) wrong.textContent = (await stopsIn(media, places)).why ?? '';
}

function objection(places, unknown) {
  if (unknown !== undefined) return text('stopsUnknown', { label: unknown });
  return places.length > most ? text('stopsMany', { count: most }) : '';
}
