/** The most samples that one `move` message may carry. */
export const mostSamples = 64;

/**
 * The samples of one gesture that wait to be sent, in order, none dropped. Pure.
 *
 * Times never run backwards: coalesced events of several devices may, by fractions of a
 * millisecond, and the server refuses that.
 */
export class Samples {
  #waiting = [];
  #latest = 0;

  /** @param {number} t - Milliseconds since the gesture began. */
  add(t, x, y) {
    this.#latest = Math.max(this.#latest, t);
    this.#waiting.push([this.#latest, x, y]);
  }

  /** The oldest samples that fit one message; empty when none wait. */
  take() {
    return this.#waiting.splice(0, mostSamples);
  }

  get isEmpty() {
    return this.#waiting.length === 0;
  }
}
