/** In the module's memory, lists of places lie behind room for eight tiers. */
const roomForTiers = 128;
const rules = { nearest: 0, before: 1, after: 2 };
const decisions = [null, 'confirmed', 'declined'];

/** What the module is told of a law, in this order; a floor of one frame goes as no number. */
const laws = {
  quadratic: ['falloff', 'floor'],
  linear: ['reach', 'floor'],
  geometric: ['from', 'reach', 'floor'],
  flat: [],
};

/**
 * The very model that the server scrubs with, compiled to WebAssembly: the same calls give the same
 * numbers, in every bit. Arguments have the names and the forms of the protocol.
 */
export class ScrubModel {
  #wasm;
  #decision = 0;

  /** @param {Promise<Response>} response - Of `scrub-model.wasm`. */
  static async load(response) {
    return new ScrubModel((await WebAssembly.instantiateStreaming(response)).instance.exports);
  }

  constructor(wasm) {
    this.#wasm = wasm;
  }

  /**
   * Where the hand has come to. `share` is how far the knob is on its way; `decision` is what the
   * last call decided, `confirmed` or `declined`, or null.
   */
  get state() {
    const wasm = this.#wasm;
    const stop = wasm.scrub_stop();
    return {
      scrubbing: wasm.scrub_is_scrubbing() !== 0,
      position: wasm.scrub_position(),
      raw: wasm.scrub_raw(),
      gain: wasm.scrub_gain(),
      stop: stop < 0 ? null : stop,
      share: wasm.knob_share(),
      decision: decisions[this.#decision],
    };
  }

  /** How many frames lie on the track. */
  set frames(count) {
    this.#wasm.scrub_frames(count);
  }

  /**
   * Changes the configuration as the server's `configured` says, in part or whole, without moving.
   *
   * @param {number[]} [marks] - Where the stops of a `time`, `frame`, `keyframe` or `chapter` snap
   *   lie: ascending, in 0...1.
   * @returns {boolean} False where such stops are not given, or a value is invalid: nothing has
   *   changed, and the model cannot tell what the server makes of the hand.
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
    if (control === 'confirm') return this.#wasm.knob_begin(x, extent);
    const { position, frames } = turn;
    const worth = position ?? frames;
    return this.#wasm.scrub_begin_dial(x, y, worth, frames > 0, mode === 'absolute');
  }

  /** Follows the hand through `[t, x, y]`; what is not held does not move. */
  move(samples) {
    this.#decision = 0;
    for (const [, x, y] of samples) {
      this.#wasm.scrub_move(x, y);
      this.#decision = this.#wasm.knob_move(x) || this.#decision;
    }
  }

  end() {
    this.#wasm.scrub_end();
    this.#decision = this.#wasm.knob_end();
  }

  cancel() {
    this.#wasm.scrub_cancel();
    this.#decision = this.#wasm.knob_cancel();
  }

  /** Lets go, and goes where a `seek` leads if that needs no knowledge of the media. */
  seek({ position, step }) {
    this.end();
    if (position !== undefined) this.place(position);
    if (step !== undefined) this.#wasm.scrub_step(step);
  }

  /** Goes to a position, under which another raw one may lie, and lets go. */
  place(position, raw = position) {
    this.#wasm.scrub_place(position, raw);
  }

  /** Puts the place under the hand at another position, and goes on from there. */
  hold(position) {
    this.#wasm.scrub_hold(position);
  }

  #setLaw({ kind, tiers, hysteresis, ...law }) {
    if (kind === 'tiered') {
      if (tiers.length > 8) return false;
      return this.#wasm.scrub_law_tiered(this.#write(tiers.flat()), tiers.length, hysteresis);
    }
    const values = laws[kind]?.map((name) => (law[name] === 'frame' ? NaN : law[name]));
    if (values) this.#wasm[`scrub_law_${kind}`](...values);
    return values !== undefined;
  }

  #setSnap({ to, when, step, count, rule, stops }, marks) {
    const wasm = this.#wasm;
    const release = when === 'release';
    if (to === 'none') wasm.scrub_snap_none(release);
    else if (to === 'step') wasm.scrub_snap_step(step, release);
    else if (to === 'count') wasm.scrub_snap_count(count, release);
    else {
      const places = stops ?? marks;
      if (!places) return false;
      const list = [this.#write(places, roomForTiers), places.length];
      if (stops) wasm.scrub_snap_places(...list, release);
      else wasm.scrub_snap_marks(...list, to === 'frame' ? 1 : rules[rule], release);
    }
    return true;
  }

  /** Puts numbers into the module's memory, beyond what it uses itself. */
  #write(numbers, offset = 0) {
    const { memory, __heap_base: base } = this.#wasm;
    const start = Math.ceil(base.value / 8) * 8 + offset;
    const lacking = start + 8 * numbers.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    new Float64Array(memory.buffer, start, numbers.length).set(numbers);
    return start;
  }
}
