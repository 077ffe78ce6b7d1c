/** Whether the exact picture shown answers a newer message, or the same one. */
export function isStale(picture, shown) {
  if (!shown?.exact) return false;
  return picture.seq < shown.seq || (picture.seq === shown.seq && !picture.exact);
}

/**
 * Paints at most one picture per animation frame, the newest pending. Each is acknowledged by
 * `settle` once, painted or not: the server counts pictures in flight.
 */
export class PictureQueue {
  #steps;
  #waiting = null;
  #shown = null;
  #busy = false;
  #generation = 0;

  constructor(steps) {
    this.#steps = steps;
  }

  add(picture) {
    if (isStale(picture, this.#waiting)) return this.#steps.settle(picture);
    if (this.#waiting) this.#steps.settle(this.#waiting);
    this.#waiting = picture;
    if (!this.#busy) this.#run();
  }

  /** For pictures that answer no message of ours, as who leads has moved. */
  led() {
    this.#shown = null;
  }

  /** For another connection, whose sequence numbers start again. */
  reset() {
    this.#generation += 1;
    this.#waiting = null;
    this.#shown = null;
  }

  async #run() {
    this.#busy = true;
    while (this.#waiting) {
      const picture = this.#waiting;
      this.#waiting = null;
      if (isStale(picture, this.#shown)) this.#steps.settle(picture);
      else await this.#show(picture, this.#generation);
    }
    this.#busy = false;
  }

  async #show(picture, generation) {
    const bitmap = await this.#steps.decode(picture).catch(() => null);
    if (bitmap) await this.#steps.nextFrame();
    if (generation !== this.#generation) return bitmap?.close();
    if (bitmap) {
      this.#shown = picture;
      this.#steps.paint(bitmap, picture);
    }
    this.#steps.settle(picture);
  }
}
