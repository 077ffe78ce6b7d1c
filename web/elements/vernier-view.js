import { PictureQueue } from '../client/picture-queue.js';
import { emit, load, reflect, shadow } from './support.js';

const attach = shadow(`
  <div class="frame" part="frame">
    <canvas part="canvas"></canvas>
    <video part="video" playsinline preload="none"></video>
  </div>
`, `
  :host {
    display: grid; place-content: center; container-type: size; overflow: hidden;
    aspect-ratio: 16 / 9; touch-action: manipulation;
  }
  .frame {
    --aspect: 16 / 9; position: relative;
    width: var(--width, min(100cqw, 100cqh * (var(--aspect)))); aspect-ratio: var(--aspect);
  }
  .frame > * { position: absolute; inset: 0; width: 100%; height: 100%; visibility: hidden; }
  canvas[data-seq], :host([player]) video { visibility: visible; }
`);

/** The server's picture, or the browser's player; see `vernier-view.d.ts`. */
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
  #parts = {};
  playing = false;

  constructor() {
    super();
    new ResizeObserver(() => emit(this, 'viewresize')).observe(this.#frame);
    for (const type of ['wheel', 'dblclick', 'keydown']) this.addEventListener(type, this);
  }

  disconnectedCallback() {
    this.pause();
  }

  get width() {
    return this.#frame.clientWidth;
  }

  load(media, source) {
    this.reset();
    for (const key of ['frame', 'seq', 'exact']) delete this.#canvas.dataset[key];
    reflect(this, { player: false, kind: media?.kind, cover: media?.cover });
    const aspect = media?.width > 0 ? `${media.width} / ${media.height}` : '16 / 9';
    this.#frame.style.setProperty('--aspect', aspect);
    Object.assign(this, { media, source });
    if (media?.kind === 'audio') this.#part('sound');
    for (const part of Object.values(this.#parts)) part.load();
  }

  show(preview) {
    this.#queue.add(preview);
  }

  reset() {
    this.#queue.reset();
  }

  led() {
    this.#queue.led();
  }

  play(time, rate = 1) {
    const failed = () => emit(this, 'playbackfailed');
    this.#part('playback').then((player) => player.play(time, rate), failed);
  }

  pause() {
    this.#parts.playback?.pause();
  }

  pace(rate) {
    this.#parts.playback?.pace(rate);
  }

  reveal() {
    this.#parts.playback?.reveal();
  }

  async rest() {
    (await this.#part('playback')).rest();
  }

  async zoom(to) {
    (await this.#part('zoom')).to(to);
  }

  async pan(x, y) {
    (await this.#part('zoom')).pan(x, y);
  }

  async toBlob(frame) {
    return (await this.#part('still')).toBlob(frame);
  }

  async handleEvent(event) {
    const isOurs = this.hasAttribute('zoomable') && '+=-z'.includes(event.key ?? 'z');
    if (!isOurs || event.ctrlKey) return;
    event.preventDefault();
    (await this.#part('zoom')).handle(event);
  }

  /** Loads a part, which few need, when it is needed for the first time. */
  async #part(name) {
    const { Part } = await load(`./view-${name}.js`);
    return (this.#parts[name] ??= new Part(this, this.#find));
  }

  #paint(bitmap, { picture, ...preview }) {
    const { seq, frame, exact, damaged } = preview;
    const canvas = this.#canvas;
    const { width, height } = bitmap;
    // Setting even the same size costs a new buffer.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#context.drawImage(bitmap, 0, 0);
    bitmap.close();
    Object.assign(canvas.dataset, { frame, seq, exact });
    reflect(this, { damaged });
    if (damaged) this.#part('damage');
    emit(this, 'picturepainted', preview);
  }
}

customElements.define('vernier-view', VernierView);
