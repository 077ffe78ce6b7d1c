/**
 * Exact frames side by side, with the one at the playhead in the middle.
 *
 * Frames are requested once `frame` has stayed among them for a tenth of a second: those that a
 * fast drag passes are not.
 *
 * Until they are there, those nearest of a bar's `pictures` stand in for them, faint and numbered.
 *
 * @attr {boolean} open - Shows it, and requests pictures.
 * @attr {string} source - The address of a media, `/api/v1/media/{id}`.
 * @attr {string} version - The media's version; with it browsers keep pictures for ever.
 * @attr {number} frame - The frame in the middle.
 * @attr {number} frames - The number of frames.
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
