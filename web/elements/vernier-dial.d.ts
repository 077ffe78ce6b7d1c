/**
 * A jog wheel with any number of turns, which stops where the hand does; or a plain ring that shows
 * a position. What it holds lies in its middle. It is a slider by itself, or a progress bar.
 *
 * The details of its events are what `VernierClient` takes: only whoever scrubs knows where a turn
 * leads. Arrows go by a frame, Page keys by a turn, Home and End to the ends; Escape takes a turn
 * that is under way back.
 *
 * @attr {number} position - Where it stands, in 0...1.
 * @attr {number} frame - The frame there; with `frames` and `valuetext` what a screen reader says,
 * at most four times a second.
 * @attr {number} frames - How many there are.
 * @attr {string} valuetext
 * @attr {number} turn - How many frames one turn is worth; 25 without it.
 * @attr {string} gears - What a turn is worth the faster it is, as `1 4 16`: the second from a
 * turn a second on, the third from two. Nothing jumps where a gear changes, and beyond an end none
 * counts. To whoever scrubs it is one hand that turns so far.
 * @attr {number} gear - Set while a hand turns in another one than the first.
 * @attr {'jog'|'absolute'} mode - `absolute`: the angle is the position, all of it in one turn.
 * @attr {boolean} progress - It shows the position, and no hand can turn it.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set while a hand turns.
 * @fires scrubbegin - `detail` is `{control, x, y, turn, mode}`, x and y from the centre.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`, t in ms since the beginning.
 * @fires scrubend
 * @fires scrubcancel
 * @fires scrubseek - `detail.to` is where a key leads, as in the protocol's `seek`.
 * @csspart track, fill - The ring, and how much of it is filled.
 * @csspart wheel, ticks, grip - What turns, with a tick for each frame.
 * @csspart middle, gears - Around what it holds, and the gears below that.
 * @cssprop --start - Where the ring begins, as an angle from the top.
 * @cssprop --accent, --track, --panel, --ink-2, --focus
 */
export class VernierDial extends HTMLElement {
  /** Takes a turn that is under way back. */
  cancel(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-dial': VernierDial;
  }
}
