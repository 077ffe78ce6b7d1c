import { load, make, shadow } from './support.js';

/** Frames in one of the server's strips, and the width of each in CSS pixels. */
const run = 30;
const cell = 96;

/** Milliseconds: a drag that crosses half of the strip sooner loads no strips on its path. */
const calm = 100;

const attach = shadow(`
  <div class="strip" part="strip"></div>
  <div class="mark" part="mark"></div>
`, `
  :host { display: block; position: relative; height: ${cell * 9 / 16}px; overflow: hidden; }
  :host(:not([open])) { display: none; }
  .strip, img, .mark { position: absolute; top: 0; height: 100%; }
  .strip { left: 50%; }
  img { left: 0; }
  .mark {
    left: 50%; width: ${cell}px; margin-left: ${-cell / 2}px;
    outline: 2px solid var(--accent, Highlight); outline-offset: -2px;
  }
`);

/** Exact frames side by side. `vernier-filmstrip.d.ts` says what pages need to know. */
class VernierFilmstrip extends HTMLElement {
  static observedAttributes = ['open', 'source', 'frame', 'frames', 'aspect'];

  #strip = attach(this)('.strip');
  #runs = new Map();
  #source;
  #stay = { at: 0 };
  #later;

  constructor() {
    super();
    new ResizeObserver(() => this.#place()).observe(this);
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'aspect') this.style.height = `${Math.round(cell / value)}px`;
    this.#place();
  }

  #place() {
    const { open, source, frame, frames } = this.#wanted();
    if (!open || source !== this.#source) this.#drop(() => true);
    this.#source = source;
    if (!open || !(frames > 0)) return;
    const half = Math.ceil(this.clientWidth / cell / 2);
    const [low, high] = [frame - half, frame + half].map((one) => Math.floor(one / run) * run);
    this.#drop((first) => first < low || first > high);
    const asks = this.#stays(frame, half);
    let lacks = false;
    for (let first = Math.max(low, 0); first <= high && first < frames; first += run) {
      const x = (first - frame - 0.5) * cell;
      const image = this.#run(first, Math.min(first + run, frames) - 1, asks);
      lacks ||= !image?.naturalWidth;
      if (image) image.style.transform = `translateX(${x}px)`;
    }
    if (lacks) load('./filmstrip-nearby.js').then(({ draw }) => draw(this, cell), () => {});
  }

  /** Whether the frame has stayed in this part for `calm`; if not, places again after that. */
  #stays(frame, half) {
    const now = performance.now();
    if (!(Math.abs(frame - this.#stay.frame) <= half)) this.#stay = { frame, at: now };
    clearTimeout(this.#later);
    if (now - this.#stay.at >= calm) return true;
    this.#later = setTimeout(() => this.#place(), calm);
    return false;
  }

  #wanted() {
    const number = (name) => Number(this.getAttribute(name));
    return {
      open: this.isConnected && this.hasAttribute('open'), source: this.getAttribute('source'),
      frame: number('frame'), frames: number('frames'),
    };
  }

  /** The strip of some frames: known, or requested if `asks`. */
  #run(first, last, asks) {
    const known = this.#runs.get(first);
    if (known?.last === last || !asks) return known?.image;
    known?.image.remove();
    const image = make('img');
    const width = devicePixelRatio > 1 ? 2 * cell : cell;
    const version = this.getAttribute('version');
    image.src = `${this.#source}/filmstrip.jpg?from=${first}&to=${last}&width=${width}`
      + (version ? `&v=${version}` : '');
    image.alt = '';
    image.style.width = `${(last - first + 1) * cell}px`;
    this.#strip.append(image);
    this.#runs.set(first, { image, last });
    return image;
  }

  #drop(isGone) {
    for (const [first, { image }] of this.#runs) {
      if (!isGone(first)) continue;
      // This cancels the request, so that the server need not finish it.
      image.removeAttribute('src');
      image.remove();
      this.#runs.delete(first);
    }
  }
}

customElements.define('vernier-filmstrip', VernierFilmstrip);
