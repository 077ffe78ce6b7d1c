/** The one table that binds keys: what each asks for, and how people are told. Pure. */

const seek = (to) => ({ type: 'seek', to });

/** Rows of keys, their name, what they do in words, and the action. */
export const keyTable = [
  [[' '], 'Space', 'Play or pause', { type: 'toggle' }],
  [['ArrowRight', 'ArrowUp', '.'], '→  .', 'Next frame', seek({ frames: 1 })],
  [['ArrowLeft', 'ArrowDown', ','], '←  ,', 'Previous frame', seek({ frames: -1 })],
  [['Shift+ArrowRight', 'Shift+ArrowUp'], 'Shift →', 'Ten frames on', seek({ frames: 10 })],
  [['Shift+ArrowLeft', 'Shift+ArrowDown'], 'Shift ←', 'Ten frames back', seek({ frames: -10 })],
  [['PageUp'], 'Page up', 'Next chapter or minute', { type: 'page', by: 1 }],
  [['PageDown'], 'Page down', 'Previous chapter or minute', { type: 'page', by: -1 }],
  [['Home'], 'Home', 'First frame', seek({ position: 0 })],
  [['End'], 'End', 'Last frame', seek({ position: 1 })],
  [['Escape'], 'Esc', 'Take the drag back', { type: 'cancel' }],
];

/** The action of each key. */
export const actions = new Map(
  keyTable.flatMap(([keys, , , action]) => keys.map((key) => [key, action])),
);

/** The action of a key press; none for keys that belong to the browser or to another control. */
export function actionFor(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { tagName } = event.composedPath?.()[0] ?? event.target;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName)) return undefined;
  if (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(tagName)) return undefined;
  return actions.get(event.shiftKey ? `Shift+${event.key}` : event.key);
}

/** What a page key asks of the server: a chapter where there are any, else a minute. */
export function pageSeek(by, { chapters, duration }, time) {
  if (chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(time + by * 60, 0), duration) };
}
