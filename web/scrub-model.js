/** Lists of places lie in memory behind room for eight tiers. */
const roomForTiers = 128;
const rules = { nearest: 0, before: 1, after: 2 };
const decisions = [null, 'confirmed', 'declined'];

/** What the module is told of a law or a snap. */
const parameters = {
  quadratic: ['falloff', 'floor'], linear: ['reach', 'floor'],
  geometric: ['from', 'reach', 'floor'], flat: [],
  none: [], step: ['step'], count: ['count'],
};

/**
 * The very model that the server scrubs with: the same calls give the same numbers, in every bit.
 * Arguments have the names and the forms of the protocol.
 */
export class ScrubModel {
  #wasm;
  #decision = 0;

  static async load(response) {
    return new ScrubModel((await WebAssembly.instantiateStreaming(response)).instance.exports);
  }

  constructor(wasm) {
    this.#wasm = wasm;
  }

  /** Where the hand has come to; `share` and `decision` are the knob's after the last call. */
  get state() {
    const wasm = this.#wasm;
    const stop = wasm.scrub_stop();
    return {
      scrubbing: wasm.scrub_is_scrubbing() !== 0,
      position: wasm.scrub_position(),
      raw: wasm.scrub_raw(),
      gain: wasm.scrub_gain(),
      stop: stop < 0 ? null : stop,
      share: wasm.scrub_share(),
      decision: decisions[this.#decision],
    };
  }

  /** How many frames lie on the track. */
  set frames(count) {
    this.#wasm.scrub_frames(count);
  }

  /**
   * Changes the configuration, in part or whole; `marks` is where the stops of a snap lie that
   * depends on the media. False where they are not given, or a value is invalid: nothing changes.
   */
  configure({ law, snap, overshoot, press }, marks) {
    const wasm = this.#wasm;
    this.#decision = 0;
    if (overshoot) wasm.scrub_overshoot(overshoot === 'clamp');
    if (press) wasm.scrub_press(press === 'jump');
    const isKnown = (!law || this.#setLaw(law)) && (!snap || this.#setSnap(snap, marks));
    return wasm.scrub_configure(isKnown) !== 0;
  }

  begin({ control = 'bar', x, y, extent, turn, mode }) {
    this.end();
    if (control === 'bar') return this.#wasm.scrub_begin(x, y, extent);
    if (control === 'confirm') return this.#wasm.scrub_begin_knob(x, extent);
    const { frames, position = frames } = turn;
    return this.#wasm.scrub_begin_dial(x, y, position, frames > 0, mode === 'absolute');
  }

  /** Follows the hand through `[t, x, y]`; what is not held does not move. */
  move(samples) {
    this.#decision = 0;
    for (const [, x, y] of samples) {
      this.#decision = this.#wasm.scrub_move(x, y) || this.#decision;
    }
  }

  end() {
    this.#decision = this.#wasm.scrub_end();
  }

  cancel() {
    this.#decision = this.#wasm.scrub_cancel();
  }

  /** Lets go, and goes where a `seek` leads if that needs no knowledge of the media. */
  seek({ position, step }) {
    this.end();
    if (position !== undefined) this.place(position);
    if (step !== undefined) this.#wasm.scrub_step(step);
  }

  /** Lets go, and goes to a position, under which another raw one may lie. */
  place(position, raw = position) {
    this.#wasm.scrub_place(position, raw);
  }

  /** Goes on from another position, which the place under the hand has now. */
  hold(position) {
    this.#wasm.scrub_hold(position);
  }

  #setLaw(law) {
    const { kind, tiers, hysteresis } = law;
    if (kind !== 'tiered') return this.#set(`law_${kind}`, parameters[kind], law);
    if (tiers.length > 8) return false;
    return this.#wasm.scrub_law_tiered(this.#write(tiers.flat()), tiers.length, hysteresis);
  }

  #setSnap(snap, marks) {
    const { to, rule, stops, when } = snap;
    const release = when === 'release';
    if (parameters[to]) return this.#set(`snap_${to}`, parameters[to], snap, release);
    const places = stops ?? marks;
    if (!places) return false;
    const list = [this.#write(places, roomForTiers), places.length];
    if (stops) this.#wasm.scrub_snap_places(...list, release);
    else this.#wasm.scrub_snap_marks(...list, to === 'frame' ? 1 : rules[rule], release);
    return true;
  }

  /** A floor of one frame goes as no number. */
  #set(setter, names, from, ...more) {
    const values = names?.map((name) => (from[name] === 'frame' ? NaN : from[name]));
    if (values) this.#wasm[`scrub_${setter}`](...values, ...more);
    return values !== undefined;
  }

  /** Puts numbers into memory, beyond what the module uses itself. */
  #write(numbers, offset = 0) {
    const { memory, __heap_base: base } = this.#wasm;
    const start = Math.ceil(base.value / 8) * 8 + offset;
    const lacking = start + 8 * numbers.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    new Float64Array(memory.buffer, start, numbers.length).set(numbers);
    return start;
  }
}
