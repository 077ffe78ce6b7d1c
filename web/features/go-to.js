import { destination, isDropped } from '../destination.js';
import { make } from '../elements/support.js';
import { trimmed } from '../format.js';
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
    wrong.textContent = to ? await objection(to, app.state.media) : text('goToUnknown');
    if (wrong.textContent) return field.select();
    dialog.close();
    app.seek(to);
  });
}

/** What stands against a destination: the server knows every label, and none that is dropped. */
async function objection(to, media) {
  if (to.frames !== undefined) return '';
  const answer = await ask(media, to);
  if (answer.ok) return '';
  if (answer.status >= 500) return (await answer.json()).detail;
  const [[kind, label]] = Object.entries(to);
  if (to.timecode && media.timecode?.includes(';') && isDropped(label, media.frameRate)) {
    return text('goToDropped', { label });
  }
  const [low, high] = await limits[kind](media);
  return text('goToOutside', { label, low, high });
}

function ask({ id }, to) {
  return fetch(`/api/v1/media/${encodeURIComponent(id)}/target?${new URLSearchParams(to)}`);
}

/** The first and the last there is of each kind. */
const limits = {
  frame: ({ frames }) => [0, frames - 1],
  time: ({ duration }) => [0, trimmed(duration, 3)],
  timecode: async (media) => Promise.all([0, 1].map(async (position) => (
    (await (await ask(media, { position })).json()).timecode
  ))),
};
