/** Which media come first: what has pictures, and of that what was opened last. */

import { keep, recall } from './settings.js';

const storedName = 'vernier.opened';
/** How many are remembered. */
const most = 50;

/** Files that are sound, by their names. */
export const sounds = /\.(aac|ac3|aiff?|amr|flac|m4a|mka|mp3|oga|ogg|opus|wav|wma)$/i;

/** Remembers that a media has been opened, unless it has no picture. */
export function rememberOpened({ id, kind, cover }) {
  if (kind === 'audio' && !cover) return;
  keep(storedName, [id, ...opened().filter((one) => one !== id)].slice(0, most));
}

/** The ids of what has been opened, the last one first. */
export function opened() {
  const stored = recall(storedName);
  return Array.isArray(stored) ? stored : [];
}

/** A list of media with what was opened last first, and sounds last. Pure. */
export function inOrder(list, recent) {
  const place = ({ id, name }) => {
    const at = recent.indexOf(id);
    return at >= 0 ? at : recent.length + (sounds.test(name) ? 1 : 0);
  };
  return list.map((one) => [place(one), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}

/**
 * What to open of a list in that order: what was opened last, else the largest with pictures, which
 * has the most to see. Pure.
 */
export function firstToOpen(list, recent) {
  const [first] = list;
  if (!first || recent.includes(first.id)) return first;
  const pictures = list.filter(({ name }) => !sounds.test(name));
  return pictures.reduce((best, one) => (one.bytes > best.bytes ? one : best), pictures[0] ?? first);
}
