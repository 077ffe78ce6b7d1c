/**
 * A jog wheel with any number of turns, which stops when the pointer does; or a plain ring that
 * shows a position. Its content is in its middle, a hole that pointers go through. It is a slider by itself, or a progress bar.
 *
 * The details of its events are what `VernierClient` takes: the server knows the position that a
 * turn leads to. Arrows go by a frame, Page keys by a turn, Home and End to the ends; Escape
 * cancels a drag.
 *
 * @attr {number} position - In 0...1.
 * @attr {number} frame - The frame there; with `frames` and `valuetext` what a screen reader says,
 * at most four times a second.
 * @attr {number} frames - The number of frames.
 * @attr {string} valuetext
 * @attr {number} turn - The frames of one turn; 25 without it.
 * @attr {string} gears - The factors of faster turns, as `1 4 16`: the second from a turn a second
 * on, the third from two. Nothing jumps where a gear changes, and beyond an end none counts. The
 * samples are those of an ordinary drag that turns so far.
 * @attr {number} gear - Set during a drag in another gear than the first.
 * @attr {'jog'|'absolute'} mode - `absolute`: the angle is the position, all of it in one turn.
 * @attr {boolean} progress - It only shows the position.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set during a drag.
 * @fires scrubbegin - `detail` is `{control, x, y, turn, mode}`, x and y from the centre.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`, t in ms since the beginning.
 * @fires scrubend
 * @fires scrubcancel
 * @fires scrubseek - `detail.to` is the destination of a key, as in the protocol's `seek`.
 * @fires input - Its position has changed in a drag; `detail.value` is that, in 0...1.
 * @fires change - A drag has ended on another position; `detail.value` is that.
 * @csspart track, fill - The ring, and how much of it is filled.
 * @csspart wheel, ticks, grip - What turns, with a tick for each frame.
 * @csspart middle, gears - Around its content, and the gears below that.
 * @cssprop --start - Where the ring, the wheel and the absolute mode begin, as an angle from the top.
 * @cssprop --accent, --track, --panel, --ink-2, --focus
 */
export class VernierDial extends HTMLElement {
  /** Cancels a drag. */
  cancel(): void;

  /**
   * Goes on with a drag after a reconnection: from where the server has followed it to, or else
   * anew from where the pointer is.
   *
   * @param followed - What `opened` tells of the drag: the pointer's last place.
   */
  restart(followed?: { x: number; y: number } | null): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-dial': VernierDial;
  }
}
