import { PictureQueue } from '../picture-queue.js';
import { Playback } from './playback.js';
import { css, emit, html, reflect, shadow } from './support.js';

const template = html`
  <div class="frame" part="frame">
    <canvas></canvas>
    <video playsinline preload="none"></video>
    <div class="sound" part="sound">
      <svg viewBox="0 0 72 48" aria-hidden="true">
        <path d="M2 20v8m10-14v20M22 6v36m10-26v16M42 2v44m10-34v24m10-18v12m8-8v4"/>
      </svg>
      <span></span>
    </div>
  </div>
`;

const sheet = css`
  :host { display: grid; place-items: center; container-type: size; overflow: hidden; }
  .frame {
    --aspect: 16 / 9; position: relative;
    width: min(100cqw, 100cqh * (var(--aspect))); aspect-ratio: var(--aspect);
  }
  .frame > * { position: absolute; inset: 0; width: 100%; height: 100%; visibility: hidden; }
  canvas[data-seq], :host([player]) video, :host([kind='audio']) .sound { visibility: visible; }
  :host([kind='audio']) :is(canvas, video) { display: none; }
  .sound {
    display: grid; place-content: center; justify-items: center; gap: 1rem;
    color: var(--vernier-ink-2, currentColor); text-align: center; overflow-wrap: anywhere;
  }
  svg { width: 9rem; stroke: var(--vernier-accent, currentColor); stroke-width: 3; }
`;

const nextFrame = () => new Promise(requestAnimationFrame);

/**
 * The picture: the server's on a canvas, whose `data-frame`, `data-seq` and `data-exact` say what
 * it shows, or the browser's own player while it plays. The player stays in view until the exact
 * picture has been painted behind it.
 *
 * @element vernier-view
 * @attr {string} kind - `video`, `audio` or `image`; set by the element, as is `player`.
 * @attr {boolean} player - The player is in view.
 * @fires pictureseen - A picture is painted or left out; `detail.seq` is what it answers.
 * @fires picturepainted - `detail` is `{seq, frame, exact}`.
 * @fires viewresize
 * @fires playbacktime - `detail.time` in seconds, while it plays.
 * @fires playbackstopped - `detail.time` of the frame that is in view.
 * @fires playbackfailed - The browser cannot play this file.
 * @csspart frame
 * @csspart sound - What stands for the picture where there is only sound.
 */
export class VernierView extends HTMLElement {
  #find = shadow(this, template, sheet);
  #frame = this.#find('.frame');
  #canvas = this.#find('canvas');
  #context = this.#canvas.getContext('2d', { alpha: false });
  #queue = new PictureQueue({
    decode: ({ picture }) => createImageBitmap(picture),
    nextFrame,
    paint: (bitmap, picture) => this.#paint(bitmap, picture),
    settle: ({ seq }) => emit(this, 'pictureseen', { seq }),
  });
  #playback = new Playback(this.#find('video'), (event, time) => {
    if (event === 'first' || event === 'failed') this.toggleAttribute('player', event === 'first');
    if (event !== 'first') emit(this, `playback${event}`, { time });
  });

  constructor() {
    super();
    new ResizeObserver(() => emit(this, 'viewresize')).observe(this.#frame);
  }

  disconnectedCallback() {
    this.pause();
  }

  /** The width of the picture, in CSS pixels. */
  get width() {
    return this.#frame.clientWidth;
  }

  get playing() {
    return this.#playback.playing;
  }

  /** Shows another media, as the server describes it, or none; the player finds it at `source`. */
  load(media, source) {
    this.reset();
    for (const key of ['frame', 'seq', 'exact']) delete this.#canvas.dataset[key];
    reflect(this, { player: false, kind: media?.kind });
    this.#find('.sound span').textContent = media?.name ?? '';
    const aspect = media?.width > 0 ? `${media.width} / ${media.height}` : '16 / 9';
    this.#frame.style.setProperty('--aspect', aspect);
    this.#playback.load(media?.kind, source);
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
    const { width, height } = bitmap;
    // Setting even the same size costs a new buffer.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.#context.drawImage(bitmap, 0, 0);
    bitmap.close();
    Object.assign(canvas.dataset, { frame, seq, exact });
    if (exact && !this.playing) this.toggleAttribute('player', false);
    emit(this, 'picturepainted', { seq, frame, exact });
  }
}

customElements.define('vernier-view', VernierView);
