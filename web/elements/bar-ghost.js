/** CSS pixels: how far away a hand must have been, how near it must come, how still it must be. */
const away = 48;
const near = 6;
const still = 2;
/** Milliseconds of rest. */
const rests = 350;

/**
 * Says when letting go is to cancel: the hand was far from where it began, has come back, and
 * rests there. On its way through, or while it moves finely, it seeks as ever.
 */
export class GhostWatch {
  #change;
  #distance;
  #wasFar;
  #place = null;
  #timer = null;

  constructor({ wasFar, distance, change }) {
    [this.#change, this.#distance] = [change, distance];
    this.#wasFar = wasFar >= away;
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
