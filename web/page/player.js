/** The browser's player, as keys and buttons control it. */

import { isExact } from '../client/state.js';
import { arrival } from './arrival.js';

/** Apps whose player has listeners. */
const listening = new WeakSet();

/** Goes its own way from now on, whom it may have followed. */
export function goAlone(app) {
  if (!app.led) return;
  app.led = false;
  app.connection.tell('follow', { on: false });
}

export function toggle(app) {
  const { state, page } = app;
  goAlone(app);
  if (!state.media || page.bar.dragging) return;
  if (page.view.playing) page.view.rest();
  else if (state.shuttle) app.stop();
  else {
    const rate = Number(state.settings.speed ?? 1);
    return fromTarget(app, rate, ({ time }) => play(app, time, rate));
  }
  return undefined;
}

/**
 * Calls `move` with the target of what has been sent so far, once that is answered: a seek may be on
 * its way. Until then `app.halt` gives it up. It shows the rate at once.
 */
export async function fromTarget(app, rate, move) {
  app.halt?.();
  let isWanted = true;
  const giveUp = () => {
    [isWanted, app.halt] = [false, null];
    app.dispatch({ type: 'shuttle', shuttle: 0 });
  };
  app.halt = giveUp;
  app.dispatch({ type: 'shuttle', shuttle: rate });
  const target = await arrival(app, () => true);
  if (!isWanted) return undefined;
  if (!target) return giveUp();
  app.halt = null;
  return move(target);
}

/** The `otherwise` of the last `play`. */
let fallback;
/** The time that the last `play` began at. */
let began = 0;

/**
 * Plays from a time, or without one from the frame in view, at a rate. `otherwise` is called if the
 * browser cannot play the media.
 */
export function play(app, time, rate = 1, otherwise = undefined) {
  fallback = otherwise;
  began = time ?? began;
  if (!listening.has(app)) listen(app);
  listening.add(app);
  app.dispatch({ type: 'shuttle', shuttle: rate });
  app.page.view.play(time, rate);
}

/** Skips by five seconds each during playback. */
export function skip(app, by) {
  const { state } = app;
  // It may have been stopped while this module was loaded.
  if (!state.playback) return;
  goAlone(app);
  const { duration } = state.media;
  play(app, Math.min(Math.max(state.playback.time + 5 * by, 0), duration), state.shuttle);
}

function listen(app) {
  const { view } = app.page;
  const listen = (type, handle) => view.addEventListener(type, ({ detail }) => handle(detail));
  listen('playbacktime', ({ time }) => {
    app.dispatch({ type: 'playback', playback: estimate(app.state.media, time) });
    loopBack(app, time);
  });
  listen('playbackfailed', () => {
    app.dispatch({ type: 'unplayable' });
    fallback?.();
  });
  listen('playbackstopped', ({ time, ended }) => {
    if (!ended || !loopBack(app, Infinity)) stopped(app, time);
  });
  new ResumeAfterDrag(app, (time, rate) => play(app, time, rate));
}

/** The position, time and frame by the player's clock, which counts no frames. Pure. */
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
 * In a loop, jumps from the out mark to the in mark, however late a busy page learns that it was
 * passed. What began beyond the loop plays on there. Returns whether it jumped.
 */
function loopBack(app, time) {
  const { between: { from = 0, to }, settings, shuttle } = app.state;
  // Who follows is where the leader is.
  const loops = settings.loop === 'on' && !app.led && began <= to && to <= time;
  if (loops) play(app, from, shuttle);
  return loops;
}

function stopped(app, time) {
  const { state } = app;
  app.dispatch({ type: 'playback', playback: null });
  // Who follows is taken to the leader's frame.
  if (app.led) return;
  const { duration, frameRate } = state.media;
  // A quarter of a frame on: the player's clock may round to just before the frame it shows.
  const inside = frameRate?.[0] > 0 ? frameRate[1] / frameRate[0] / 4 : 0;
  app.connection.seek({ time: Math.min(time + inside, duration) });
}

/** Seeks by frames or keyframes end playback. */
const stays = (to) => to !== undefined && ('frames' in to || 'keyframe' in to);

/** Resumes playback that a drag or a seek has interrupted, from its target. */
class ResumeAfterDrag {
  #app;
  #play;
  /** The rate before the interruption, and the number of the message that ended the drag. */
  #rate = null;
  #ended = null;
  #sent = 0;

  constructor(app, play) {
    [this.#app, this.#play] = [app, play];
    // In the capture phase, before the page reacts; and in the bubble phase, after.
    for (const type of ['scrubbegin', 'scrubseek']) {
      addEventListener(type, ({ detail }) => this.#begin(detail), true);
    }
    for (const type of ['scrubend', 'scrubcancel', 'scrubseek']) {
      addEventListener(type, () => this.#end());
    }
    app.connection.addEventListener('sent', ({ detail }) => this.#noteSent(detail));
    app.watchers.add((state) => this.#look(state));
  }

  #begin({ control, to }) {
    if (control === 'confirm') return;
    const { playback, shuttle } = this.#app.state;
    if (this.#ended === null) this.#rate = playback && shuttle;
    if (stays(to)) this.#rate = null;
    this.#ended = null;
  }

  #end() {
    if (this.#rate !== null) this.#ended = this.#sent;
  }

  /** Another seek meanwhile, by a key or a button, ends the playback. */
  #noteSent({ type, seq }) {
    if (type === 'seek' && this.#ended !== null) this.#forget();
    this.#sent = seq ?? this.#sent;
  }

  #look(state) {
    const { scrub, link, playback } = state;
    if (!scrub || link !== 'open') return this.#forget();
    if (this.#ended === null || playback || scrub.seq < this.#ended || !isExact(state)) return;
    const rate = this.#rate;
    this.#forget();
    this.#play(scrub.target.time, rate);
  }

  #forget() {
    this.#rate = this.#ended = null;
  }
}
