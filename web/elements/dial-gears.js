/**
 * The gears of a dial: the faster it turns, the more a turn is worth. What a gear adds is added to
 * the hand's own angle, so that to whoever scrubs it is one hand that turned so far. Pure.
 */

/** A gear is entered at its number in turns a second, and left below this share of that. */
const left = 0.7;
/** Milliseconds that speed is measured over, and the least to tell it from. */
const [span, least] = [120, 40];
/** Turns between two samples, of which a scrubber takes the shorter way around. */
const most = 0.25;
/** Nearer to the middle than this share of the radius, a tremble is a turn. */
const middle = 0.25;

/** The number of the gear at so many turns a second, coming from another one. */
export function gearAt(speed, from, count) {
  const entered = Math.min(Math.floor(speed), count - 1);
  if (entered >= from) return entered;
  return Math.min(Math.max(entered, Math.floor(speed / left)), from);
}

/** One hand that turns, from `begin` on; x and y are from the middle, `radius` is the dial's. */
export class Gearbox {
  /** Its number, and the turns that gears have added to the hand's. */
  gear = 0;
  added = 0;
  #gears;
  #radius;
  #isAtEnd;
  #last;
  #turned = 0;
  #way;

  /** `isAtEnd` says whether the position can go no further that way: there no gear counts. */
  constructor(gears, { x, y, radius }, isAtEnd = () => false) {
    [this.#gears, this.#radius, this.#isAtEnd] = [gears, radius, isAtEnd];
    this.#last = [x, y];
    this.#way = [[0, 0]];
  }

  /** The samples that stand for one of the hand. */
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
    this.#way.push([t, this.#turned]);
    while (this.#way.length > 2 && this.#way[1][0] <= t - span) this.#way.shift();
    const [since, from] = this.#way[0];
    if (distance < this.#radius * middle) this.gear = 0;
    else if (t - since >= least) {
      const speed = (Math.abs(this.#turned - from) / (t - since)) * 1000;
      this.gear = gearAt(speed, this.gear, this.#gears.length);
    }
  }

  /** Those on the way, where it is long. */
  #between(t, change, more) {
    const parts = Math.ceil(Math.abs(change + more) / most);
    return Array.from({ length: Math.max(parts - 1, 0) }, (_, i) => {
      const share = (i + 1) / parts;
      return [t, ...rotate(this.#last, change * share + this.added + more * share)];
    });
  }
}

/** The way around the middle from one place to another, in turns: the shorter one. */
function turnFrom([x0, y0], [x, y]) {
  return Math.atan2(x0 * y - y0 * x, x0 * x + y0 * y) / (2 * Math.PI);
}

/** A place, so many turns further around; not a bit off where that is none. */
function rotate([x, y], turns) {
  const angle = (turns % 1) * 2 * Math.PI;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}
