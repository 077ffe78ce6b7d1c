/** Milliseconds: a second press that comes sooner is half of a double click, and later a first. */
const [tooSoon, tooLate] = [400, 6000];

/** Acts on the second of two presses, and tells when one is awaited. */
export class PressTwice {
  #act;
  #tell;
  #since = 0;
  #timer = null;

  constructor(act, tell) {
    [this.#act, this.#tell] = [act, tell];
  }

  press() {
    if (this.#timer === null) return this.#arm();
    if (performance.now() - this.#since < tooSoon) return;
    this.forget();
    this.#act();
  }

  /** Takes the first press for not made. */
  forget() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell(false);
  }

  #arm() {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.forget(), tooLate);
    this.#tell(true);
  }
}
