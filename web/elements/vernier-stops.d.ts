/**
 * A slider with stops at 0...count, each with a tick under it. A drag begins anywhere, is free, and
 * reports every stop that it passes; released, it snaps to a stop. A tap goes to the stop there,
 * arrows to the next, Page keys to the one after that, Home and End to the ends.
 *
 * @attr {number} value - The number of the stop. It changes by itself, as that of an `input` does.
 * @attr {number} count - The number of the last stop. A smaller one takes the value along.
 * @attr {string} labels - The names of the stops, with commas between; they make `count`
 * unnecessary, are read aloud, and shown as far as there is space.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set during a drag.
 * @fires input - Another stop is under the pointer; `detail.value` is its number.
 * @fires change - The pointer has released it, on the same stop or another, or a key has led to
 * another; `detail.value` is its number.
 * @csspart track, thumb, tick
 * @cssprop --accent, --track, --ink-2, --focus
 */
export class VernierStops extends HTMLElement {
  value: number;
  readonly count: number;
  readonly labels: string[];
  /** Resolves once it can be dragged; null until it is in a page. */
  readonly ready: Promise<unknown> | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-stops': VernierStops;
  }
}
