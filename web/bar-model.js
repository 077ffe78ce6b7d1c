/** The server's own scrub model, bit for bit, for a hand on the bar that nobody configured. */
export class BarModel {
  static async load(response) {
    return new this((await WebAssembly.instantiateStreaming(response)).instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
  }

  /** Where the hand has come to. */
  get position() {
    return this.wasm.scrub_position();
  }

  /** How many frames lie on the track. */
  set frames(count) {
    this.wasm.scrub_frames(count);
  }

  begin({ x, y, extent }) {
    this.end();
    return this.wasm.scrub_begin(x, y, extent);
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
