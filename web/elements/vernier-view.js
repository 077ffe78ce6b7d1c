import { PictureQueue } from '../picture-queue.js';
import { Playback } from './playback.js';
import { css, emit, html, shadow } from './support.js';

const template = html`
  <div class="frame" part="frame">
    <canvas part="picture"></canvas>
    <video part="video" playsinline preload="none"></video>
    <div class="sound" part="sound">
      <svg viewBox="0 0 96 48" aria-hidden="true">
        <path d="M4 20v8M14 14v20M24 6v36M34 16v16M44 2v44M54 12v24M64 18v12M74 8v32M84 16v16M92 21v6"/>
      </svg>
      <span></span>
    </div>
  </div>
`;

const sheet = css`
  :host { display: grid; place-items: center; container-type: size; overflow: hidden; }
  :host([hidden]) { display: none; }
  .frame {
    --aspect: 16 / 9;
    position: relative;
    width: min(100cqw, 100cqh * (var(--aspect)));
    aspect-ratio: var(--aspect);
    background: var(--vernier-frame, #0003);
  }
  canvas, video { position: absolute; inset: 0; width: 100%; height: 100%; }
  video, .sound, canvas[hidden] { visibility: hidden; }
  :host([player]) video { visibility: visible; }
  :host([kind='audio']) :is(canvas, video) { visibility: hidden; }
  :host([kind='audio']) .sound { visibility: visible; }
  .sound {
    position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 1rem;
    padding: 1rem; color: var(--vernier-ink-2, currentColor); text-align: center; overflow-wrap: anywhere;
  }
  .sound svg {
    width: min(12rem, 40cqw); fill: none; stroke: var(--vernier-accent, currentColor);
    stroke-width: 3; stroke-linecap: round;
  }
`;

const nextFrame = () => new Promise(requestAnimationFrame);

/**
 * The picture: the server's pictures on a canvas while scrubbing and at rest, the browser's own
 * player while playing. The hand-over is on the very same frame: the player stays in view until
 * the exact picture has been painted behind it.
 *
 * The canvas carries `data-frame`, `data-seq` and `data-exact` of what is painted on it.
 *
 * @element vernier-view
 * @attr {string} kind - `video`, `audio` or `image`; set by the element.
 * @attr {boolean} player - The player is in view; set by the element.
 * @fires pictureseen - A picture needs no more waiting for; `detail.seq` is what it answers.
 * @fires picturepainted - `detail` is `{seq, frame, exact}`.
 * @fires viewresize - The picture has another size; `detail.width` in CSS pixels.
 * @fires playbacktime - `detail.time` in seconds, while it plays.
 * @fires playbackstopped - `detail.time` of the frame that is in view.
 * @fires playbackfailed - The browser cannot play this file.
 * @csspart frame
 * @csspart picture
 * @csspart video
 * @csspart sound - What stands for the picture where there is only sound.
 * @cssproperty --vernier-frame - The background before the first picture.
 */
export class VernierView extends HTMLElement {
  #root = shadow(this, template, sheet);
  #frame = this.#root.querySelector('.frame');
  #canvas = this.#root.querySelector('canvas');
  #video = this.#root.querySelector('video');
  #context = this.#canvas.getContext('2d', { alpha: false });
  #resize = new ResizeObserver(() => emit(this, 'viewresize', { width: this.width }));
  #queue = new PictureQueue({
    decode: ({ picture }) => createImageBitmap(picture),
    nextFrame,
    paint: (bitmap, picture) => this.#paint(bitmap, picture),
    settle: ({ seq }) => emit(this, 'pictureseen', { seq }),
  });
  #playback = new Playback(this.#video, {
    first: () => this.toggleAttribute('player', true),
    time: (time) => emit(this, 'playbacktime', { time }),
    stopped: (time) => emit(this, 'playbackstopped', { time }),
    failed: () => {
      this.toggleAttribute('player', false);
      emit(this, 'playbackfailed');
    },
  });

  connectedCallback() {
    this.#resize.observe(this.#frame);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
    this.#playback.pause();
  }

  /** The width of the picture in CSS pixels. */
  get width() {
    return this.#frame.clientWidth;
  }

  get playing() {
    return this.#playback.playing;
  }

  /**
   * Shows another media, or none.
   *
   * @param {object | null} media - As the server describes it.
   * @param {string} [source] - Where the player finds the file.
   */
  load(media, source) {
    this.reset();
    this.#canvas.hidden = true;
    for (const key of Object.keys(this.#canvas.dataset)) delete this.#canvas.dataset[key];
    this.toggleAttribute('player', false);
    this.setAttribute('kind', media?.kind ?? '');
    this.#video.dataset.kind = media?.kind ?? '';
    this.#root.querySelector('.sound span').textContent = media?.name ?? '';
    const aspect = media?.width > 0 ? `${media.width} / ${media.height}` : '16 / 9';
    this.#frame.style.setProperty('--aspect', aspect);
    this.#playback.load(source);
  }

  /** Takes a picture of the server, to be painted when its turn comes. */
  show(preview) {
    this.#queue.add(preview);
  }

  /** Forgets the pictures on their way, whose socket is gone. */
  reset() {
    this.#queue.reset();
  }

  play(time) {
    this.#playback.play(time);
  }

  pause() {
    this.#playback.pause();
  }

  #paint(bitmap, { seq, frame, exact }) {
    const canvas = this.#canvas;
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
    this.#context.drawImage(bitmap, 0, 0);
    bitmap.close();
    canvas.hidden = false;
    Object.assign(canvas.dataset, { frame, seq, exact });
    if (exact && !this.playing) this.toggleAttribute('player', false);
    emit(this, 'picturepainted', { seq, frame, exact });
  }
}

customElements.define('vernier-view', VernierView);
