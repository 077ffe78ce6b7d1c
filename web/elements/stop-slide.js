import { ownModel } from './own-model.js';

/** A hand that slides along stops: freely while it holds, onto one of them when it lets go. */
export class StopSlide {
  #stops;
  #extent;
  #model = null;
  #from = 0;
  #x = 0;

  /** `extent` gives the CSS pixels from the first stop to the last. */
  constructor(stops, extent) {
    [this.#stops, this.#extent] = [stops, extent];
  }

  async load() {
    this.#model ??= await ownModel();
  }

  /** Hears a hand, and says where that leads; nowhere before there is a model. */
  follow(type, detail) {
    if (!this.#model) return null;
    if (type === 'begin') this.#begin(detail.x);
    else if (type === 'move') this.#move(detail.samples);
    else if (detail.tapped) this.#hold('jump');
    if (type === 'cancel') this.#model.cancel();
    if (type === 'end') this.#model.end();
    const { stop, position, scrubbing } = this.#model.state;
    return { stop: type === 'cancel' ? this.#from : stop, position, isHeld: scrubbing };
  }

  #begin(x) {
    const { value, count } = this.#stops;
    this.#from = value;
    this.#x = this.#along(x);
    this.#model.place(value / count);
    this.#hold('hold');
  }

  #move(samples) {
    this.#model.move(samples.map(([t, x]) => [t, this.#along(x), 0]));
  }

  #hold(press) {
    const snap = { to: 'count', count: this.#stops.count, when: 'release' };
    this.#model.configure({ law: { kind: 'flat' }, snap, press });
    this.#model.begin({ x: this.#x, y: 0, extent: this.#extent() });
  }

  /** Counted from the first stop, which is on the right where one reads from there. */
  #along(x) {
    return this.#stops.matches(':dir(rtl)') ? this.#extent() - x : x;
  }
}
