import { isAway } from './state.js';
import { texts } from './texts.js';

/** What stands where the picture would be, or null. Pure. */
export function noticeFor({ media, library, list, chosen, problem }) {
  if (media) return null;
  if (list.length === 0 && library === 'failed') return { kind: 'error', ...texts.unreachable };
  if (list.length === 0 && library === 'ready' && !chosen) return { kind: 'empty', ...texts.empty };
  if (problem) return { kind: 'error', title: titleOf(problem), detail: problem.message };
  if (!chosen) return null;
  return { kind: 'busy', title: texts.opening(list.find(({ id }) => id === chosen)?.name ?? '') };
}

/** A word over the picture, or null. Pure. */
export function bannerFor(state) {
  const { link, media, problem, unplayable } = state;
  if (isAway(state)) return { text: texts[link] ?? texts.lost, retry: true };
  if (media && problem) return { text: `${titleOf(problem)}: ${problem.message}` };
  return unplayable ? { text: texts.unplayable } : null;
}

function titleOf({ code }) {
  return texts.errors[code] ?? texts.otherError;
}
