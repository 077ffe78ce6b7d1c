import { inView } from '../geometry.js';
import { fill } from './picture-cells.js';
import { make } from './support.js';

/** Milliseconds of rest before pictures are asked for, and between two looks at what is new. */
const calm = 150;
const again = 1000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .all > .pictures {
    inset: 4px 1px; width: calc(100% - 2px); height: calc(100% - 8px); border-radius: 6px;
    transform: none; transition: opacity 0.2s; opacity: 0.8;
  }
  .pictures[data-some] ~ .track {
    background: color-mix(in srgb, var(--surface, Canvas) 62%, transparent);
  }
  .pictures[data-some] ~ .track .fill { opacity: 0.86; }
  /* Lines stay visible on every picture. */
  :host([pictures]) .hairline { outline: 1.5px solid var(--surface, Canvas); }
  :host([pictures]) .ticks {
    --halo: drop-shadow(0 0 1px var(--surface, Canvas));
    filter: var(--halo) var(--halo);
  }
  :host([pictures]) :is(.keyframes, .stops) { stroke-width: 2; }
  :host([pictures]) :is(.keyframes, .segments) { opacity: 1; }
  :host([dragging]) .pictures { opacity: 1; }
  @media (forced-colors: active) { .pictures { opacity: 0.5; } }
`);

const known = new WeakMap();

/** Shows pictures behind the track: of the whole film, or of the part in view. */
export function draw(bar, all) {
  if (!known.has(bar)) known.set(bar, new Pictures(bar, all));
  known.get(bar).draw();
}

/**
 * The pictures, on one canvas. They are asked for while the bar rests, so that none of a drag's own
 * has to wait; those of another part in view, or coarser ones, stay until better ones are there.
 */
class Pictures {
  #bar;
  #canvas = make('canvas', 'pictures');
  /** Cells `{from, to, frame, image, x, width, height}`: the older ones below, the newer ones. */
  #below = [];
  #cells = [];
  /** What the cells show or will show, as text; and what ends the loading of them. */
  #view = null;
  #loading = null;
  /** The wait until the bar rests, and that for the next look, which drawing alone does not end. */
  #timer;
  #next;

  constructor(bar, all) {
    this.#bar = bar;
    Object.assign(this.#canvas, { part: 'pictures', ariaHidden: 'true' });
    bar.shadowRoot.adoptedStyleSheets.push(sheet);
    all.prepend(this.#canvas);
    for (const type of ['scrubbegin', 'scrubend', 'scrubcancel']) {
      bar.addEventListener(type, () => this.draw());
    }
  }

  draw() {
    clearTimeout(this.#timer);
    if (this.#wanted() !== this.#view || this.#bar.dragging) this.#stop();
    if (!this.#bar.hasAttribute('pictures')) this.#clear();
    else if (!this.#bar.dragging) this.#timer = setTimeout(() => this.#load(), calm);
    this.#paint();
  }

  /** What the pictures depend on. */
  #wanted() {
    const names = ['source', 'pictures', 'duration', 'frames', 'range'];
    const given = names.map((name) => this.#bar.getAttribute(name));
    return [...given, this.#bar.clientWidth].join(' ');
  }

  #clear() {
    [this.#below, this.#cells] = [[], []];
    delete this.#canvas.dataset.frames;
  }

  #stop() {
    clearTimeout(this.#next);
    this.#loading?.abort();
    [this.#loading, this.#view] = [null, null];
    delete this.#canvas.dataset.range;
  }

  async #load() {
    if (this.#view !== null || this.#bar.clientWidth === 0) return;
    this.#view = this.#wanted();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    let isAll = true;
    try {
      isAll = await fill(this.#bar, signal, (cells) => this.#show(cells));
    } catch {
      // Stopped, or the server is away, or has another version by now: the page tells of it.
    }
    if (signal.aborted) return;
    this.#settle(isAll);
    if (!isAll) this.#next = setTimeout(() => this.#look(), again);
  }

  /** Looks for further pictures. */
  #look() {
    this.#view = null;
    this.#load();
  }

  /** Takes the cells that are loaded. */
  #show(cells) {
    this.#cells = cells;
    this.#paint();
  }

  /** The newest cells are all there, and there will be no better ones if `isAll`. */
  #settle(isAll) {
    this.#below = this.#cells;
    const frames = this.#cells.map(({ frame }) => frame).join(' ');
    const range = isAll ? this.#bar.getAttribute('range') : '';
    Object.assign(this.#canvas.dataset, { frames, range });
    this.#paint();
  }

  #paint() {
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((one) => one * devicePixelRatio);
    // Setting a size clears the canvas.
    Object.assign(this.#canvas, { width, height });
    const context = this.#canvas.getContext('2d');
    const cells = [...this.#below, ...this.#cells];
    // Until then, the track is what is seen.
    this.#canvas.toggleAttribute('data-some', cells.length > 0);
    for (const cell of cells) {
      const [left, right] = [cell.from, cell.to]
        .map((one) => Math.round(inView(one, this.#bar.range) * width));
      if (right > 0 && left < width) this.#paintCell(context, cell, left, right);
    }
  }

  /** Fills a cell with the middle of its picture, up to a gap. */
  #paintCell(context, { image, x, width, height }, left, right) {
    const [wide, high] = [Math.max(right - left - 1, 1), this.#canvas.height];
    const scale = Math.max(wide / width, high / height);
    const [w, h] = [wide / scale, high / scale];
    context.save();
    // The track is mirrored there, its pictures are not.
    if (this.#bar.isRtl) context.setTransform(-1, 0, 0, 1, left + right, 0);
    context.drawImage(image, x + (width - w) / 2, (height - h) / 2, w, h, left, 0, wide, high);
    context.restore();
  }
}
