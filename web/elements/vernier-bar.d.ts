import type { Destination } from '../vernier-client.js';

/**
 * The knobless bar: shows a position, and reports drags, which begin anywhere on it. It is a
 * slider by itself: role, keys, wheel and value text need nothing else.
 *
 * A drag begins after a few pixels and moves finer away from the bar or with Shift. Escape cancels
 * it, and so does coming back to the ghost and resting there before the release.
 *
 * @attr {number} position - In 0...1.
 * @attr {number} frame - The frame there; with `frames` and `valuetext` what a screen reader says,
 * at most four times a second.
 * @attr {number} frames - The number of frames.
 * @attr {string} valuetext
 * @attr {number} duration - In seconds; for the wheel and the Page keys.
 * @attr {number} indexed - The share of the track that is indexed, in 0...1.
 * @attr {string} buffered - What the player has buffered, as `0 0.25, 0.5 0.75`.
 * @attr {string} segments - The marked segments, in the same form.
 * @attr {string} listed - Positions with a tick beside `stops`, those that a drag snaps to: `0.1 0.25`.
 * @attr {string} residual - What snapping adds or will add to the movement, as two positions,
 * `0.31 0.3`: of the pointer, and of the stop. Without it the last one fades.
 * @attr {string} range - The part of the track in view, as `0.25 0.5`; Ctrl+wheel changes it, and so do
 * two fingers.
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`, whose keyframes are marked.
 * @attr {string} version - The media's version; with it browsers keep what they know of its frames.
 * @attr {number} keyframes - The number of keyframes; they are drawn where they do not touch.
 * @attr {string} pictures - The `version` of that media: its pictures lie behind the track, those of
 * the whole film or of the part in view, down to single frames.
 * @attr {'seek'} tap - A tap seeks there. Without it a tap does nothing.
 * @attr {'off'} haptic - No tick where the gain changes.
 * @attr {'none'} keys - The page handles keys itself.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set during a drag.
 * @fires scrubbegin - `detail` is `{x, y, extent}` in CSS pixels from the start of the track.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`, t in ms since the beginning.
 * @fires scrubend
 * @fires scrubcancel
 * @fires scrubseek - `detail.to` is the destination, as in the protocol's `seek`.
 * @fires scrublift - The pointer is away from the bar; `detail.lift` is how far a bubble is to move
 * up, above a finger.
 * @fires scrubrange - `detail.range` is the part in view; null is all.
 * @csspart track, fill, chapters, hairline, ghost, keyframes, stops, segments, residual, buffered,
 * overview, pictures, zone, label
 * @cssprop --accent, --track, --ink, --surface, --focus, --thickness, --bubble, --bubble-ink
 */
export class VernierBar extends HTMLElement {
  /** The chapters, shown as breaks in the track. */
  set chapters(chapters: { position: number }[]);
  /** Positions with a tick, in 0...1. */
  set stops(stops: number[]);
  /** The gain law of the protocol; its zones are shown during a drag. */
  law?: object;
  readonly dragging: boolean;
  /** The length of the whole track in CSS pixels, of which a part may be in view. */
  readonly extent: number;
  /** Cancels a drag. */
  cancel(): void;
  /** Goes on with a drag from where the server has followed it to, or begins it anew without. */
  restart(followed?: { x: number; y: number } | null): void;
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
