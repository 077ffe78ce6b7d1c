/** Where the playhead is going: what acts right after a step is to act there. */

/** Messages that the server always answers with their own number. */
const answered = ['seek', 'end', 'cancel'];

/** The number of the last such message of each connection. */
const sent = new WeakMap();

/** Notes what is sent from now on. */
export function watchArrival(connection) {
  connection.addEventListener('sent', ({ detail: { type, seq } }) => {
    if (answered.includes(type)) sent.set(connection, seq);
  });
  connection.addEventListener('link', () => sent.set(connection, 0));
}

/** The number of the last message that leads to another place; 0 if there was none. */
export function lastSent({ connection }) {
  return sent.get(connection) ?? 0;
}

/** Whether all that leads to another place has been answered. */
export function hasArrived(app) {
  return app.state.scrub.seq >= lastSent(app);
}

/** The target of all that was sent once it is known; null if the connection ends first. */
export function arrival(app, isKnown = ({ frame }) => frame !== null) {
  const { connection, state } = app;
  const last = lastSent(app);
  const isThere = ({ seq, target }) => seq >= last && isKnown(target);
  if (isThere(state.scrub)) return Promise.resolve(state.scrub.target);
  const end = new AbortController();
  const once = (type, look) => connection.addEventListener(type, look, { signal: end.signal });
  return new Promise((done) => {
    once('state', ({ detail }) => isThere(detail) && done(detail.target));
    once('link', () => done(null));
  }).finally(() => end.abort());
}

/**
 * The frame that is in view once all that has been sent is answered, or null; during playback the
 * server tells it from the time.
 */
export async function frameInView(app) {
  const { media, playback } = app.state;
  if (!playback) return (await arrival(app))?.frame ?? null;
  const query = `time=${Math.min(playback.time, media.duration)}`;
  const response = await fetch(`/api/v1/media/${encodeURIComponent(media.id)}/target?${query}`);
  return (await response.json()).frame;
}
