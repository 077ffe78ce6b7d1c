import { Peaks } from '../client/peaks.js';

/** What a waveform knows of the sound that it shows: all of it coarsely, and the part in view. */
export class WaveformParts {
  #report;
  #key = null;
  #peaks = null;
  #stop = null;
  #whole = null;
  /** Whether all of it is an overview, which is about right. */
  #isRough = false;
  /** The part in view and as much on both sides: `{from, to, part}`. */
  #near = null;
  #asked = null;

  /** `report` is called when there is more. */
  constructor(report) {
    this.#report = report;
  }

  get isKnown() {
    return this.#whole !== null;
  }

  /** Whether what is known is about right, until the server has decoded all of it. */
  get isRough() {
    return this.#isRough;
  }

  /** How many samples a point in view holds. */
  get width() {
    return (this.#near?.part ?? this.#whole)?.width ?? null;
  }

  /** Asks for the sound of a media, unless it is the one that it has. */
  open(source, version) {
    const key = `${source} ${version}`;
    if (key === this.#key) return;
    this.leave();
    this.#key = key;
    if (!source) return;
    this.#peaks = new Peaks(source, version);
    this.#load(async (signal) => {
      const whole = await this.#peaks.whole(signal, (part) => this.#hear(part, signal));
      if (!signal.aborted) [this.#whole, this.#isRough] = [whole, false];
    }, () => { this.#key = null; });
  }

  #hear(part, { aborted }) {
    if (aborted) return;
    [this.#whole, this.#isRough] = [part, true];
    this.#report();
  }

  /** Forgets all, and ends what is asked for. */
  leave() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    [this.#key, this.#peaks, this.#whole, this.#near, this.#asked] = [null, null, null, null, null];
    this.#isRough = false;
  }

  /** Asks for as many points as there are places, where those that are known are fewer. */
  refine([from, to], places) {
    if (!this.#whole || this.#isRough || places === 0) return;
    const length = this.#peaks.length(this.#whole.rate);
    const isCoarse = ({ width }) => width > (2 * length * (to - from)) / places && width > 1;
    const near = this.#near;
    const isThere = near && near.from <= from && near.to >= to;
    if (!isCoarse(this.#whole) || (isThere && !isCoarse(near.part))) return;
    const asked = `${from} ${to} ${places}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const part = { from: Math.max(2 * from - to, 0), to: Math.min(2 * to - from, 1) };
    const wide = (places * (part.to - part.from)) / (to - from);
    this.#load(async (signal) => {
      part.part = await this.#peaks.between(part.from, part.to, wide, this.#whole, signal);
      if (part.part && asked === this.#asked) this.#near = part;
    }, () => { this.#asked = null; });
  }

  get #exact() {
    return this.#isRough ? null : this.#whole;
  }

  /** Gives the sample at a pixel of the part in view. */
  edges([from, to], pixels) {
    const length = this.#peaks.length(this.#whole.rate);
    return (x) => length * (from + ((to - from) * x) / pixels);
  }

  /** Reads samples from where they are known best. */
  between(from, to, read) {
    return (this.#near && read(this.#near.part, from, to)) ?? read(this.#whole, from, to);
  }

  /** How loud a frame is, of 32768; null while that is not known. */
  async loudness(target) {
    return this.#exact && this.#peaks.loudness(target, this.#whole, this.#stop.signal);
  }

  /** All of it in points of so many seconds at most; null while it is not known. */
  async fine(seconds) {
    return this.#exact && this.#peaks.fine(seconds * this.#whole.rate, this.#stop.signal);
  }

  /** Where the server is away, or has another version by now, the next change asks again. */
  async #load(ask, forget) {
    const { signal } = this.#stop;
    try {
      await ask(signal);
    } catch {
      return signal.aborted ? undefined : forget();
    }
    return signal.aborted ? undefined : this.#report();
  }
}
