/**
 * The gears of a dial: the faster it turns, the further it scrubs. What a gear adds is added to the
 * angle of the samples, so that the server sees an ordinary drag that turned so far. All but
 * `DialDrag` is pure.
 */

import { ImmediateDrag } from './immediate-drag.js';

/** A gear is entered at its number in turns a second, and left below this share of that. */
const left = 0.7;
/** Milliseconds over which speed is measured, and the least that suffice. */
const [span, least] = [120, 40];
/** The most turns between two samples: the scrub model takes the shorter way around. */
const most = 0.25;
/** Below this share of the radius, small movements are large angles, and no gear is used. */
const middle = 0.25;
/** Samples that a drag can be told again; of more only the last counts. */
const told = 512;

/** The number of the gear at so many turns a second, coming from another one. */
export function gearAt(speed, from, count) {
  const entered = Math.min(Math.floor(speed), count - 1);
  if (entered >= from) return entered;
  return Math.min(Math.max(entered, Math.floor(speed / left)), from);
}

/** The gears of one drag, from `begin` on; x and y are from the middle, `radius` is the dial's. */
export class Gearbox {
  /** The number of the gear, and the turns that gears have added to the pointer's. */
  gear = 0;
  added = 0;
  #gears;
  #radius;
  #isAtEnd;
  #last;
  #turned = 0;
  #recent;

  /** `isAtEnd` says whether the position can go no further in a direction: there no gear counts. */
  constructor(gears, { x, y, radius }, isAtEnd = () => false) {
    [this.#gears, this.#radius, this.#isAtEnd] = [gears, radius, isAtEnd];
    this.#last = [x, y];
    this.#recent = [[0, 0]];
  }

  /** The samples to report for one of the pointer. */
  follow([t, x, y]) {
    if (x === 0 && y === 0) return [];
    const change = turnFrom(this.#last, [x, y]);
    this.#shift(t, change, Math.hypot(x, y));
    const more = this.#isAtEnd(change) ? 0 : change * (this.#gears[this.gear] - 1);
    const samples = this.#between(t, change, more);
    this.added += more;
    this.#last = [x, y];
    return [...samples, [t, ...rotate([x, y], this.added)]];
  }

  #shift(t, change, distance) {
    this.#turned += change;
    this.#recent.push([t, this.#turned]);
    while (this.#recent.length > 2 && this.#recent[1][0] <= t - span) this.#recent.shift();
    const [since, from] = this.#recent[0];
    if (distance < this.#radius * middle) this.gear = 0;
    else if (t - since >= least) {
      const speed = (Math.abs(this.#turned - from) / (t - since)) * 1000;
      this.gear = gearAt(speed, this.gear, this.#gears.length);
    }
  }

  /** Samples in between, where the distance is more than `most`. */
  #between(t, change, more) {
    const parts = Math.ceil(Math.abs(change + more) / most);
    return Array.from({ length: Math.max(parts - 1, 0) }, (_, i) => {
      const share = (i + 1) / parts;
      return [t, ...rotate(this.#last, change * share + this.added + more * share)];
    });
  }
}

/** A drag around the middle of a dial, multiplied by its gears. */
export class DialDrag extends ImmediateDrag {
  #dial;
  #gearbox = null;
  /** Turns that gears have added in all drags that were not cancelled. */
  #before = 0;
  /** The newest samples of the drag, of which the server may not have followed all. */
  #samples = [];

  #start = 0;

  /** `dial` gives its `gears`, whether it `isAtEnd` in a direction, and where its ring has its `start`. */
  constructor(element, report, dial) {
    super(element, report, (box) => [box.width / 2, box.height / 2]);
    this.#dial = dial;
  }

  /** The number of the gear in use. */
  get gear() {
    return this.held ? this.#gearbox.gear : 0;
  }

  /** The turns that gears have added to the pointer's. */
  get added() {
    return this.#before + (this.held ? this.#gearbox.added : 0);
  }

  /** What is pressed in its hole is not turned. */
  handleEvent(event) {
    const isInHole = event.type === 'pointerdown' && event.target !== this.element;
    if (!isInHole) super.handleEvent(event);
  }

  /** From the middle, as if the ring began at the top. */
  at(event) {
    const place = super.at(event);
    return this.#start === 0 ? place : rotate(place, -this.#start);
  }

  scale(box) {
    this.#start = this.#dial.start();
    return super.scale(box);
  }

  taken(held) {
    const { x, y, extent } = held;
    const { gears, isAtEnd } = this.#dial;
    this.#gearbox = new Gearbox(gears(), { x, y, radius: extent / 2 }, isAtEnd);
    this.#samples = [[0, x, y]];
    super.taken(held);
  }

  push(sample) {
    this.#samples.push(sample);
    if (this.#samples.length > told) this.#samples.shift();
    super.push(sample);
  }

  /**
   * After a reconnection: goes on from where the server has followed the pointer to, and turns
   * again what it has not; or begins anew from where the pointer is.
   */
  restart(followed) {
    const { held } = this;
    if (!held) return;
    const all = this.#samples;
    const last = all.findLastIndex(([, x, y]) => x === followed?.x && y === followed?.y);
    held.isNew = !followed;
    // At least one, so that it is answered.
    held.samples = all.slice(followed && last >= 0 ? Math.min(last + 1, all.length - 1) : -1);
    const [x, y] = followed ? [followed.x, followed.y] : all.at(-1).slice(1);
    this.report('begin', { x, y, continues: Boolean(followed), isResumed: true });
    while (held.samples.length > 0) this.flush();
  }

  moved({ last, x, y }) {
    for (const sample of this.#gearbox.follow([last, x, y])) this.push(sample);
  }

  left(type, held) {
    if (type === 'end') this.#before += this.#gearbox.added;
    this.report(type, { isNew: held.isNew });
  }
}

/** The angle from one point to another around the middle, in turns: the shorter one. */
function turnFrom([x0, y0], [x, y]) {
  return Math.atan2(x0 * y - y0 * x, x0 * x + y0 * y) / (2 * Math.PI);
}

/** A point rotated by so many turns; bit for bit the same for none. */
function rotate([x, y], turns) {
  const angle = (turns % 1) * 2 * Math.PI;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}
