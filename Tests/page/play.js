// Plays recorded messages through the page's model, in node and in a browser.

const bits = new DataView(new ArrayBuffer(8));

/** A double as the digits of its bits, which keep the sign of zero. */
function exact(number) {
  bits.setFloat64(0, number);
  return bits.getBigUint64(0).toString(16);
}

/** Where a snap's stops lie in the media; `stops` lists them by the snap's name. */
function marksFor({ to, seconds } = {}, stops) {
  return stops[to === 'time' ? `time ${seconds}` : to];
}

const steps = {
  configure: (model, message, stops) =>
    model.configure(message, marksFor(message.snap, stops)) || fail(message),
  begin: (model, message) => model.begin(message) || fail(message),
  move: (model, { samples }) => model.move(samples),
  end: (model) => model.end(),
  cancel: (model) => model.cancel(),
  seek: (model, { to }) => model.seek(to),
};

function fail(message) {
  throw new Error(`refused: ${JSON.stringify(message)}`);
}

/** The state after each message: `[position, raw, gain, stop, decision]`. */
export function play(model, messages, { frames, stops }) {
  model.frames = frames;
  return messages.map((message) => {
    steps[message.type]?.(model, message, stops);
    const { position, raw, gain, stop, decision } = model.state;
    return [exact(position), exact(raw), exact(gain), stop, decision];
  });
}
