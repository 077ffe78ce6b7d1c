import { Gearbox } from './dial-gears.js';
import { Hand } from './hand.js';

/** A hand around the middle of a dial, which its gears carry further than it turns. */
export class DialHand extends Hand {
  #dial;
  #gearbox = null;
  /** What gears have added in all the turns that were not taken back. */
  #before = 0;

  /** `dial` gives its `gears`, and says where it `isAtEnd`. */
  constructor(element, report, dial) {
    super(element, report, (box) => [box.width / 2, box.height / 2]);
    this.#dial = dial;
  }

  /** The number of the gear that counts, and the turns that gears have added. */
  get gear() {
    return this.held ? this.#gearbox.gear : 0;
  }

  get added() {
    return this.#before + (this.held ? this.#gearbox.added : 0);
  }

  taken(held) {
    const { x, y, extent } = held;
    const { gears, isAtEnd } = this.#dial;
    this.#gearbox = new Gearbox(gears(), { x, y, radius: extent / 2 }, isAtEnd);
    super.taken(held);
  }

  moved({ last, x, y }) {
    for (const sample of this.#gearbox.follow([last, x, y])) this.push(sample);
  }

  left(type, held) {
    if (type === 'end') this.#before += this.#gearbox.added;
    super.left(type, held);
  }
}
