/** Finds where sound ends and begins again, as stops to snap to. */

import { silences } from '../client/loudness.js';
import { Peaks } from '../client/peaks.js';

/** Seconds of a point in which silence is looked for, and the most points of all. */
const finest = 0.02;
const most = 100_000;

/** The list of up to `count` places in a media, as it could be typed. Empty without any silence. */
export async function silentPlaces(media, count, signal) {
  const peaks = new Peaks(`/api/v1/media/${encodeURIComponent(media.id)}`, media.version);
  const whole = await peaks.whole(signal);
  if (!whole) return '';
  const seconds = Math.max(finest, media.duration / most);
  return placesOf(silences(await peaks.fine(seconds * whole.rate, signal)), media.duration, count);
}

/** Both ends of the longest stretches, in order, but for those that are the media's own. Pure. */
export function placesOf(stretches, duration, count) {
  const length = ([from, to]) => to - from;
  const longest = stretches.toSorted((one, other) => length(other) - length(one));
  const ends = longest.slice(0, Math.floor(count / 2)).flat();
  const inside = ends.filter((time) => time > 0 && time < duration);
  return inside.sort((one, other) => one - other).map((time) => time.toFixed(3)).join(', ');
}
