import { play } from '../playing.js';

const fastest = 8;
/** Whether K is held, which makes J and L step. */
let held = false;
// Not with the command, which may come when the key is already up again.
for (const type of ['keydown', 'keyup']) {
  addEventListener(type, ({ key }) => {
    if (key.toLowerCase() === 'k') held = type === 'keydown';
  });
}
addEventListener('blur', () => { held = false; });

/** J, K and L: each press the same way is twice as fast, the other way begins anew. */
export default function shuttle(app, way) {
  const { state, page } = app;
  if (!state.media || page.bar.dragging) return;
  if (way === 0) return app.rest();
  if (held) return app.seek({ frames: way });
  const now = state.playback && !state.shuttle ? 1 : state.shuttle;
  const rate = Math.sign(now) === way ? way * Math.min(2 * Math.abs(now), fastest) : way;
  if (way < 0 || state.unplayable) return glide(app, rate);
  if (motion) app.rest();
  // What plays already goes on, and does not go back to what was last told of it.
  const time = state.playback ? undefined : state.scrub.target.time;
  play(app, time, rate, () => glide(app, rate));
}

/** What glides: from where, since when, how fast. */
let motion = null;

/** Moves through the server's pictures, as a hand would: backward, and where nothing plays. */
function glide(app, rate) {
  const { media: { duration }, playback, scrub } = app.state;
  if (motion) {
    motion = { ...motion, x: along(app, performance.now()), since: performance.now(), rate };
  } else {
    app.rest();
    const x = playback ? playback.time / duration : scrub.raw;
    app.connection.begin({ x, y: 0, extent: 1 });
    const start = performance.now();
    motion = { start, since: start, x, rate, frame: requestAnimationFrame(() => step(app)) };
    app.halt = () => halt(app);
  }
  app.dispatch({ type: 'shuttle', shuttle: rate });
}

function halt(app) {
  cancelAnimationFrame(motion.frame);
  motion = null;
  app.halt = null;
  app.connection.end();
  app.dispatch({ type: 'shuttle', shuttle: 0 });
}

function along({ state }, now) {
  const { x, since, rate } = motion;
  return within(state, x + (rate * (now - since)) / 1000 / state.media.duration);
}

function step(app) {
  const now = performance.now();
  const x = along(app, now);
  const isHeard = app.connection.move([[now - motion.start, x, 0]]) > 0;
  if (!isHeard || x < 0 || x > 1) return halt(app);
  motion.frame = requestAnimationFrame(() => step(app));
}

/** Round and round between the marks, where it plays in a loop. */
function within({ between: { from, to }, media, settings }, x) {
  if (settings.loop !== 'on' || !(from < to)) return x;
  const [low, high] = [from / media.duration, to / media.duration];
  return low + ((((x - low) % (high - low)) + high - low) % (high - low));
}
