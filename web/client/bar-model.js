/** The server's scrub model, bit for bit, for drags on the bar in the standard configuration. */
export class BarModel {
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

  begin({ x, y, extent }) {
    this.end();
    return this.wasm.scrub_begin(x, y, extent);
  }

  /** Moves by samples `[t, x, y]`; without a drag nothing moves. */
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
}
