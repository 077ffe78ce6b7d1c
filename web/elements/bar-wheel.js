import { clamp } from '../geometry.js';
import { zoom } from './bar-zoom.js';
import { emit } from './support.js';

/** CSS pixels of a notch, and milliseconds without an event after which scrolling begins anew. */
const notch = 100;
const pause = 400;

const scrolls = new WeakMap();

/** A wheel over the bar: a second a notch, Shift a keyframe, Alt a frame; Ctrl zooms. */
export function handle(bar, event) {
  if (bar.dragging) return;
  if (event.ctrlKey) return zoom(bar, event.clientX, pixels(event) / notch);
  const scroll = follow(bar, event);
  const notches = Math.trunc(scroll.rest / notch);
  if (notches === 0) return;
  scroll.rest -= notches * notch;
  emit(bar, 'scrubseek', { to: destination(bar, scroll, event, notches) });
}

/** The scroll that an event belongs to, with the pixels that have not yet made a notch. */
function follow(bar, event) {
  let scroll = scrolls.get(bar);
  if (!scroll || event.timeStamp - scroll.last > pause) scroll = { rest: 0, time: null };
  scroll.rest += pixels(event);
  scroll.last = event.timeStamp;
  scrolls.set(bar, scroll);
  return scroll;
}

function destination(bar, scroll, { altKey, shiftKey }, notches) {
  if (altKey) return { frames: notches };
  if (shiftKey) return { keyframe: notches > 0 ? 'next' : 'previous' };
  const duration = Number(bar.getAttribute('duration'));
  // The element's position may not have followed the last notch yet.
  const time = scroll.time ?? bar.getAttribute('position') * duration;
  scroll.time = clamp(time + notches, 0, duration);
  return { time: scroll.time };
}

/**
 * Pixels forward, which is up or to the right. With Shift, browsers swap the axes. Firefox reports
 * lines, six a notch, if `deltaMode` is read before the deltas; else pixels, about 114 a notch.
 */
function pixels({ deltaMode, deltaX, deltaY, shiftKey }) {
  const along = deltaY === 0 && !shiftKey ? deltaX : -(deltaY || deltaX);
  return along * (deltaMode === 0 ? 1 : notch / 6);
}
