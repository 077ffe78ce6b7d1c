/**
 * Keeps a player to what a room's leader plays. Pure: messages and frames come in, and what the
 * player is to do comes out. Times are milliseconds of the server's clock, places are seconds.
 */

import { clamp } from '../geometry.js';

/** Messages of which the one that was least late counts; who is told late seems to be behind. */
const counted = 4;
/** Seconds of playing by which a message may differ from those before and go on from there. */
const slack = 0.5;
/** Seconds from which a jump is sooner there than another rate, of one ahead where jumps are slow. */
const [late, early] = [1, 3];
/** Shares of the rate by which it is slower and faster at most. */
const [slower, faster] = [-0.75, 0.25];
/** Seconds from which the rate is another, and until which it stays so. */
const [off, on] = [0.012, 0.004];
/** Milliseconds, and frames, after which it is judged how far off a player is. */
const [enough, few] = [500, 5];
/** Seconds in which what is left is made up, or the time that it takes to judge, if that is longer. */
const soon = 0.7;
/** Milliseconds that a jump is taken to need at first, and at most; and after which it is given up. */
const [usual, longest, lost] = [250, 8000, 15_000];
/** Milliseconds before what did not suffice is done again, and how often that doubles. */
const [again, doublings] = [1000, 4];
/** Rates that browsers play at. */
const [slowest, fastest] = [1 / 16, 16];
/** Seconds before the end from which nobody jumps. */
const end = 0.1;

export class KeepingUp {
  /** Where the leader is; null while it rests. */
  #line = null;
  #plays = false;
  /** The player's own rate. */
  #rate = 1;
  /** The jump under way: to which place, since when, and whether the leader has gone elsewhere. */
  #jump = null;
  /** What the last jump took. */
  #cost = usual;
  #jumps = 0;
  #next = -Infinity;
  /** Frames that came into view since the last change. */
  #seen = [];
  #isOff = false;

  /** Takes a `transport` message: `{rest}` with the leader's frame, `{play, rate}`, `{rate}` or null. */
  hear(message, media, now) {
    const before = this.#line;
    this.#line = lineOf(message, media, before);
    if (!this.#line) return this.#rest(message.frame);
    const moved = this.#plays ? this.#moved(before, now) : Infinity;
    const isElsewhere = Math.abs(moved) > early;
    if (isElsewhere) this.#jumps = 0;
    // A jump that is superseded shows nothing: on a slow machine no other would end, either.
    if (this.#jump && now < this.#jump.since + lost) this.#jump.isOver ||= isElsewhere;
    else if (isElsewhere || (this.#isFar(moved) && now >= this.#next)) return this.#go(now);
    return before?.rate === this.#line.rate ? null : this.#turn(this.#line.rate);
  }

  /** A frame of a time came into view at `at`: `{play, rate}`, `{rate}` or null. */
  seen({ time, at }, now) {
    const isOver = this.#jump?.isOver;
    if (!this.#plays || (this.#jump && !this.#hasLanded(time, at))) return null;
    if (isOver) return this.#go(now);
    this.#seen.push({ time, at });
    const isEnough = this.#seen.length >= few && at - this.#seen[0].at >= enough;
    return isEnough ? this.#correct(now) : null;
  }

  /** The player has stopped, at its end or because it cannot go on. */
  stopped() {
    this.#plays = false;
    this.#jump = null;
  }

  /** The leader's rate while it plays, or null. */
  get rate() {
    return this.#line?.rate ?? null;
  }

  #rest(frame) {
    this.stopped();
    return { rest: frame };
  }

  /** Seconds of playing by which the leader is elsewhere than it was told to be before. */
  #moved(before, now) {
    return (placeAt(this.#line, now) - placeAt(before, now)) / this.#line.rate;
  }

  /** Whether a jump is sooner there than another rate; a leader's busy player stands still at times. */
  #isFar(behind) {
    return behind > late || -behind > clamp((2 * this.#cost) / 1000, late, early);
  }

  /** Jumps to where the leader will be once a frame of there is in view. */
  #go(now) {
    const { rate, duration } = this.#line;
    // A player's first frame may have been slow, and the next is not: but who is ahead can wait.
    const to = placeAt(this.#line, now + this.#cost);
    if (to > duration - end) return null;
    [this.#plays, this.#jump, this.#isOff] = [true, { to, since: now, isOver: false }, false];
    this.#next = now + again * 2 ** Math.min(this.#jumps, doublings);
    this.#jumps += 1;
    this.#turn(rate);
    return { play: to, rate: this.#rate };
  }

  /** Whether a frame is one of where the jump leads, by which is known what that took. */
  #hasLanded(time, at) {
    const { to, since } = this.#jump;
    const gone = (at - since) / 1000;
    if (gone > lost / 1000) this.#jump = null;
    else if (gone > 0 && time > to - end && time < to + gone * this.#rate * 1.5 + end) {
      const cost = 1000 * (gone - (time - to) / this.#rate);
      this.#cost = clamp(cost, 0, longest);
      this.#jump = null;
    }
    return this.#jump === null;
  }

  #correct(now) {
    const behind = this.#behind(now);
    const time = Math.max(soon, (this.#seen.at(-1).at - this.#seen[0].at) / 1000);
    const isFar = this.#isFar(behind);
    if (isFar && now >= this.#next) return this.#go(now) ?? this.#turn(this.#line.rate);
    if (!isFar) this.#jumps = 0;
    this.#isOff = Math.abs(behind) > (this.#isOff ? on : off);
    return this.#turn(this.#line.rate * (1 + (this.#isOff ? clamp(behind / time, slower, faster) : 0)));
  }

  /** Seconds of playing by which it is behind now: the median, as single frames may be late. */
  #behind(now) {
    const line = this.#line;
    const all = this.#seen.map(({ time, at }) => (
      placeAt(line, now) - time - (this.#rate * (now - at)) / 1000
    ));
    return all.toSorted((one, other) => one - other)[all.length >> 1] / line.rate;
  }

  /** Plays at another rate from now on; what was seen until then says nothing of that. */
  #turn(rate) {
    const before = this.#rate;
    this.#seen = [];
    this.#rate = clamp(rate, slowest, fastest);
    return this.#rate === before ? null : { rate: this.#rate };
  }
}

/** Where the leader is by a message, and by those before if it goes on from there; null at rest. */
function lineOf({ state, rate, frame, at }, { duration, frameRate: [num, den] }, before) {
  // No browser's player plays backward.
  if (state !== 'playing' || rate <= 0) return null;
  const start = (frame * den) / num - (rate * at) / 1000;
  const fresh = { rate, duration, starts: [start], doubt: null };
  if (before?.rate !== rate) return fresh;
  const isNear = (other) => other !== null && Math.abs(start - other) < slack * rate;
  if (isNear(startOf(before))) return { ...fresh, starts: [...before.starts.slice(1 - counted), start] };
  const isBehind = start < startOf(before) && start > startOf(before) - late * rate;
  // A message that was late tells the same as a leader who stood still: the next one decides.
  return isBehind && !isNear(before.doubt) ? { ...before, duration, doubt: start } : fresh;
}

const startOf = ({ starts }) => Math.max(...starts);

/** Where the leader is at a time. */
export function placeAt(line, now) {
  return Math.min(startOf(line) + (line.rate * now) / 1000, line.duration);
}
