/** What keys ask for. Pure. */

const seek = (to) => ({ type: 'seek', to });
const step = (frames) => seek({ frames });

export const actions = {
  ' ': { type: 'toggle' },
  '.': step(1),
  ',': step(-1),
  PageUp: { type: 'page', by: 1 },
  PageDown: { type: 'page', by: -1 },
  Home: seek({ position: 0 }),
  End: seek({ position: 1 }),
  Escape: { type: 'cancel' },
};
for (const [key, by] of Object.entries({ Right: 1, Up: 1, Left: -1, Down: -1 })) {
  actions[`Arrow${key}`] = step(by);
  actions[`Shift+Arrow${key}`] = step(10 * by);
}

/** What a key asks for, unless it belongs to the browser or to another control. */
export function actionFor(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { tagName } = event.composedPath?.()[0] ?? event.target;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName)) return undefined;
  if (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(tagName)) return undefined;
  return actions[event.shiftKey ? `Shift+${event.key}` : event.key];
}

/** A chapter on or back where there are any, else a minute. */
export function pageSeek(by, { chapters, duration }, time) {
  if (chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(time + by * 60, 0), duration) };
}
