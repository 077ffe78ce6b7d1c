/** What keys ask for. Pure. */

const seek = (to) => ({ type: 'seek', to });

/** The action of each key. */
export const actions = {
  ' ': { type: 'toggle' },
  ArrowRight: seek({ frames: 1 }),
  ArrowUp: seek({ frames: 1 }),
  '.': seek({ frames: 1 }),
  ArrowLeft: seek({ frames: -1 }),
  ArrowDown: seek({ frames: -1 }),
  ',': seek({ frames: -1 }),
  'Shift+ArrowRight': seek({ frames: 10 }),
  'Shift+ArrowUp': seek({ frames: 10 }),
  'Shift+ArrowLeft': seek({ frames: -10 }),
  'Shift+ArrowDown': seek({ frames: -10 }),
  PageUp: { type: 'page', by: 1 },
  PageDown: { type: 'page', by: -1 },
  Home: seek({ position: 0 }),
  End: seek({ position: 1 }),
  Escape: { type: 'cancel' },
};

/** What a key press asks for; nothing where it belongs to the browser or to another control. */
export function actionFor(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { tagName } = event.composedPath?.()[0] ?? event.target;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName)) return undefined;
  if (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(tagName)) return undefined;
  return actions[event.shiftKey ? `Shift+${event.key}` : event.key];
}

/** What a page key asks of the server: a chapter where there are any, else a minute. */
export function pageSeek(by, { chapters, duration }, time) {
  if (chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(time + by * 60, 0), duration) };
}
