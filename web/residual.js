/** How far a stop is from the hand, in words. Pure. */

import { text } from './texts.js';

/** What a question calls the stops of a setting; no hand is between frames. */
export const stopsOf = { keyframe: 'keyframe', second: 'time:1', chapter: 'chapter' };

/** The way from one target to another: in frames, and from a second on in seconds. */
export function distance(from, to) {
  const seconds = to.time - from.time;
  if (Math.abs(seconds) >= 1) return text('bySeconds', { count: signed(seconds, 2) });
  const frames = to.frame - from.frame;
  return text(Math.abs(frames) === 1 ? 'byFrame' : 'byFrames', { count: signed(frames, 0) });
}

function signed(number, digits) {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;
}

/** The position of a target's frame. */
export function place({ pts }, { first, end }) {
  return (pts - first) / (end - first);
}
