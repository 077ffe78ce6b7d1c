/** The most tiers of a law, and the bytes for them, after which lists of stops lie in memory. */
const mostTiers = 8;
const tiersSize = 16 * mostTiers;
const rules = { nearest: 0, before: 1, after: 2 };
const decisions = [null, 'confirmed', 'declined'];

/** The parameters of each law in the order of the module's functions, as they are by default. */
const laws = {
  quadratic: { falloff: 10000, floor: 0.01 },
  linear: { reach: 200, floor: 0.01 },
  geometric: { from: 24, reach: 240, floor: 'frame' },
  tiered: { tiers: [[0, 1], [50, 0.5], [100, 0.25], [150, 0.1]], hysteresis: 15 },
  flat: {},
};

/** The parameters of each snap whose stops need no knowledge of the media. */
const snaps = { none: [], step: ['step'], count: ['count'] };

/** The server's scrub model, bit for bit: every law, snap and control. */
export class ScrubModel {
  #decision = 0;

  static async load(response) {
    return new this((await WebAssembly.instantiateStreaming(response)).instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
  }

  /** The position, in 0...1. */
  get position() {
    return this.wasm.scrub_position();
  }

  /** The number of frames on the track. */
  set frames(count) {
    this.wasm.scrub_frames(count);
  }

  /** The state after the last call; `share` and `decision` are those of a confirm knob. */
  get state() {
    const { wasm } = this;
    const stop = wasm.scrub_stop();
    return {
      scrubbing: wasm.scrub_is_scrubbing() !== 0,
      position: this.position,
      raw: wasm.scrub_raw(),
      gain: wasm.scrub_gain(),
      stop: stop < 0 ? null : stop,
      share: wasm.scrub_share(),
      decision: decisions[this.#decision],
    };
  }

  /**
   * Changes the configuration, in part or whole; `marks` has the stops of a snap that depends on
   * the media. False if they are missing or a value is invalid; then nothing changes. A snap on
   * release needs none: the drag itself is free, and only the server knows where it ends.
   */
  configure({ law, snap, overshoot, press }, marks) {
    const { wasm } = this;
    this.#decision = 0;
    if (overshoot) wasm.scrub_overshoot(overshoot === 'clamp');
    if (press) wasm.scrub_press(press === 'jump');
    const isKnown = (!law || this.#setLaw(law)) && (!snap || this.#setSnap(snap, marks));
    return wasm.scrub_configure(isKnown) !== 0;
  }

  begin({ control = 'bar', x, y, extent, turn, mode }) {
    this.end();
    if (control === 'bar') return this.wasm.scrub_begin(x, y, extent);
    if (control === 'confirm') return this.wasm.scrub_begin_knob(x, extent);
    const { frames, position = frames } = turn;
    return this.wasm.scrub_begin_dial(x, y, position, frames > 0, mode === 'absolute');
  }

  /** Moves by samples `[t, x, y]`; without a drag nothing moves. */
  move(samples) {
    this.#decision = 0;
    for (const [, x, y] of samples) this.#decision = this.wasm.scrub_move(x, y) || this.#decision;
  }

  end() {
    this.#decision = this.wasm.scrub_end();
  }

  cancel() {
    this.#decision = this.wasm.scrub_cancel();
  }

  /** Ends a drag, and follows a `seek` whose target needs no knowledge of the media. */
  seek({ position, step }) {
    this.end();
    if (position !== undefined) this.place(position);
    if (step !== undefined) this.wasm.scrub_step(step);
  }

  /** Ends a drag and sets the position, and the raw one before snapping. */
  place(position, raw = position) {
    this.wasm.scrub_place(position, raw);
  }

  /** Continues a drag from another position, now under the pointer. */
  hold(position) {
    this.wasm.scrub_hold(position);
  }

  #setLaw({ kind, ...given }) {
    const standard = laws[kind];
    if (!standard) return false;
    const law = { ...standard, ...given };
    if (kind === 'tiered') return this.#setTiers(law);
    return this.#set(`law_${kind}`, Object.keys(standard).map((name) => law[name]));
  }

  #setTiers({ tiers, hysteresis }) {
    if (tiers.length > mostTiers) return false;
    return this.wasm.scrub_law_tiered(this.#write(tiers.flat()), tiers.length, hysteresis);
  }

  #setSnap(snap, marks) {
    const { to, rule, stops, when } = snap;
    const release = when === 'release';
    if (snaps[to]) return this.#set(`snap_${to}`, snaps[to].map((name) => snap[name]), release);
    const list = stops ?? marks;
    if (!list && release) return this.#set('snap_none', [], release);
    if (!list) return false;
    const written = [this.#write(list, tiersSize), list.length];
    if (stops) this.wasm.scrub_snap_places(...written, release);
    else this.wasm.scrub_snap_marks(...written, to === 'frame' ? 1 : rules[rule], release);
    return true;
  }

  /** Calls a setter; a floor of one frame is passed as NaN. */
  #set(setter, values, ...more) {
    const numbers = values.map((value) => (value === 'frame' ? NaN : value));
    this.wasm[`scrub_${setter}`](...numbers, ...more);
    return true;
  }

  /** Writes numbers into memory beyond what the module uses itself; gives their address. */
  #write(numbers, offset = 0) {
    const { memory, __heap_base: base } = this.wasm;
    const start = Math.ceil(base.value / 8) * 8 + offset;
    const lacking = start + 8 * numbers.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    new Float64Array(memory.buffer, start, numbers.length).set(numbers);
    return start;
  }
}

/** Loads a model beside the session's own: for one control, or to compute gains in advance. */
export function loadScrubModel() {
  return ScrubModel.load(fetch(new URL('../scrub-model.wasm', import.meta.url)));
}
