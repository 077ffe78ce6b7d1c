import { extremes, heights } from '../client/loudness.js';
import { inView } from '../geometry.js';
import { emit, shadow, viewRange } from './support.js';
import { WaveformParts } from './waveform-parts.js';

/** Milliseconds without a change before finer peaks are asked for. */
const calm = 120;

const attach = shadow(`
  <svg preserveAspectRatio="none" viewBox="0 0 1 1"><path class="segments" part="segments"/></svg>
  <canvas part="wave"></canvas>
  <svg preserveAspectRatio="none" viewBox="0 0 1 1"><path class="stops" part="stops"/></svg>
  <div class="playhead" part="playhead"></div>
`, `
  :host { display: block; position: relative; height: 8em; overflow: clip; color: var(--accent, Highlight); }
  :host(:dir(rtl)) { transform: scaleX(-1); }
  canvas, svg { position: absolute; inset: 0; width: 100%; height: 100%; }
  :host([rough]) canvas { opacity: 0.5; }
  path { vector-effect: non-scaling-stroke; stroke: var(--accent, Highlight); }
  .segments { fill: var(--accent, Highlight); fill-opacity: 0.16; stroke-opacity: 0.6; }
  .stops { stroke-dasharray: 3 3; stroke-width: 1.5; }
  .playhead {
    position: absolute; inset: 0 auto 0 0; width: 2px; margin-inline-start: -1px;
    background: var(--ink, CanvasText); will-change: transform;
  }
  :host(:not([playhead])) .playhead { display: none; }
  @media (forced-colors: active) {
    :host { color: CanvasText; }
    .playhead { background: Highlight; }
    path { stroke: Highlight; }
  }
`);

/** The sound of a media as a waveform; see `vernier-waveform.d.ts`. */
class VernierWaveform extends HTMLElement {
  static observedAttributes = [
    'source', 'version', 'range', 'scale', 'position', 'segments', 'stops', 'theme', 'dragging',
  ];

  #find = attach(this);
  #canvas = this.#find('canvas');
  #parts = new WaveformParts(() => this.#change(true));
  #drawing = null;
  #later;
  #seen = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('(forced-colors: active)')];

  constructor() {
    super();
    new ResizeObserver(() => this.#change()).observe(this);
  }

  connectedCallback() {
    for (const query of this.#seen) query.addEventListener('change', this);
    this.#change();
  }

  disconnectedCallback() {
    for (const query of this.#seen) query.removeEventListener('change', this);
    clearTimeout(this.#later);
    this.#parts.leave();
  }

  /** The colours are others. */
  handleEvent() {
    this.#change();
  }

  attributeChangedCallback(name) {
    if (name === 'position') this.#place();
    else if (name === 'segments' || name === 'stops') this.#mark();
    else this.#change();
  }

  get parts() {
    return this.#parts;
  }

  /** Draws with the next animation frame, and asks for what is missing once nothing changes. */
  #change(isNews = false) {
    if (!this.isConnected) return;
    this.#parts.open(this.getAttribute('source'), this.getAttribute('version'));
    this.toggleAttribute('known', this.#parts.isKnown);
    this.toggleAttribute('rough', this.#parts.isRough);
    if (isNews) emit(this, 'waveformchange');
    this.#drawing ??= requestAnimationFrame(() => this.#draw());
    clearTimeout(this.#later);
    if (!this.hasAttribute('dragging')) this.#later = setTimeout(() => this.#refine(), calm);
  }

  #refine() {
    this.#parts.refine(viewRange(this), this.clientWidth * devicePixelRatio);
  }

  #draw() {
    this.#drawing = null;
    this.#place();
    this.#mark();
    const [width, height] = [this.clientWidth, this.clientHeight]
      .map((one) => Math.round(one * devicePixelRatio));
    // Setting a size clears the canvas.
    Object.assign(this.#canvas, { width, height });
    const context = this.#canvas.getContext('2d');
    context.fillStyle = context.strokeStyle = getComputedStyle(this).color;
    const heightOf = heights[this.getAttribute('scale')] ?? heights.linear;
    const middle = Math.floor(height / 2);
    // Whole pixels, for sharp edges.
    const y = (sample) => Math.round(middle - heightOf(sample) * (middle - 1));
    if (this.#parts.isKnown) this.#drawColumns(context, width, y);
  }

  /** For each pixel the least and the greatest sample in it; no less than a pixel, where it is silent. */
  #drawColumns(context, width, y) {
    const edges = this.#parts.edges(viewRange(this), width);
    let before = null;
    for (let x = 0; x < width; x += 1) {
      const found = this.#parts.between(edges(x), edges(x + 1), extremes);
      if (!found) continue;
      let [low, high] = [y(found[0]), y(found[1])];
      // Samples that are further apart than pixels are joined.
      if (before) [low, high] = [Math.max(low, before[1]), Math.min(high, before[0])];
      context.fillRect(x, high, 1, Math.max(low - high, 1));
      before = [y(found[0]), y(found[1])];
    }
  }

  #place() {
    const share = inView(Number(this.getAttribute('position')), viewRange(this));
    const playhead = this.#find('.playhead');
    playhead.hidden = share < 0 || share > 1;
    playhead.style.transform = `translateX(${Math.round(share * this.clientWidth)}px)`;
  }

  #mark() {
    const range = viewRange(this);
    const x = (position) => inView(position, range).toFixed(6);
    const parts = this.getAttribute('segments')?.split(',').map((one) => one.trim().split(' ').map(Number)) ?? [];
    const stops = this.getAttribute('stops')?.split(' ').map(Number) ?? [];
    this.#find('.segments').setAttribute('d', parts.map(([from, to]) => `M${x(from)} 0V1H${x(to)}V0`).join(''));
    this.#find('.stops').setAttribute('d', stops.map((one) => `M${x(one)} 0V1`).join(''));
  }
}

customElements.define('vernier-waveform', VernierWaveform);
