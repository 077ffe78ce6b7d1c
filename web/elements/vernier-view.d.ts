import type { Preview } from '../vernier-client.js';

/**
 * The picture: what the server sends on a canvas, whose data attributes say what it shows, or the
 * browser's player, which takes over on the very frame in view, and stays until the exact picture
 * of the frame that it rests on has been painted behind it.
 *
 * Its content is shown above the name of audio media. Player, zoom and stills are loaded when they
 * are needed for the first time.
 *
 * @attr {boolean} zoomable - A wheel, a double click or tap, and the keys `+ - z` of a view in focus
 * zoom. A drag or the arrow keys pan a zoomed picture; Escape shows all of it. Pinching and Ctrl
 * with the wheel stay the browser's.
 * @attr {string} bar - The id of a `vernier-bar` on the same page, whose `buffered` shows what the
 * player has.
 * @attr {boolean} player - Set while the browser's player is in view.
 * @attr {boolean} zoomed - Set while the picture is larger than the view.
 * @attr {boolean} damaged - Set while the picture is one whose damage the decoder concealed; a badge
 * says so.
 * @attr {string} kind - Set to `video`, `audio` or `image`.
 * @attr {boolean} cover - Set for audio with a cover picture.
 * @fires pictureseen - A picture is painted or dropped; `detail.seq` is what it answers.
 * @fires picturepainted - `detail` is the preview without its picture.
 * @fires playbacktime - `detail.time` of the frame in view, once for each; of sound alone, and where the
 *   browser tells of no frames, in each animation frame. `detail.at` is when it came into view, by the
 *   page's clock, or null where that is not known.
 * @fires playbackstopped - `detail.time` of the frame that it rests on: ask the server for that;
 *   `detail.ended` where the film has come to its end.
 * @fires playbackbuffered - `detail.ranges` is what the player has, from and to in seconds.
 * @fires playbackfailed - The browser cannot play the file.
 * @fires viewresize - `width` has changed: ask for pictures of that size.
 * @csspart frame, canvas, video, sound, damage
 * @cssprop --ink-2
 */
export class VernierView extends HTMLElement {
  /** CSS pixels of the whole picture, also of what lies beyond the view. */
  readonly width: number;
  readonly playing: boolean;
  /** Shows another media, or none; the player finds it at `source`, `/api/v1/media/{id}/file`. */
  load(
    media: { kind: string; name: string; width: number; height: number; cover: boolean } | null,
    source?: string,
  ): void;
  show(preview: Preview): void;
  /** Drops the pending pictures, whose connection is gone. */
  reset(): void;
  /**
   * Plays from a frame's time, at a rate, also while it plays already; without a time, from the
   * frame in view, and no frame is shown twice.
   */
  play(time?: number, rate?: number): void;
  /** Goes on at another rate, if it plays. */
  pace(rate: number): void;
  /** Makes place for the server's picture where that is exact already, unless the player plays. */
  reveal(): void;
  /** Stops on the frame in view, once it is known; `playbackstopped` tells. */
  rest(): Promise<void>;
  /** Stops at once, because the position goes elsewhere. */
  pause(): void;
  /** Fits the picture, shows its actual pixels, or toggles between both. */
  zoom(to: 'fit' | 'actual' | 'toggle'): Promise<void>;
  /** Moves a zoomed picture by shares of the view; less than 0 shows what lies right or below. */
  pan(x: number, y: number): Promise<void>;
  /** A frame, or else the one in view, in its own size as PNG. */
  toBlob(frame?: number): Promise<Blob>;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-view': VernierView;
  }
  interface HTMLElementEventMap {
    pictureseen: CustomEvent<{ seq: number }>;
    picturepainted: CustomEvent<Omit<Preview, 'picture'>>;
    playbacktime: CustomEvent<{ time: number; at: number | null }>;
    playbackstopped: CustomEvent<{ time: number; ended: boolean }>;
    playbackbuffered: CustomEvent<{ ranges: [number, number][] }>;
    playbackfailed: CustomEvent;
    viewresize: CustomEvent;
  }
}
