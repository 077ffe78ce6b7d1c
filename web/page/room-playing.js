/** Play and pause together: the leader's player is told of, and a follower's keeps to it. */

import { isExact } from '../client/state.js';
import { play } from './player.js';
import { ServerClock } from './room-clock.js';
import { KeepingUp } from './room-keeping-up.js';
import { Telling } from './room-telling.js';

/** How often the clock is asked for when one leads or follows, and milliseconds between. */
const [pings, pingEvery] = [8, 120];
/** Milliseconds after which the picture in view is the leader's, though its frame was an estimate. */
const settled = 1000;

export class RoomPlaying {
  #app;
  #clock = new ServerClock();
  /** As the leader, what it tells; and the time that its player rests on. */
  #telling = null;
  #time = 0;
  /** The timer of what is to be told next. */
  #waiting = null;
  /** As one who follows, of which epoch, and how it keeps up. */
  #epoch = null;
  #keeping = null;
  /** When the last frame came into view. */
  #at = null;
  /** The leader's frame, if known, while the player is to make place for its picture. */
  #rested = null;

  constructor(app) {
    this.#app = app;
    const { connection, page: { view } } = app;
    const on = (target, type, take) => target.addEventListener(type, ({ detail }) => take(detail));
    on(connection, 'link', () => this.#forget());
    on(connection, 'opened', () => this.#askClock());
    on(connection, 'pong', (answer) => this.#clock.answer(answer, performance.now()));
    on(connection, 'transport', (message) => this.#hear(message));
    on(view, 'playbacktime', (frame) => this.#pass(frame));
    on(view, 'playbackstopped', ({ time }) => this.#stopped(time));
    on(view, 'playbackfailed', () => this.#keeping?.stopped());
    app.watchers.add((state) => this.#look(state));
  }

  /** Learns whether this page leads, and the epoch of another whom it follows, or null. */
  know({ leads, epoch }) {
    if (!leads) this.#endToTell();
    else if (!this.#telling) this.#beginToTell();
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    if (epoch === null) this.#release();
    else this.#beginToKeepUp();
  }

  /**
   * What was told on another connection may not have arrived. It may have been to a server with
   * another clock; the next one tells anew who leads, and what.
   */
  #forget() {
    this.#clock = new ServerClock();
    this.#endToTell();
    if (this.#keeping) this.#keeping = new KeepingUp();
  }

  #beginToTell() {
    this.#telling = new Telling();
    this.#time = this.#app.state.scrub?.target.time ?? 0;
    this.#askClock();
    this.#app.drawSoon();
  }

  #endToTell() {
    clearTimeout(this.#waiting);
    this.#telling = null;
  }

  /** What this page has played itself, or an earlier leader, ends. */
  #beginToKeepUp() {
    this.#keeping = new KeepingUp();
    this.#askClock();
    this.#rest(null);
  }

  /** Goes on alone, at the leader's pace. */
  #release() {
    const rate = this.#keeping.rate;
    if (rate !== null) this.#app.page.view.pace(rate);
    this.#keeping = null;
  }

  /** One answer may have been delayed one way, and so tell a wrong time; the quickest counts. */
  #askClock(left = pings) {
    if (!this.#keeping && !this.#telling) return;
    this.#app.connection.tell('ping', { t: performance.now() });
    if (left > 1) setTimeout(() => this.#askClock(left - 1), pingEvery);
  }

  /** A frame has come into view; when, is not known of the player's first. */
  #pass({ time, at }) {
    const { media, shuttle } = this.#app.state;
    // What is played alone makes place by itself.
    if (!this.#keeping) this.#rested = null;
    if (at === null || at === this.#at || !hasFrames(media)) return;
    this.#at = at;
    const now = performance.now();
    const frame = { time, at };
    const clock = this.#clock;
    const told = this.#telling?.seen(frame, shuttle || 1, media, now, clock.lag);
    if (told) this.#tell(told.message, told.wait);
    if (this.#keeping) this.#act(this.#keeping.seen({ time, at: clock.of(at) }, clock.of(now)));
  }

  #stopped(time) {
    this.#time = time;
    this.#keeping?.stopped();
  }

  /** What waits to be told is so no more. */
  #tell(message, wait = 0) {
    clearTimeout(this.#waiting);
    const tell = () => this.#app.connection.transport(message);
    if (wait > 0) this.#waiting = setTimeout(tell, wait);
    else tell();
  }

  #hear(message) {
    const { media } = this.#app.state;
    if (!this.#keeping || !hasFrames(media)) return;
    const now = performance.now();
    this.#clock.hear(message.at, now);
    this.#act(this.#keeping.hear(message, media, this.#clock.of(now)));
  }

  #act(action) {
    if (!action) return;
    const { rest, play: place, rate } = action;
    if (rest !== undefined) this.#rest(rest);
    else if (place === undefined) this.#app.page.view.pace(rate);
    else if (!this.#app.state.unplayable) {
      this.#rested = null;
      play(this.#app, place, rate);
    }
  }

  #rest(frame) {
    const { page: { view }, state: { shuttle } } = this.#app;
    this.#rested = { frame, since: performance.now() };
    // It may have been told to play, and still be loaded for that; for nothing else it is.
    if (view.playing || shuttle !== 0) view.rest();
    setTimeout(() => this.#app.drawSoon(), settled + 1);
  }

  #look(state) {
    const { view } = this.#app.page;
    // In a loop it stops, and plays on before anything is drawn.
    if (this.#telling && !state.playback && hasFrames(state.media)) {
      const rest = this.#telling.rests(this.#time, state.media);
      if (rest) this.#tell(rest);
    }
    if (!this.#rested || view.playing || !isReached(this.#rested, state, performance.now())) return;
    this.#rested = null;
    view.reveal();
  }
}

const hasFrames = (media) => media?.frameRate?.[0] > 0;

/**
 * Whether the picture in view is the one of where the leader rests. It may have come before the
 * player has stopped, or have been there all the time: nothing more comes then. Pure.
 */
export function isReached({ frame, since }, state, now) {
  return isExact(state) && (state.scrub.target.frame === frame || now - since > settled);
}
