/**
 * The sound of a media as a waveform: all of it, or the part in view, down to single samples.
 *
 * It asks the server for peaks of all the sound, which the server makes by decoding it once, and for
 * finer ones of the part in view as soon as that rests.
 *
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`.
 * @attr {string} version - The media's version; with another one all is asked for anew.
 * @attr {string} range - The part of the track in view, as `0.25 0.5`.
 * @attr {number} position - Where the playhead is, in 0...1.
 * @attr {boolean} playhead - Shows it.
 * @attr {'linear' | 'decibels'} scale - How high a sample is drawn: by its value, or by its loudness
 * from -60 dB of full scale to 0 dB.
 * @attr {string} segments - Marked segments, as `0.1 0.25, 0.5 0.75`.
 * @attr {string} stops - Positions with a line: `0.1 0.25`.
 * @attr {string} theme - Any name of the colours: with another one it is drawn anew.
 * @attr {boolean} dragging - Asks for nothing meanwhile.
 * @attr {boolean} known - Set while there is anything to see.
 * @attr {boolean} rough - Set while that is about right, until the server has decoded all of the sound.
 * @fires waveformchange - There is more to see.
 * @csspart wave, segments, stops, playhead
 * @cssprop --accent, --ink
 */
export class VernierWaveform extends HTMLElement {
  /** What it knows of the sound. */
  readonly parts: {
    readonly isKnown: boolean;
    /** Whether that is about right, until the server has decoded all of the sound. */
    readonly isRough: boolean;
    /** Samples of one point in view; null while nothing is known. */
    readonly width: number | null;
    /** The greatest sample of a frame, of 32768; null while nothing is known. */
    loudness(target: { frame: number; pts: number }): Promise<number | null>;
    /** All of the sound in points of so many seconds at most, if the server has such. */
    fine(seconds: number): Promise<
      { rate: number; width: number; start: number; points: Int16Array } | null
    >;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-waveform': VernierWaveform;
  }
}
