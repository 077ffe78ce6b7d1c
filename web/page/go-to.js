import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { destination } from './typed-place.js';
import { openDialog } from './dialog.js';
import { adoptStyle } from './late-style.js';
import { find } from './typed-target.js';

adoptStyle(`
  .go-to { display: flex; gap: 0.6rem; }
  .go-to input { flex: 1; min-width: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
  .go-to button { background: var(--ink); color: var(--page); }
  .wrong { min-height: 1.5em; margin: 0.5rem 0 0; color: var(--accent); overflow-wrap: anywhere; }
`);

/** Asks for a destination, and seeks there if the server finds it in the media. */
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
  const dialog = openDialog('goTo', form, wrong, make('p', '', text('goToForms')));
  field.addEventListener('input', () => { wrong.textContent = ''; });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const to = destination(field.value);
    wrong.textContent = to ? await objection(to, app.state.media) : text('goToUnknown');
    if (wrong.textContent) return field.select();
    dialog.close();
    app.seek(to);
  });
}

/** Why a destination cannot be reached, or ''. */
async function objection(to, media) {
  // Steps end where the film does.
  return to.frames === undefined ? (await find(media, to)).why ?? '' : '';
}
