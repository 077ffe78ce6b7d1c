import { play } from '../playing.js';

const fastest = 8;
/** Whether K is held, which makes J and L step. */
let held = false;
addEventListener('keyup', ({ key }) => {
  if (key.toLowerCase() === 'k') held = false;
});
addEventListener('blur', () => { held = false; });

/** J, K and L: each press the same way is twice as fast, the other way begins anew. */
export default function shuttle(app, way) {
  const { state, page } = app;
  if (!state.media || page.bar.dragging) return;
  held ||= way === 0;
  if (way === 0) return app.rest();
  if (held) return app.seek({ frames: way });
  const now = state.playback && !state.shuttle ? 1 : state.shuttle;
  const rate = Math.sign(now) === way ? way * Math.min(2 * Math.abs(now), fastest) : way;
  if (way < 0 || state.unplayable) return glide(app, rate);
  if (now < 0) app.rest();
  const time = state.playback?.time ?? state.scrub.target.time;
  play(app, time, rate, () => glide(app, rate));
}

/** Moves through the server's pictures, as a hand would: backward, and where nothing plays. */
function glide(app, rate) {
  const { media: { duration }, playback, scrub } = app.state;
  const from = playback ? playback.time / duration : scrub.raw;
  app.rest();
  app.connection.begin({ x: from, y: 0, extent: 1 });
  app.dispatch({ type: 'shuttle', rate });
  const start = performance.now();
  let frame = requestAnimationFrame(step);
  app.halt = () => {
    cancelAnimationFrame(frame);
    app.halt = null;
    app.connection.end();
    app.dispatch({ type: 'shuttle', rate: 0 });
  };

  function step(now) {
    const t = Math.max(now - start, 0);
    const x = within(app.state, from + (rate * t) / 1000 / duration);
    const isHeard = app.connection.move([[t, x, 0]]) > 0;
    if (!isHeard || x < 0 || x > 1) return app.halt();
    frame = requestAnimationFrame(step);
  }
}

/** Round and round between the marks, where it plays in a loop. */
function within({ marks, media, settings }, x) {
  if (settings.loop !== 'on' || !marks.in || !marks.out) return x;
  const [low, high] = [marks.in, marks.out].map(({ time }) => time / media.duration);
  if (high <= low) return x;
  return low + ((((x - low) % (high - low)) + high - low) % (high - low));
}
