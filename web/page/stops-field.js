import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { wordButton } from './buttons.js';
import { adoptStyle } from './late-style.js';
import { load } from './load.js';
import { set } from './settings.js';
import { most, placesIn, stopsIn } from './typed-stops.js';

adoptStyle(`
  .settings .stops-list label { flex-direction: column; align-items: stretch; gap: 0.3rem; }
  .stops-list p { margin: 0.2rem 0; }
  .stops-list button { padding: 0 0.6rem; color: var(--accent); }
  .stops-list .wrong { color: var(--accent); overflow-wrap: anywhere; }
`);

/** Milliseconds to wait for all of the sound to be decoded. */
const longest = 600_000;

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
  const silence = wordButton('', () => offerSilence(app, field, wrong));
  silence.dataset.text = 'findSilence';
  element.append(label, hint, silence, wrong);
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

/** Lists where the sound of the media falls silent and where it begins again. */
async function offerSilence(app, field, wrong) {
  const { media } = app.state;
  if (!media) return;
  wrong.textContent = text('listening');
  const { silentPlaces } = await load('page/silence');
  const found = await silentPlaces(media, most, AbortSignal.timeout(longest)).catch(() => null);
  if (!field.isConnected) return;
  wrong.textContent = found ? '' : text(found === null ? 'error' : 'noSilence');
  if (!found) return;
  field.value = found;
  await adopt(app, field, wrong);
}

function objection(places, unknown) {
  if (unknown !== undefined) return text('stopsUnknown', { label: unknown });
  return places.length > most ? text('stopsMany', { count: most }) : '';
}
