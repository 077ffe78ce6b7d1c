/**
 * A slider with stops at 0...count, each with a tick under it. A hand drags it from anywhere,
 * freely, and hears of every stop on the way; let go, it rests on a stop. A tap goes to the stop
 * there, arrows to the next, Page keys to the one after that, Home and End to the ends.
 *
 * @attr {number} value - The number of the stop. It changes by itself, as that of an `input` does.
 * @attr {number} count - The number of the last stop. A smaller one takes the value along.
 * @attr {string} labels - The names of the stops, with commas between; they make `count`
 * unnecessary, are read aloud, and shown as far as there is room.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set while a hand drags.
 * @fires input - Another stop is under the hand; `detail.value` is its number.
 * @fires change - It rests on another stop; `detail.value` is its number.
 * @csspart track, thumb, tick
 * @cssprop --accent, --track, --ink-2, --focus
 */
export class VernierStops extends HTMLElement {
  value: number;
  readonly count: number;
  readonly labels: string[];
  /** Resolves once a hand can move it; null until it is in a page. */
  readonly ready: Promise<unknown> | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-stops': VernierStops;
  }
}
