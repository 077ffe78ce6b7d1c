import { trimmed } from '../format.js';
import { text } from '../texts.js';
import { isDropped } from './typed-place.js';

/** The `target` of a typed place in a media, or `why` there is none: the server knows every label. */
export async function find(media, to) {
  const answer = await ask(media, to);
  if (answer.ok) return { target: await answer.json() };
  if (answer.status >= 500) return { why: (await answer.json()).detail };
  const [[kind, label]] = Object.entries(to);
  if (to.timecode && media.timecode?.includes(';') && isDropped(label, media.frameRate)) {
    return { why: text('goToDropped', { label }) };
  }
  const [low, high] = await limits[kind](media);
  return { why: text('goToOutside', { label, low, high }) };
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
