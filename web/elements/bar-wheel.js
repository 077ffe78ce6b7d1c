import { clamp } from '../geometry.js';
import { zoom } from './bar-zoom.js';
import { emit } from './support.js';

/** CSS pixels of a notch, and milliseconds after which the next turn is another. */
const notch = 100;
const pause = 400;

const turns = new WeakMap();

/** A wheel over the bar: a second a notch, Shift a keyframe, Alt a frame; Ctrl zooms. */
export function hear(bar, event) {
  if (bar.dragging) return;
  if (event.ctrlKey) return zoom(bar, event.clientX, pixels(event) / notch);
  const turn = follow(bar, event);
  const notches = Math.trunc(turn.rest / notch);
  if (notches === 0) return;
  turn.rest -= notches * notch;
  emit(bar, 'scrubseek', { to: place(bar, turn, event, notches) });
}

/** One turn of the wheel, be it in notches or in pixels. */
function follow(bar, event) {
  let turn = turns.get(bar);
  if (!turn || event.timeStamp - turn.last > pause) turn = { rest: 0, time: null };
  turn.rest += pixels(event);
  turn.last = event.timeStamp;
  turns.set(bar, turn);
  return turn;
}

function place(bar, turn, { altKey, shiftKey }, notches) {
  if (altKey) return { frames: notches };
  if (shiftKey) return { keyframe: notches > 0 ? 'next' : 'previous' };
  const duration = Number(bar.getAttribute('duration'));
  // The position may not have followed yet.
  const time = turn.time ?? bar.getAttribute('position') * duration;
  turn.time = clamp(time + notches, 0, duration);
  return { time: turn.time };
}

/**
 * Forward is up, or to the right. With Shift, browsers turn one into the other. Firefox tells of
 * lines, six a notch, only those who ask for the mode first; of pixels it makes a notch 114 or so.
 */
function pixels({ deltaMode, deltaX, deltaY, shiftKey }) {
  const along = deltaY === 0 && !shiftKey ? deltaX : -(deltaY || deltaX);
  return along * (deltaMode === 0 ? 1 : notch / 6);
}
