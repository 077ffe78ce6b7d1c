/**
 * What the page needs of the server's scrub model to follow a hand on the bar, as it is before
 * anything is configured. The same calls give the same numbers, in every bit; arguments have the
 * names and the forms of the protocol.
 */
export class BarModel {
  static async load(response) {
    return new this((await WebAssembly.instantiateStreaming(response)).instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
  }

  /** Where the hand has come to. */
  get state() {
    const { wasm } = this;
    const stop = wasm.scrub_stop();
    return {
      scrubbing: wasm.scrub_is_scrubbing() !== 0,
      position: wasm.scrub_position(),
      raw: wasm.scrub_raw(),
      gain: wasm.scrub_gain(),
      stop: stop < 0 ? null : stop,
    };
  }

  /** How many frames lie on the track. */
  set frames(count) {
    this.wasm.scrub_frames(count);
  }

  begin({ x, y, extent }) {
    this.end();
    this.wasm.scrub_begin(x, y, extent);
  }

  /** Follows the hand through `[t, x, y]`; what is not held does not move. */
  move(samples) {
    let decision = 0;
    for (const [, x, y] of samples) decision = this.wasm.scrub_move(x, y) || decision;
    return decision;
  }

  end() {
    return this.wasm.scrub_end();
  }

  cancel() {
    return this.wasm.scrub_cancel();
  }

  /** Lets go, and goes where a `seek` leads if that needs no knowledge of the media. */
  seek({ position, step }) {
    this.end();
    if (position !== undefined) this.place(position);
    if (step !== undefined) this.wasm.scrub_step(step);
  }

  /** Lets go, and goes to a position, under which another raw one may lie. */
  place(position, raw = position) {
    this.wasm.scrub_place(position, raw);
  }

  /** Goes on from another position, which the place under the hand has now. */
  hold(position) {
    this.wasm.scrub_hold(position);
  }
}
