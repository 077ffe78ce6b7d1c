/** Places as they are typed. Pure. */

/** `[hours:]minutes:seconds` in seconds. */
const minutes = ([, hours = 0, minute, second]) => hours * 3600 + minute * 60 + Number(second);

/** The forms that may be typed: frame, frames, percent, timecode, time with colons, seconds. */
const forms = [
  [/^f(\d{1,9})$/, ([, frame]) => ({ frame: Number(frame) })],
  [/^([+-]\d{1,9})f?$/, ([, frames]) => ({ frames: Number(frames) })],
  [/^(\d+(?:\.\d+)?)%$/, ([, percent]) => percent <= 100 && { position: percent / 100 }],
  [/^\d{1,2}:\d{1,2}:\d{1,2}[:;]\d{1,3}$/, ([timecode]) => ({ timecode })],
  [/^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/, (found) => ({ time: minutes(found) })],
  [/^(\d+(?:\.\d+)?)s?$/, ([, seconds]) => ({ time: Number(seconds) })],
];

/** A typed text as a destination of the protocol, or null if it has none of the forms. Pure. */
export function destination(text) {
  const plain = text.normalize('NFKC').replace(/\s/g, '').replace('−', '-').toLowerCase();
  for (const [form, meaning] of forms) {
    const found = form.exec(plain);
    if (found) return meaning(found) || null;
  }
  return null;
}

/** Whether drop-frame timecode skips a label: the first ones of each minute but every tenth. */
export function isDropped(label, clock) {
  const [, minute, second, frame] = label.split(/[:;]/).map(Number);
  const labels = Math.round(clock[0] / clock[1]);
  return minute % 10 !== 0 && second === 0 && frame < Math.floor(labels / 15);
}
