import { language, text } from './texts.js';

/** Numbers and times as text. Pure. */

/** A time as `m:ss.mmm`, with hours if `span`, the longest time shown there, has them. */
export function clock(seconds, span = seconds) {
  return parts(seconds, 3, span);
}

/** With at most `digits` decimals, and no trailing zeros. */
export function trimmed(value, digits) {
  return String(Number(value.toFixed(digits)));
}

export function facts({ kind, codec, duration, frames, frameRate, width, height }) {
  return [
    width > 0 && `${width} × ${height}`,
    kind === 'video' && frameRate?.[0] > 0 && text('fps', { rate: trimmed(frameRate[0] / frameRate[1], 2) }),
    codec,
    duration > 0 && clock(duration),
    frames > 0 && text('frames', { count: frames.toLocaleString(language) }),
  ].filter(Boolean).join(' · ');
}

/** A time with some decimals; rounds once, before it splits: 59.9996 s carries over to a minute. */
export function parts(seconds, digits, span) {
  const total = Math.round(seconds * 10 ** digits);
  const whole = Math.floor(total / 10 ** digits);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = span >= 3600 || hours > 0 ? `${hours}:${pad(minutes, 2)}` : minutes;
  const tail = digits > 0 ? `.${pad(total % 10 ** digits, digits)}` : '';
  return `${head}:${pad(whole % 60, 2)}${tail}`;
}

export function pad(number, width) {
  return String(number).padStart(width, '0');
}

/** The distance between two targets: in frames, and from a second on in seconds. Pure. */
export function distance(from, to) {
  const seconds = to.time - from.time;
  if (Math.abs(seconds) >= 1) return text('bySeconds', { count: signed(seconds, 2) });
  const frames = to.frame - from.frame;
  return text(Math.abs(frames) === 1 ? 'byFrame' : 'byFrames', { count: signed(frames, 0) });
}

function signed(number, digits) {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;
}
