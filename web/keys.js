/** The one table that binds keys: what each does, in words and as an action. Pure. */

/**
 * @typedef {{type: 'seek', to: object} | {type: 'page', by: 1 | -1} | {type: 'toggle'}
 *   | {type: 'cancel'}} Action
 */

const seek = (to) => ({ type: 'seek', to });

/** @type {{keys: string[], shown: string, does: string, action: Action}[]} */
export const keyTable = [
  { keys: [' '], shown: 'Space', does: 'Play or pause', action: { type: 'toggle' } },
  { keys: ['ArrowRight', 'ArrowUp', '.'], shown: '→  .', does: 'Next frame', action: seek({ frames: 1 }) },
  { keys: ['ArrowLeft', 'ArrowDown', ','], shown: '←  ,', does: 'Previous frame', action: seek({ frames: -1 }) },
  {
    keys: ['Shift+ArrowRight', 'Shift+ArrowUp'],
    shown: 'Shift →',
    does: 'Ten frames on',
    action: seek({ frames: 10 }),
  },
  {
    keys: ['Shift+ArrowLeft', 'Shift+ArrowDown'],
    shown: 'Shift ←',
    does: 'Ten frames back',
    action: seek({ frames: -10 }),
  },
  { keys: ['PageUp'], shown: 'Page up', does: 'Next chapter, or a minute on', action: { type: 'page', by: 1 } },
  {
    keys: ['PageDown'],
    shown: 'Page down',
    does: 'Previous chapter, or a minute back',
    action: { type: 'page', by: -1 },
  },
  { keys: ['Home'], shown: 'Home', does: 'First frame', action: seek({ position: 0 }) },
  { keys: ['End'], shown: 'End', does: 'Last frame', action: seek({ position: 1 }) },
  { keys: ['Escape'], shown: 'Esc', does: 'Take the drag back', action: { type: 'cancel' } },
];

const bindings = new Map(keyTable.flatMap(({ keys, action }) => keys.map((key) => [key, action])));

/**
 * What a key press asks for.
 *
 * @param {KeyboardEvent} event
 * @returns {Action | undefined} Nothing for keys that belong to the browser or to another control.
 */
export function actionFor(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (belongsToControl(event)) return undefined;
  return bindings.get(event.shiftKey ? `Shift+${event.key}` : event.key);
}

/** Fields keep all their keys; buttons and the like keep the one that presses them. */
function belongsToControl(event) {
  const target = event.composedPath?.()[0] ?? event.target;
  if (target?.isContentEditable) return true;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target?.tagName)) return true;
  return event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(target?.tagName);
}

/**
 * What a page key asks of the server: the next chapter where there are chapters, a minute where
 * there are none.
 */
export function pageSeek(by, media, time) {
  if (media.chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(time + by * 60, 0), media.duration) };
}
