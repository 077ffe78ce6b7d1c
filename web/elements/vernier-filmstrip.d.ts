/**
 * Exact frames side by side, with the one under the hand in the middle.
 *
 * Frames are asked for once `frame` has stayed among them for a tenth of a second: of what a hand
 * flies over nobody sees the single frames.
 *
 * @attr {boolean} open - Shows it, and has pictures made.
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`.
 * @attr {number} frame - The frame in the middle.
 * @attr {number} frames - How many there are.
 * @attr {number} aspect - The width of a picture by its height.
 * @csspart strip - The frames.
 * @csspart mark - Around the frame in the middle.
 * @cssprop --accent
 */
export class VernierFilmstrip extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-filmstrip': VernierFilmstrip;
  }
}
