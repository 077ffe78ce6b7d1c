import { pad } from '../format.js';

/** The timecode label (SMPTE ST 12-1) so many frames after another, with `rate` labels a second. */
export function shifted(label, frames, rate) {
  const [hours, minutes, seconds, rest] = label.split(/[:;]/).map(Number);
  // Drop-frame leaves out labels of each minute but every tenth.
  const dropped = label.includes(';') ? rate / 15 : 0;
  const minute = hours * 60 + minutes;
  const count = (minute * 60 + seconds) * rate + rest - dropped * (minute - Math.floor(minute / 10));
  const perDay = (rate * 600 - dropped * 9) * 144;
  const number = numbered((((count + frames) % perDay) + perDay) % perDay, rate, dropped);
  const second = Math.floor(number / rate);
  const fields = [second / 3600, (second / 60) % 60, second % 60].map((one) => pad(Math.floor(one), 2));
  const width = label.length - label.search(/\d+$/);
  return `${fields.join(':')}${dropped > 0 ? ';' : ':'}${pad(number % rate, width)}`;
}

/** A frame's label as a number, with those counted that are left out. */
function numbered(count, rate, dropped) {
  const perTen = rate * 600 - dropped * 9;
  const [tens, rest] = [Math.floor(count / perTen), count % perTen];
  const short = Math.floor(Math.max(rest - dropped, 0) / (rate * 60 - dropped));
  return count + dropped * (tens * 9 + short);
}
