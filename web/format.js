/** Numbers as people read them. Pure. */

/**
 * A time as `m:ss.mmm`, with hours once `span` reaches them, so that the width stays the same
 * all along one media.
 *
 * @param {number} seconds
 * @param {number} [span] - The longest time that will stand in the same place, in seconds.
 */
export function clock(seconds, span = seconds) {
  const [whole, milliseconds] = split(seconds, 1000);
  return `${hoursMinutesSeconds(whole, span)}.${pad(milliseconds, 3)}`;
}

/** A tick's label on the ruler: no more digits than the ruler's step needs. */
export function tickLabel(seconds, step, span) {
  if (step >= 1) return hoursMinutesSeconds(Math.round(seconds), span);
  const digits = step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
  const [whole, part] = split(seconds, 10 ** digits);
  return `${hoursMinutesSeconds(whole, span)}.${pad(part, digits)}`;
}

/** A size in bytes, in decimal units with at most three digits. */
export function fileSize(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${trimmed(bytes / 1000 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}

/** A number with at most `digits` decimals and no trailing zeros. */
export function trimmed(value, digits) {
  return String(Number(value.toFixed(digits)));
}

/** What a media is, in one line of short facts. */
export function facts(media) {
  const rate = media.frameRate ? media.frameRate[0] / media.frameRate[1] : 0;
  return [
    media.width > 0 && `${media.width} × ${media.height}`,
    media.kind === 'video' && rate > 0 && `${trimmed(rate, 2)} fps`,
    media.codec,
    media.duration > 0 && clock(media.duration),
    media.frames > 0 && `${media.frames.toLocaleString('en')} frames`,
  ].filter(Boolean).join(' · ');
}

/** Whole seconds, and the rest in `parts` of a second, rounded once so that .9996 carries over. */
function split(seconds, parts) {
  const total = Math.round(seconds * parts);
  return [Math.floor(total / parts), total % parts];
}

function hoursMinutesSeconds(seconds, span) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = pad(seconds % 60, 2);
  return span >= 3600 || hours > 0 ? `${hours}:${pad(minutes, 2)}:${rest}` : `${minutes}:${rest}`;
}

function pad(number, width) {
  return String(number).padStart(width, '0');
}
