import { texts } from './texts.js';

/**
 * What stands where the picture would be, when there is no picture to show. Pure.
 *
 * @returns {{kind: 'busy' | 'empty' | 'error', title: string, detail: string,
 *   action: 'reload' | null} | null}
 */
export function noticeFor(state) {
  if (state.media) return null;
  if (state.library === 'failed' && state.list.length === 0) {
    return { kind: 'error', ...texts.libraryFailed, action: 'reload' };
  }
  if (state.library === 'ready' && state.list.length === 0 && !state.chosen) {
    return { kind: 'empty', ...texts.empty, action: 'reload' };
  }
  if (state.problem) {
    const { code, message } = state.problem;
    return { kind: 'error', title: errorTitle(code), detail: message ?? '', action: null };
  }
  if (state.chosen) return { kind: 'busy', title: texts.opening(nameOf(state)), detail: '', action: null };
  return null;
}

/** A word over the picture, which takes nothing away: a lost link first, then a lesser problem. */
export function bannerFor(state) {
  if (['lost', 'full', 'refused'].includes(state.link)) {
    return { text: texts[state.link], action: 'retry' };
  }
  if (state.link === 'connecting' && state.media) return { text: texts.lost, action: 'retry' };
  if (state.media && state.problem) return { text: problemText(state.problem), action: null };
  if (state.unplayable) return { text: texts.unplayable, action: null };
  return null;
}

function problemText({ code, message }) {
  return [errorTitle(code), message].filter(Boolean).join(': ');
}

function errorTitle(code) {
  return texts.errors[code] ?? texts.otherError;
}

function nameOf({ chosen, list }) {
  return list.find(({ id }) => id === chosen)?.name ?? '';
}
