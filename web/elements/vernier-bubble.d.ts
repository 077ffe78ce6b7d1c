/**
 * The bubble over the playhead. It stays over its parent while its arrow points at the position, on
 * whole pixels, and fades in and out. Its content is its last line.
 *
 * @attr {boolean} open - Shows it.
 * @attr {number} position - Where the arrow points, in 0...1.
 * @attr {string} range - The part of the track in view, as `0.25 0.5`.
 * @attr {string} time - Shown as it is, like `timecode` and `frame`.
 * @attr {string} timecode
 * @attr {string} frame
 * @attr {number} lift - CSS pixels that it moves up, above a finger, within the window; where there
 * is no space for that, it becomes as wide as its parent.
 * @attr {boolean} grown - Set while it is as wide as its parent.
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`: shows a picture, exactly of
 * frame `number`, and faintly another until that is there.
 * @attr {number} number
 * @csspart box, time, arrow, picture
 * @cssprop --bubble, --bubble-ink
 */
export class VernierBubble extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-bubble': VernierBubble;
  }
}
