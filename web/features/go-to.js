import { destination, isDropped } from '../destination.js';
import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { sheet, style } from './sheet.js';

style(`
  .go-to { display: flex; gap: 0.6rem; }
  .go-to input { flex: 1; min-width: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
  .go-to button { background: var(--ink); color: var(--page); }
  .wrong { min-height: 1.5em; margin: 0.5rem 0 0; color: var(--accent); overflow-wrap: anywhere; }
`);

/** Asks where to go, and goes there when the server knows the place. */
export default function goTo(app) {
  const { media } = app.state;
  if (!media) return;
  const form = make('form', 'go-to');
  const field = Object.assign(make('input', ''), {
    autofocus: true, autocomplete: 'off', spellcheck: false,
    placeholder: media.timecode ?? '0:00.000',
  });
  field.ariaLabel = text('goTo');
  form.append(field, make('button', '', text('go')));
  const wrong = make('p', 'wrong');
  wrong.role = 'alert';
  const dialog = sheet('goTo', form, wrong, make('p', '', text('goToForms')));
  field.addEventListener('input', () => { wrong.textContent = ''; });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const to = destination(field.value);
    wrong.textContent = to ? await objection(to, media) : text('goToUnknown');
    if (wrong.textContent) return field.select();
    dialog.close();
    app.seek(to);
  });
}

/** What stands against a destination: the server knows every label, and none that is dropped. */
async function objection(to, { id, timecode, frameRate }) {
  if (to.frames !== undefined) return '';
  const query = new URLSearchParams(to);
  const response = await fetch(`/api/v1/media/${encodeURIComponent(id)}/target?${query}`);
  if (response.ok) return '';
  const { detail } = await response.json();
  const label = Object.values(to)[0];
  if (to.timecode && timecode?.includes(';') && isDropped(label, frameRate)) {
    return text('goToDropped', { label });
  }
  const [, low, high] = /expected (\S+) to (\S+?)(?: seconds)?,/.exec(detail) ?? [];
  return high ? text('goToOutside', { label, low, high }) : detail;
}
