import type { Destination } from '../vernier-client.js';

/**
 * The knobless bar: shows a position, and reports a hand that drags it from anywhere. It is a
 * slider by itself: role, keys, wheel and value text need nothing else.
 *
 * The hand begins to drag after a few pixels, moves finer away from the bar or with Shift, and
 * takes the drag back with Escape, or by coming back to the ghost and resting there.
 *
 * @attr {number} position - In 0...1.
 * @attr {number} frame - The frame there; with `frames` and `valuetext` what a screen reader says,
 * at most four times a second.
 * @attr {number} frames - How many there are.
 * @attr {string} valuetext
 * @attr {number} duration - In seconds; for the wheel and the Page keys.
 * @attr {number} indexed - How much of the track is known exactly, in 0...1.
 * @attr {string} buffered - What is at hand, as `0 0.25, 0.5 0.75`.
 * @attr {string} segments - Stretches of the track that have been marked, in the same form.
 * @attr {string} residual - What snapping adds or will add to the hand's way, as two positions,
 * `0.31 0.3`: where the hand is, and the stop. Without it the last one fades.
 * @attr {string} range - The part of the track in view, as `0.25 0.5`; Ctrl+wheel changes it.
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`, whose keyframes are marked.
 * @attr {number} keyframes - How many it has; they are shown where they stand apart.
 * @attr {'seek'} tap - A tap goes there. Without it a tap does nothing.
 * @attr {'off'} haptic - No tick where the gain changes.
 * @attr {'none'} keys - The page handles keys itself.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set while a hand drags.
 * @fires scrubbegin - `detail` is `{x, y, extent}` in CSS pixels from the start of the track.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`, t in ms since the beginning.
 * @fires scrubend
 * @fires scrubcancel
 * @fires scrubseek - `detail.to` is where to go, as in the protocol's `seek`.
 * @fires scrublift - The hand is away from the bar; `detail.lift` is how far a bubble is to move up,
 * above a finger.
 * @fires scrubrange - `detail.range` is what the bar shows now; null is all.
 * @csspart track, fill, chapters, hairline, ghost, keyframes, stops, segments, residual, buffered,
 * overview, zone, label
 * @cssprop --accent, --track, --ink, --surface, --focus, --thickness, --bubble, --bubble-ink
 */
export class VernierBar extends HTMLElement {
  /** Notches in the track. */
  set chapters(chapters: { position: number }[]);
  /** Places that attract the position, in 0...1. */
  set stops(stops: number[]);
  /** The law of the protocol that the hand moves by; its zones show in a drag. */
  law?: object;
  readonly dragging: boolean;
  /** Takes a drag back. */
  cancel(): void;
  /** Begins a drag anew, for a server that forgot it. */
  restart(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-bar': VernierBar;
  }
  interface HTMLElementEventMap {
    scrubbegin: CustomEvent<{ x: number; y: number; extent: number }>;
    scrubmove: CustomEvent<{ samples: [number, number, number][] }>;
    scrubend: CustomEvent;
    scrubcancel: CustomEvent;
    scrubseek: CustomEvent<{ to: Destination }>;
    scrublift: CustomEvent<{ lift: number }>;
    scrubrange: CustomEvent<{ range: string | null }>;
  }
}
