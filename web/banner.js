import { isAway } from './state.js';

/** A word over the picture: the text that says it and what is in it; or null. Pure. */
export function bannerFor(state) {
  const { link, media, problem, unplayable } = state;
  if (isAway(state)) return { says: link, retry: true };
  if (media && problem) return { says: 'problem', problem };
  return unplayable ? { says: 'unplayable' } : null;
}
