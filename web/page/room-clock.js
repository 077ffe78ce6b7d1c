/** The server's clock, as a room's messages tell it. Pure: times are milliseconds. */

/** Answers that are remembered; the quickest counts, as the least of it can be a delay one way. */
const remembered = 10;

export class ServerClock {
  #answers = [];
  /** By how much it is ahead at least, which counts where there is no answer yet. */
  #least = NaN;

  /** Takes a `pong` to what was sent at `t` of the page's clock, as `now` is. */
  answer({ t, at }, now) {
    const took = now - t;
    this.#answers = [...this.#answers.slice(1 - remembered), { took, ahead: at + took / 2 - now }];
  }

  /** Takes a message that was sent at a time of the server's clock or later. */
  hear(at, now) {
    this.#least = Number.isNaN(this.#least) ? at - now : Math.max(this.#least, at - now);
  }

  /** A time of the page's clock as one of the server's; NaN before anything was heard. */
  of(time) {
    return time + this.#ahead;
  }

  /** The milliseconds in which a message reaches the server, about. */
  get lag() {
    return (this.#quickest?.took ?? 0) / 2;
  }

  get #ahead() {
    return this.#quickest?.ahead ?? this.#least;
  }

  get #quickest() {
    return this.#answers.toSorted((one, other) => one.took - other.took)[0];
  }
}
