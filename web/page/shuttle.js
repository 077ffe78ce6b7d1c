import { fromTarget, goAlone, play } from './player.js';

const fastest = 8;
/** J, K and L: each press in one direction doubles the rate, the other one starts anew. */
export default function shuttle(app, direction) {
  const { state, page } = app;
  if (!state.media || page.bar.dragging) return;
  goAlone(app);
  if (direction === 0) return app.stop();
  const now = state.playback && !state.shuttle ? 1 : state.shuttle;
  const isFaster = Math.sign(now) === direction;
  const rate = isFaster ? direction * Math.min(2 * Math.abs(now), fastest) : direction;
  if (direction < 0 || state.unplayable) return glide(app, rate);
  const go = (time) => play(app, time, rate, () => glide(app, rate));
  // The player goes on from its own time: the last one reported is behind it.
  return state.playback ? go() : fromTarget(app, rate, ({ time }) => go(time));
}

/** The motion through pictures: its start, position, time and rate. */
let motion = null;

/** Moves through the server's pictures like a drag: backward, or if the player cannot play. */
function glide(app, rate) {
  const { media: { duration }, playback, scrub } = app.state;
  if (motion) {
    motion = { ...motion, x: along(app, performance.now()), since: performance.now(), rate };
  } else {
    app.stop();
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

/** In a loop, wraps around between the marks. */
function within({ between: { from, to }, media, settings }, x) {
  if (settings.loop !== 'on' || !(from < to)) return x;
  const [low, high] = [from / media.duration, to / media.duration];
  return low + ((((x - low) % (high - low)) + high - low) % (high - low));
}
