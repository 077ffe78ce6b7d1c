import { clamp } from '../geometry.js';
import { zoomHere } from './bar-zoom.js';
import { emit } from './support.js';

const keys = /^(Arrow.+|Page.+|Home|End|Escape|Backspace|[-+=])$/;

/** Makes the bar a slider for the keyboard and screen readers, where the page has not. */
export function own(bar) {
  const slider = { role: 'slider', tabindex: 0, 'aria-valuemin': 0, 'aria-valuenow': 0 };
  for (const [name, value] of Object.entries(slider)) {
    if (!bar.hasAttribute(name)) bar.setAttribute(name, value);
  }
  bar.addEventListener('keydown', handle);
}

/** The keys of a slider (ARIA), and those for keyframes, undo and zoom. */
function handle(event) {
  const bar = event.currentTarget;
  const isOthers = event.ctrlKey || event.metaKey || !keys.test(event.key);
  if (isOthers || bar.hasAttribute('disabled')) return;
  event.preventDefault();
  if (event.key === 'Escape') return bar.cancel();
  if (bar.dragging) return;
  if (/^[-+=]$/.test(event.key)) return zoomHere(bar, event.key === '-' ? -2 : 2);
  const to = destination(bar, event);
  if (to) emit(bar, 'scrubseek', { to });
}

function destination(bar, { key, shiftKey, altKey }) {
  if (key === 'Backspace') return shiftKey ? { undo: true } : null;
  if (key === 'Home') return { position: 0 };
  if (key === 'End') return { position: 1 };
  const by = direction(bar, key);
  if (key.startsWith('Page')) return page(bar, by);
  if (altKey) return { keyframe: by > 0 ? 'next' : 'previous' };
  return { frames: by * (shiftKey ? 10 : 1) };
}

function direction(bar, key) {
  if (key === 'ArrowUp' || key === 'PageUp') return 1;
  return key === (bar.isRtl ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1;
}

/** A chapter where there are any, else a minute. */
function page(bar, by) {
  if (bar.marks.chapters.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  const duration = Number(bar.getAttribute('duration'));
  return { time: clamp(bar.getAttribute('position') * duration + by * 60, 0, duration) };
}
