/** Play and pause together: the leader's player is told of, and a follower's keeps to it. */

import { play } from './player.js';

/** Milliseconds between two times that the leader tells while nothing changes. */
const tellEvery = 4000;
/** Seconds by which the leader's player may be elsewhere than was told. */
const unsaid = 0.05;
/** Milliseconds between two looks at how far off a follower is, and seconds from which it jumps. */
const [lookEvery, far] = [500, 0.5];
/** Milliseconds that a jump is taken to need until one has been measured, and at most. */
const [usual, longest] = [250, 3000];
/** The most by which a follower's rate differs from the leader's, which one hardly hears. */
const most = 0.08;
/** How often the clock is asked for when following begins, and milliseconds between. */
const [pings, pingEvery] = [6, 150];
/** The share of a frame by which a follower may be off. */
const near = 0.3;

/** The server's clock, by the answers to `ping`. */
class ServerClock {
  #answers = [];

  /** Takes an answer; those that took the shortest time tell most exactly. */
  take({ t, at }) {
    const took = performance.now() - t;
    this.#answers = [...this.#answers.slice(-9), { took, ahead: at + took / 2 - performance.now() }];
  }

  /** Milliseconds of the server's clock; without an answer, `at` is taken for now. */
  now(at) {
    if (this.#answers.length === 0) return at;
    const best = this.#answers.reduce((one, other) => (other.took < one.took ? other : one));
    return performance.now() + best.ahead;
  }
}

/** The time that is due after `transport` at a time of the server's clock, in seconds. Pure. */
export function dueTime({ state, rate, frame, at }, now, { duration, frameRate: [num, den] }) {
  const gone = state === 'playing' ? Math.max(0, now - at) / 1000 : 0;
  return Math.min((frame * den) / num + gone * rate, duration);
}

/** The rate of a player that is so many seconds behind, by which it is there in a second. Pure. */
export function correctedRate(rate, behind, frameTime) {
  if (Math.abs(behind) < near * frameTime) return rate;
  return rate * (1 + Math.min(Math.max(behind / rate, -most), most));
}

export class RoomPlaying {
  #app;
  #clock = new ServerClock();
  /** What was told last as the leader, and when. */
  #told = null;
  /** What the leader plays, and how far behind this player was since the last look. */
  #led = null;
  #behind = [];
  #looked = 0;
  /** Whether it has jumped since the last look, and the milliseconds that a jump takes. */
  #jumped = false;
  #takes = usual;
  #leads = false;
  #follows = false;
  #frame = null;

  constructor(app) {
    this.#app = app;
    const { connection, page } = app;
    connection.addEventListener('pong', ({ detail }) => this.#clock.take(detail));
    connection.addEventListener('transport', ({ detail }) => this.#follow(detail));
    page.view.addEventListener('playbacktime', ({ detail }) => this.#pass(detail.time));
    app.watchers.add(() => this.#look());
  }

  /** Learns who leads: this page, another that it follows, or neither. */
  know({ leads, follows }) {
    if (!leads) this.#told = null;
    if (!follows) this.#release();
    else if (!this.#follows) this.#askClock(pings);
    [this.#leads, this.#follows] = [leads, follows];
  }

  /** One answer may have been delayed one way, and so tell a wrong time; the quickest counts. */
  #askClock(left) {
    this.#app.connection.tell('ping', { t: performance.now() });
    if (left > 1) setTimeout(() => this.#askClock(left - 1), pingEvery);
  }

  #look() {
    if (this.#leads && !this.#app.state.playback) this.#tell(null);
  }

  /** A frame has come into view of this page's player. */
  #pass(time) {
    const { media } = this.#app.state;
    if (!media?.frameRate?.[0]) return;
    const frame = Math.floor((time * media.frameRate[0]) / media.frameRate[1] + 0.01);
    if (frame === this.#frame) return;
    this.#frame = frame;
    if (this.#leads) this.#tell({ frame, rate: this.#app.state.shuttle });
    if (this.#led) this.#keepUp(time, media);
  }

  #tell(playing) {
    const now = performance.now();
    if (!this.#isNews(playing, now)) return;
    const frame = playing?.frame ?? this.#frame;
    const state = playing ? 'playing' : 'paused';
    const rate = playing?.rate || this.#told?.rate || 1;
    this.#told = { state, rate, frame, now };
    this.#app.connection.transport({ state, rate, frame });
  }

  /** Whether others cannot know it by what was told last. */
  #isNews(playing, now) {
    const told = this.#told;
    if (!playing) return told?.state === 'playing';
    if (told?.state !== 'playing' || told.rate !== playing.rate) return true;
    const { frameRate: [num, den] } = this.#app.state.media;
    const expected = told.frame + ((now - told.now) / 1000) * told.rate * (num / den);
    const isElsewhere = Math.abs(expected - playing.frame) > Math.max(1.5, (unsaid * num) / den);
    return now - told.now > (isElsewhere ? lookEvery : tellEvery);
  }

  #follow(message) {
    const { media } = this.#app.state;
    if (!media?.frameRate?.[0] || !this.#app.led) return;
    const before = this.#led;
    this.#led = message;
    if (message.state === 'paused') {
      if (before?.state === 'playing') this.#app.page.view.rest();
    } else if (before?.state !== 'playing' || before.rate !== message.rate) {
      this.#jump(media);
    }
  }

  /** Plays from where the leader will be when a frame comes; what that is wrong by, the rate makes up. */
  #jump(media) {
    const { at, rate } = this.#led;
    play(this.#app, dueTime(this.#led, this.#clock.now(at) + this.#takes, media), rate);
    // The next is not before several times as long, or a busy player would only jump.
    const looked = performance.now() + 4 * this.#takes;
    [this.#jumped, this.#behind, this.#looked] = [true, [], looked];
  }

  #keepUp(time, media) {
    const now = performance.now();
    if (this.#led.state !== 'playing') return;
    this.#behind.push(dueTime(this.#led, this.#clock.now(this.#led.at), media) - time);
    if (now < this.#looked + lookEvery) return;
    const behind = this.#behind.toSorted((one, other) => one - other)[this.#behind.length >> 1];
    [this.#behind, this.#looked] = [[], now];
    if (this.#jumped) this.#takes = Math.min(Math.max(this.#takes + 1000 * behind, 0), longest);
    this.#jumped = false;
    if (Math.abs(behind) > far) return this.#jump(media);
    const [num, den] = media.frameRate;
    this.#app.page.view.play(undefined, correctedRate(this.#led.rate, behind, den / num));
    return undefined;
  }

  /** Goes on alone, at the media's own pace. */
  #release() {
    if (this.#led?.state === 'playing' && this.#app.state.playback) {
      this.#app.page.view.play(undefined, this.#led.rate);
    }
    this.#led = null;
  }
}
