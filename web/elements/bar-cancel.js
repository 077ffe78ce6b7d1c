/** CSS pixels: how far a drag must have gone, how near it must come back, how still it must be. */
const away = 48;
const near = 6;
const still = 2;
/** Milliseconds at rest before releasing cancels. */
const rests = 350;

/**
 * Tells when releasing the pointer is to cancel the drag: it was far from where the drag began,
 * has come back there and rests. Passing through, or in a fine zone, it does not cancel.
 */
export class CancelWatch {
  #change;
  #distance;
  #wasFar;
  #place = null;
  #timer = null;

  /** `distance` gives the CSS pixels from the drag's origin; `change` is called with true or false. */
  constructor({ farthest, distance, change }) {
    [this.#change, this.#distance] = [change, distance];
    this.#wasFar = farthest >= away;
  }

  follow(place, isFine) {
    this.#wasFar ||= this.#distance() >= away;
    if (!this.#wasFar || isFine || this.#distance() > near) return this.stop();
    if (this.#timer !== null && Math.abs(place - this.#place) < still) return;
    this.stop();
    this.#place = place;
    this.#timer = setTimeout(() => this.#change(this.#distance() <= near), rests);
  }

  stop() {
    clearTimeout(this.#timer);
    if (this.#timer !== null) this.#change(false);
    this.#timer = null;
  }
}
