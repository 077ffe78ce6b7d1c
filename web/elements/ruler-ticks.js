/** The ticks of a ruler and their labels. Pure; lengths in CSS pixels. */

import { parts } from '../format.js';

/** Seconds between labels. */
const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200,
];

/** The ticks of a ruler over the part in view, and the seconds between labels. */
export function rulerTicks(duration, extent, range = [0, 1]) {
  if (!(duration > 0 && extent > 0)) return { step: 1, ticks: [] };
  const [start, end] = range.map((one) => one * duration);
  const least = ((end - start) / extent) * 88;
  const step = steps.find((one) => one >= least) ?? Math.ceil(least / 14400) * 14400;
  const parts = step < 30 ? 5 : 6;
  const first = Math.ceil((start / step) * parts - 1e-9);
  const count = Math.floor((end / step) * parts + 1e-9) - first + 1;
  const ticks = Array.from({ length: count }, (_, i) => {
    const time = ((first + i) * step) / parts;
    const x = Math.round(((time - start) / (end - start)) * extent);
    return { x, time, major: (first + i) % parts === 0 };
  });
  return { step, ticks };
}

/** Those that have a label: one that would stick out at an end has none, except the first of all. */
export function labelled(ticks, extent) {
  const fits = ({ x, time }) => x <= extent - 24 && (x > 24 || time === 0);
  return ticks.filter((tick) => tick.major && fits(tick));
}

/** A time with no more digits than its step needs. */
export function tickLabel(seconds, step, span) {
  return parts(seconds, step >= 1 ? 0 : step >= 0.1 ? 1 : 2, span);
}
