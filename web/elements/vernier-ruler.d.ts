/**
 * The scale below the bar, in time, with as many labels as stay readable.
 *
 * @attr {number} duration - In seconds.
 * @attr {string} range - The part of the track in view, as `0.25 0.5`.
 * @csspart ticks, label
 * @cssprop --ink-2
 */
export class VernierRuler extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-ruler': VernierRuler;
  }
}
