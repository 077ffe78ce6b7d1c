import { PictureQueue } from '../picture-queue.js';
import { emit, reflect, shadow } from './support.js';

const attach = shadow(`
  <div class="frame">
    <canvas></canvas>
    <video playsinline preload="none"></video>
    <div class="sound"><slot></slot><span></span></div>
  </div>
`, `
  :host { display: grid; place-items: center; container-type: size; overflow: hidden; }
  .frame {
    --aspect: 16 / 9; position: relative;
    width: min(100cqw, 100cqh * (var(--aspect))); aspect-ratio: var(--aspect);
  }
  .frame > * { position: absolute; inset: 0; width: 100%; height: 100%; visibility: hidden; }
  canvas[data-seq], :host([player]) video, :host([kind='audio']) .sound { visibility: visible; }
  :host([kind='audio']) video, :host([kind='audio']:not([cover])) canvas { display: none; }
  :host([cover]) .sound { display: none; }
  .sound {
    display: grid; place-content: center; justify-items: center; gap: 1rem;
    color: var(--ink-2); text-align: center; overflow-wrap: anywhere;
  }
`);

/**
 * The server's picture on a canvas, whose data attributes say what it shows, or the browser's
 * player, which stays in view until the exact picture has been painted behind it.
 *
 * @fires pictureseen - A picture is painted or left out; `detail.seq` is what it answers.
 * @fires picturepainted - `detail` is the preview but for its picture.
 * @fires playbacktime, playbackstopped - `detail.time` of the frame that is in view.
 * @fires playbackfailed, viewresize
 */
class VernierView extends HTMLElement {
  #find = attach(this);
  #frame = this.#find('.frame');
  #canvas = this.#find('canvas');
  #context = this.#canvas.getContext('2d', { alpha: false });
  #queue = new PictureQueue({
    decode: ({ picture }) => createImageBitmap(picture),
    nextFrame: () => new Promise(requestAnimationFrame),
    paint: (bitmap, picture) => this.#paint(bitmap, picture),
    settle: ({ seq }) => emit(this, 'pictureseen', { seq }),
  });
  #playback = null;
  #source;

  constructor() {
    super();
    new ResizeObserver(() => emit(this, 'viewresize')).observe(this.#frame);
  }

  disconnectedCallback() {
    this.pause();
  }

  get width() {
    return this.#frame.clientWidth;
  }

  get playing() {
    return this.#playback?.playing ?? false;
  }

  /** Shows another media, or none; the player finds it at `source`. */
  load(media, source) {
    this.reset();
    for (const key of ['frame', 'seq', 'exact']) delete this.#canvas.dataset[key];
    reflect(this, { player: false, kind: media?.kind, cover: media?.cover });
    this.#find('.sound span').textContent = media?.name ?? '';
    const aspect = media?.width > 0 ? `${media.width} / ${media.height}` : '16 / 9';
    this.#frame.style.setProperty('--aspect', aspect);
    this.#source = [media?.kind, source];
    this.#playback?.load(...this.#source);
  }

  show(preview) {
    this.#queue.add(preview);
  }

  /** Forgets the pictures on their way, whose socket is gone. */
  reset() {
    this.#queue.reset();
  }

  /** The player's part is loaded when it is wanted for the first time. */
  async play(time, rate = 1) {
    try {
      const { Playback } = await import('./playback.js');
      this.#playback ??= this.#player(Playback);
      this.#playback.play(time, rate);
    } catch {
      emit(this, 'playbackfailed');
    }
  }

  pause() {
    this.#playback?.pause();
  }

  #player(Playback) {
    const player = new Playback(this.#find('video'), (event, time) => {
      if (event === 'first' || event === 'failed') this.toggleAttribute('player', event === 'first');
      if (event !== 'first') emit(this, `playback${event}`, { time });
    });
    player.load(...this.#source);
    return player;
  }

  #paint(bitmap, { picture, ...preview }) {
    const { seq, frame, exact } = preview;
    const canvas = this.#canvas;
    const { width, height } = bitmap;
    // Setting even the same size costs a new buffer.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#context.drawImage(bitmap, 0, 0);
    bitmap.close();
    Object.assign(canvas.dataset, { frame, seq, exact });
    if (exact && !this.playing) this.toggleAttribute('player', false);
    emit(this, 'picturepainted', preview);
  }
}

customElements.define('vernier-view', VernierView);
