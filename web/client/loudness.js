/** Loudness in decibels of full scale, and where there is none. Pure. */

const full = 32768;
/** Decibels at which a drawing in decibels ends, and below which there is silence. */
const floor = -60;
const silent = -50;

/** The decibels of a sample of 16 bits; -Infinity of 0. */
export function decibels(sample) {
  return 20 * Math.log10(Math.abs(sample) / full);
}

/** How high a sample is drawn, in -1...1. */
export const heights = {
  linear: (sample) => sample / full,
  decibels: (sample) => Math.sign(sample) * Math.max(1 - decibels(sample) / floor, 0),
};

/** The least and the greatest sample of a part from one sample on and before another, or null. */
export function extremes({ start, width, points }, from, to) {
  const first = Math.floor((from - start) / width);
  const count = points.length / 2;
  if (first < 0 || first >= count) return null;
  const last = Math.min(Math.max(Math.ceil((to - start) / width), first + 1), count);
  let [least, greatest] = [points[2 * first], points[2 * first + 1]];
  for (let i = first + 1; i < last; i += 1) {
    if (points[2 * i] < least) least = points[2 * i];
    if (points[2 * i + 1] > greatest) greatest = points[2 * i + 1];
  }
  return [least, greatest];
}

/** Stretches of silence, of so many seconds at least, each as seconds from its start to its end. */
export function silences({ rate, start, width, points }, seconds = 0.5) {
  const most = full * 10 ** (silent / 20);
  const found = [];
  let begin = null;
  const at = (i) => (start + i * width) / rate;
  for (let i = 0; i <= points.length / 2; i += 1) {
    const isSilent = 2 * i < points.length && Math.max(-points[2 * i], points[2 * i + 1]) < most;
    if (isSilent) begin ??= i;
    else if (begin !== null) {
      if (at(i) - at(begin) >= seconds) found.push([at(begin), at(i)]);
      begin = null;
    }
  }
  return found;
}
