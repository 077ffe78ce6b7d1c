import { make } from '../elements/support.js';
import { trimmed } from '../format.js';
import { text } from '../texts.js';
import { adoptStyle, openDialog } from './dialog.js';

adoptStyle(`
  .go-to { display: flex; gap: 0.6rem; }
  .go-to input { flex: 1; min-width: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
  .go-to button { background: var(--ink); color: var(--page); }
  .wrong { min-height: 1.5em; margin: 0.5rem 0 0; color: var(--accent); overflow-wrap: anywhere; }
`);

/** `[hours:]minutes:seconds` in seconds. */
const minutes = ([, hours = 0, minute, second]) => hours * 3600 + minute * 60 + Number(second);

/** The forms that may be typed: frame, frames, percent, timecode, time with colons, seconds. */
const forms = [
  [/^f(\d{1,9})$/, ([, frame]) => ({ frame: Number(frame) })],
  [/^([+-]\d{1,9})f?$/, ([, frames]) => ({ frames: Number(frames) })],
  [/^(\d+(?:\.\d+)?)%$/, ([, percent]) => percent <= 100 && { position: percent / 100 }],
  [/^\d{1,2}:\d{1,2}:\d{1,2}[:;]\d{1,3}$/, ([timecode]) => ({ timecode })],
  [/^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/, (found) => ({ time: minutes(found) })],
  [/^(\d+(?:\.\d+)?)s?$/, ([, seconds]) => ({ time: Number(seconds) })],
];

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

/** Why a destination cannot be reached, or '': the server knows every label that exists. */
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

/** The first and the last destination of each kind. */
const limits = {
  frame: ({ frames }) => [0, frames - 1],
  time: ({ duration }) => [0, trimmed(duration, 3)],
  timecode: async (media) => Promise.all([0, 1].map(async (position) => (
    (await (await ask(media, { position })).json()).timecode
  ))),
};

/** A typed text as a destination of the protocol, or null if it has none of the forms. Pure. */
export function destination(text) {
  const plain = text.normalize('NFKC').replace(/\s/g, '').replace('−', '-').toLowerCase();
  for (const [form, meaning] of forms) {
    const found = form.exec(plain);
    if (found) return meaning(found) || null;
  }
  return null;
}

/** Whether drop-frame timecode skips a label: the first ones of each minute but every tenth. */
export function isDropped(label, clock) {
  const [, minute, second, frame] = label.split(/[:;]/).map(Number);
  const labels = Math.round(clock[0] / clock[1]);
  return minute % 10 !== 0 && second === 0 && frame < Math.floor(labels / 15);
}
