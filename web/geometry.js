/** Where things stand on the page, and what one pixel is worth. Pure. */

import { trimmed } from './format.js';

export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/**
 * Places a bubble over a position so that it stays inside its bounds while its arrow keeps
 * pointing at the position. All lengths in CSS pixels, measured from the bar's left end.
 *
 * @param {object} where
 * @param {number} where.position - 0...1 along the bar.
 * @param {number} where.extent - The bar's length.
 * @param {number} where.width - The bubble's width.
 * @param {number} where.bleed - How far the bubble may stand out over either end of the bar.
 * @returns {{left: number, arrow: number}} Whole pixels; `arrow` is measured from `left`.
 */
export function placeBubble({ position, extent, width, bleed }) {
  const tip = Math.round(position * extent);
  const high = Math.max(Math.floor(extent + bleed - width), -bleed);
  const left = clamp(Math.round(tip - width / 2), -bleed, high);
  return { left, arrow: tip - left };
}

/**
 * How fine the hand moves now: the gain, and what a pixel is worth.
 *
 * @param {{gain: number, framesPerUnit?: number}} state - As the server sends it.
 * @returns {{gain: string, worth: string}} Empty where there is nothing to say.
 */
export function fineness({ gain, framesPerUnit }) {
  return {
    gain: gain < 1 ? `×${trimmed(gain, 2)}` : '',
    worth: framesPerUnit > 0 ? worth(framesPerUnit) : '',
  };
}

/** Says frames per pixel from one frame up, pixels per frame below. */
function worth(frames) {
  if (frames >= 1) return `${plural(frames, 'frame')} per px`;
  return `1 frame per ${trimmed(1 / frames, frames > 0.1 ? 1 : 0)} px`;
}

function plural(count, noun) {
  const number = trimmed(count, count < 10 ? 1 : 0);
  return number === '1' ? `1 ${noun}` : `${number} ${noun}s`;
}

/**
 * The width to ask of previews, in device pixels: what the view shows, in steps of 160 so that
 * a window being resized does not ask for a new size at every pixel, and never more than the
 * media has.
 */
export function previewWidth(viewWidth, ratio, mediaWidth) {
  const shown = Math.ceil((viewWidth * ratio) / 160) * 160;
  return clamp(Math.min(shown, mediaWidth || shown), 160, 3840);
}

const steps = [
  [0.01, 5], [0.02, 4], [0.05, 5], [0.1, 5], [0.2, 4], [0.5, 5], [1, 5], [2, 4], [5, 5], [10, 5],
  [15, 3], [30, 6], [60, 6], [120, 4], [300, 5], [600, 5], [900, 3], [1800, 6], [3600, 6], [7200, 4],
];

/**
 * The ruler's step: the smallest round one whose labels stand at least `room` pixels apart.
 *
 * @returns {{major: number, parts: number}} Seconds from label to label, and the parts between.
 */
export function rulerStep(duration, extent, room = 88) {
  const secondsPerPixel = duration / extent;
  const found = steps.find(([major]) => major / secondsPerPixel >= room);
  if (found) return { major: found[0], parts: found[1] };
  return { major: Math.ceil((secondsPerPixel * room) / 14400) * 14400, parts: 4 };
}

/** Every tick of the ruler, at whole pixels: `{x, time, major}`. */
export function rulerTicks(duration, extent) {
  if (!(duration > 0) || !(extent > 0)) return [];
  const { major, parts } = rulerStep(duration, extent);
  const count = Math.floor((duration / major) * parts + 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => {
    const time = (i * major) / parts;
    return { x: Math.round((time / duration) * extent), time, major: i % parts === 0 };
  });
}
