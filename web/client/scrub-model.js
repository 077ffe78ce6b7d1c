import { BarModel } from './bar-model.js';

/** Bytes for eight tiers, after which lists of stops lie in memory. */
const tiersSize = 128;
const rules = { nearest: 0, before: 1, after: 2 };
const decisions = [null, 'confirmed', 'declined'];

/** The parameters of each law and snap, in the order of the module's functions. */
const parameters = {
  quadratic: ['falloff', 'floor'], linear: ['reach', 'floor'],
  geometric: ['from', 'reach', 'floor'], flat: [],
  none: [], step: ['step'], count: ['count'],
};

/** The server's whole scrub model: every law, snap and control. */
export class ScrubModel extends BarModel {
  #decision = 0;

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
    const list = stops ?? marks;
    if (!list && release) return this.#set('snap_none', [], snap, release);
    if (!list) return false;
    const written = [this.#write(list, tiersSize), list.length];
    if (stops) this.wasm.scrub_snap_places(...written, release);
    else this.wasm.scrub_snap_marks(...written, to === 'frame' ? 1 : rules[rule], release);
    return true;
  }

  /** Calls a setter; a floor of one frame is passed as NaN. */
  #set(setter, names, from, ...more) {
    const values = names?.map((name) => (from[name] === 'frame' ? NaN : from[name]));
    if (values) this.wasm[`scrub_${setter}`](...values, ...more);
    return values !== undefined;
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
