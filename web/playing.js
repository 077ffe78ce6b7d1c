/** The browser's player, as keys and buttons move it. */

import { PlayOn } from './features/play-on.js';

/** Apps whose player is listened to. */
const known = new WeakSet();

export function toggle(app) {
  const { state, page } = app;
  if (!state.media || page.bar.dragging) return;
  if (page.view.playing) page.view.rest();
  else if (state.shuttle) app.rest();
  else play(app, state.scrub.target.time, Number(state.settings.speed ?? 1));
}

let instead;
/** The time that it was last told to play from. */
let began = 0;

/**
 * Plays on from a time, or without one from the frame in view, so many times as fast; or does
 * something else where it cannot.
 */
export function play(app, time, rate = 1, otherwise = undefined) {
  instead = otherwise;
  began = time ?? began;
  if (!known.has(app)) listen(app);
  known.add(app);
  app.dispatch({ type: 'shuttle', shuttle: rate });
  app.page.view.play(time, rate);
}

/** One frame at rest; while it plays, five seconds, and it plays on. */
export function skip(app, by) {
  const { state, page } = app;
  if (!state.media || page.bar.dragging) return;
  if (!page.view.playing) return app.seek({ frames: by });
  const { duration } = state.media;
  play(app, Math.min(Math.max(state.playback.time + 5 * by, 0), duration), state.shuttle);
}

function listen(app) {
  const { view } = app.page;
  const hear = (type, heard) => view.addEventListener(type, ({ detail }) => heard(detail));
  hear('playbacktime', ({ time }) => {
    app.dispatch({ type: 'playback', playback: estimate(app.state.media, time) });
    turnBack(app, time);
  });
  hear('playbackfailed', () => {
    app.dispatch({ type: 'unplayable' });
    instead?.();
  });
  hear('playbackstopped', ({ time, ended }) => {
    if (!ended || !turnBack(app, Infinity)) stopped(app, time);
  });
  new PlayOn(app, (time, rate) => play(app, time, rate));
}

/** What is read off a player's clock, which knows no frames. Pure. */
export function estimate({ duration, frameRate }, time) {
  const [numerator, denominator] = frameRate ?? [0, 1];
  return {
    position: Math.min(time / duration, 1),
    time,
    frame: Math.floor((time * numerator) / denominator + 0.01),
    estimated: true,
  };
}

/**
 * From the out mark to the in mark, where it plays in a loop, however late a busy page hears that it
 * has passed one. What was sent beyond the loop plays on there. Says whether it turned.
 */
function turnBack(app, time) {
  const { between: { from = 0, to }, settings, shuttle } = app.state;
  const turns = settings.loop === 'on' && began <= to && to <= time;
  if (turns) play(app, from, shuttle);
  return turns;
}

function stopped(app, time) {
  const { state } = app;
  app.dispatch({ type: 'playback', playback: null });
  const { duration, frameRate } = state.media;
  // A quarter of a frame on: the player's clock may round to just before the frame it shows.
  const inside = frameRate?.[0] > 0 ? frameRate[1] / frameRate[0] / 4 : 0;
  app.connection.seek({ time: Math.min(time + inside, duration) });
}
