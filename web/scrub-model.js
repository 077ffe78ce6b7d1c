/** A list in the module's memory begins behind room for the tiers, which are eight pairs. */
const roomForTiers = 128;
const page = 65536;
const rules = { nearest: 0, before: 1, after: 2 };
const decisions = [null, 'confirmed', 'declined'];

/**
 * The very model that the server scrubs with, compiled to WebAssembly: the same calls give the same
 * numbers, in every bit. Arguments have the names and the forms of the protocol.
 */
export class ScrubModel {
  #wasm;
  #knob = false;
  #decision = 0;

  /** @param {Promise<Response>} response - Of `scrub-model.wasm`. */
  static async load(response) {
    return new ScrubModel((await WebAssembly.instantiateStreaming(response)).instance);
  }

  /** @param {WebAssembly.Instance} instance - Whose memory is the state of this model. */
  constructor(instance) {
    this.#wasm = instance.exports;
  }

  /**
   * Where the hand has come to. `share` is how far the knob is on its way, and `decision` is
   * `confirmed` or `declined` after the call that decided, or null.
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

  /** Takes hold; what the other controls carry goes as in the protocol's `begin`. */
  begin({ control = 'bar', x, y, extent, turn, mode }) {
    const wasm = this.#wasm;
    this.end();
    if (control === 'bar') return wasm.scrub_begin(x, y, extent);
    if (control === 'dial') {
      const { position, frames } = turn;
      return wasm.scrub_begin_dial(x, y, position ?? frames, frames > 0, mode === 'absolute');
    }
    this.#knob = true;
    return wasm.knob_begin(x, extent);
  }

  /** Follows the hand through `[t, x, y]`. */
  move(samples) {
    this.#decision = 0;
    for (const [, x, y] of samples) {
      if (this.#knob) this.#decision = this.#wasm.knob_move(x) || this.#decision;
      else this.#wasm.scrub_move(x, y);
    }
  }

  /** Lets go. */
  end() {
    this.#knob = false;
    this.#wasm.scrub_end();
    this.#decision = this.#wasm.knob_end();
  }

  /** Takes the gesture back. */
  cancel() {
    this.#knob = false;
    this.#wasm.scrub_cancel();
    this.#decision = this.#wasm.knob_cancel();
  }

  /** Goes where a `seek` leads, if that needs no knowledge of the media, and lets go. */
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

  #setLaw({ kind, falloff, from, reach, floor, tiers, hysteresis }) {
    const wasm = this.#wasm;
    const least = floor === 'frame' ? NaN : floor;
    if (kind === 'quadratic') wasm.scrub_law_quadratic(falloff, least);
    else if (kind === 'linear') wasm.scrub_law_linear(reach, least);
    else if (kind === 'geometric') wasm.scrub_law_geometric(from, reach, least);
    else if (kind === 'flat') wasm.scrub_law_flat();
    else return tiers?.length <= 8 && this.#setTiers(tiers, hysteresis);
    return true;
  }

  #setTiers(tiers, hysteresis) {
    return this.#wasm.scrub_law_tiered(this.#write(tiers.flat()), tiers.length, hysteresis);
  }

  #setSnap({ to, when, step, count, stops, rule = 'nearest' }, marks) {
    const wasm = this.#wasm;
    const release = when === 'release';
    if (to === 'none') wasm.scrub_snap_none(release);
    else if (to === 'step') wasm.scrub_snap_step(step, release);
    else if (to === 'count') wasm.scrub_snap_count(count, release);
    else return this.#setStops(to === 'stops' ? stops : marks, to, rule, release);
    return true;
  }

  #setStops(list, to, rule, release) {
    if (!list) return false;
    const [memory, count] = [this.#write(list, roomForTiers), list.length];
    if (to === 'stops') this.#wasm.scrub_snap_places(memory, count, release);
    else this.#wasm.scrub_snap_marks(memory, count, to === 'frame' ? 1 : rules[rule], release);
    return true;
  }

  /** Puts numbers into the module's memory, beyond what it uses itself. */
  #write(numbers, offset = 0) {
    const { memory, __heap_base: base } = this.#wasm;
    const start = Math.ceil(base.value / 8) * 8 + offset;
    const lacking = start + 8 * numbers.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / page));
    new Float64Array(memory.buffer, start, numbers.length).set(numbers);
    return start;
  }
}
