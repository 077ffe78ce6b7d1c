import type { VernierView } from './vernier-view.js';

/**
 * Exact frames side by side, with the one at the playhead in the middle.
 *
 * Frames are requested once `frame` has stayed among them for a tenth of a second: those that a
 * fast drag passes are not.
 *
 * Until they are there, the nearest of a bar's `pictures` and of that in `view` stand in for them,
 * faint and numbered.
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
export class VernierFilmstrip extends HTMLElement {
  /** A view of the same media. */
  view?: VernierView;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-filmstrip': VernierFilmstrip;
  }
}
