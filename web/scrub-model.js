import { BarModel } from './bar-model.js';

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

/** The whole model that the server scrubs with: every law, snap and control. */
export class ScrubModel extends BarModel {
  #decision = 0;

  /** Where the hand has come to; `share` and `decision` are the knob's after the last call. */
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
   * Changes the configuration, in part or whole; `marks` is where the stops of a snap lie that
   * depends on the media. False where they are not given, or a value is invalid: nothing changes.
   * A snap on release needs none: the hand moves freely, and only the server knows where it lands.
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
    if (control === 'bar') return super.begin({ x, y, extent });
    this.end();
    if (control === 'confirm') return this.wasm.scrub_begin_knob(x, extent);
    const { frames, position = frames } = turn;
    return this.wasm.scrub_begin_dial(x, y, position, frames > 0, mode === 'absolute');
  }

  move(samples) {
    this.#decision = super.move(samples);
  }

  end() {
    this.#decision = super.end();
  }

  cancel() {
    this.#decision = super.cancel();
  }

  #setLaw(law) {
    const { kind, tiers, hysteresis } = law;
    if (kind !== 'tiered') return this.#set(`law_${kind}`, parameters[kind], law);
    if (tiers.length > 8) return false;
    return this.wasm.scrub_law_tiered(this.#write(tiers.flat()), tiers.length, hysteresis);
  }

  #setSnap(snap, marks) {
    const { to, rule, stops, when } = snap;
    const release = when === 'release';
    if (parameters[to]) return this.#set(`snap_${to}`, parameters[to], snap, release);
    const places = stops ?? marks;
    if (!places && release) return this.#set('snap_none', [], snap, release);
    if (!places) return false;
    const list = [this.#write(places, roomForTiers), places.length];
    if (stops) this.wasm.scrub_snap_places(...list, release);
    else this.wasm.scrub_snap_marks(...list, to === 'frame' ? 1 : rules[rule], release);
    return true;
  }

  /** A floor of one frame goes as no number. */
  #set(setter, names, from, ...more) {
    const values = names?.map((name) => (from[name] === 'frame' ? NaN : from[name]));
    if (values) this.wasm[`scrub_${setter}`](...values, ...more);
    return values !== undefined;
  }

  /** Puts numbers into memory, beyond what the module uses itself. */
  #write(numbers, offset = 0) {
    const { memory, __heap_base: base } = this.wasm;
    const start = Math.ceil(base.value / 8) * 8 + offset;
    const lacking = start + 8 * numbers.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    new Float64Array(memory.buffer, start, numbers.length).set(numbers);
    return start;
  }
}
