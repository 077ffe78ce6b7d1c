import { frameIndex, positionOf } from '../client/frame-index.js';
import { clamp, inView } from '../geometry.js';

/** CSS pixels between ticks of a kind, on average, below which they are not drawn. */
const apart = 6;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .all > .ticks { height: 1px; overflow: visible; stroke: var(--ink, CanvasText); }
  .keyframes { opacity: 0.55; transform: translateY(calc(var(--thickness) / 2 + 3px)); }
  .stops {
    stroke: var(--accent, Highlight);
    transform: translateY(calc(var(--thickness) / -2 - 9px));
  }
  .overview {
    stroke: var(--accent, Highlight); stroke-width: 2;
    transform: translateY(calc(var(--thickness) / 2 + 14px));
  }
  .buffered {
    stroke-width: 2; opacity: 0.4; transform: translateY(calc(var(--thickness) / 2 - 2px));
  }
  .segments {
    stroke: var(--accent, Highlight); stroke-width: 4; opacity: 0.5;
    transform: translateY(calc(var(--thickness) / -2 - 5px));
  }
  .residual {
    fill: var(--accent, Highlight); stroke: var(--accent, Highlight); stroke-width: 1.5;
    transform: translateY(calc(var(--thickness) / -2 - 6px)); transition: opacity 0.3s;
  }
  :host(:not([residual])) .residual { opacity: 0; }
  @media (forced-colors: active) {
    .all > .ticks path { stroke: CanvasText; }
    .residual { fill: CanvasText; }
  }
`);

const known = new WeakMap();

/** Draws ticks and ranges on the track, on the same pixels as the position there. */
export function draw(bar, all) {
  if (!known.has(bar)) known.set(bar, new Ticks(bar, all));
  known.get(bar).draw();
}

class Ticks {
  #bar;
  #paths = {};
  /** The keyframes between two positions, of which media. */
  #loaded = { id: null };

  constructor(bar, all) {
    this.#bar = bar;
    bar.shadowRoot.adoptedStyleSheets.push(sheet);
    const { namespaceURI } = all.querySelector('svg');
    const svg = document.createElementNS(namespaceURI, 'svg');
    svg.setAttribute('class', 'ticks');
    for (const kind of ['buffered', 'keyframes', 'segments', 'stops', 'overview', 'residual']) {
      const path = document.createElementNS(namespaceURI, 'path');
      for (const name of ['class', 'part']) path.setAttribute(name, kind);
      this.#paths[kind] = path;
    }
    svg.append(...Object.values(this.#paths));
    all.querySelector('.track').after(svg);
  }

  draw() {
    const line = (x) => `M${x + 0.5} 0v6`;
    const marked = [...this.#bar.marks.stops, ...this.#listed];
    this.#set('stops', this.#readable(marked).map(line));
    this.#set('keyframes', this.#readable(this.#known()).map(line));
    for (const kind of ['buffered', 'segments']) this.#drawParts(kind);
    this.#drawOverview();
    if (this.#bar.hasAttribute('residual')) this.#drawResidual();
  }

  get #listed() {
    return this.#bar.getAttribute('listed')?.split(' ').map(Number) ?? [];
  }

  /** The visible part of each range, at least one pixel wide. */
  #drawParts(kind) {
    const [low, high] = this.#bar.range;
    const parts = this.#bar.getAttribute(kind)?.split(',') ?? [];
    const ends = parts.map((part) => part.trim().split(' ').map(Number));
    this.#set(kind, ends.filter(([from, to]) => from <= high && to >= low).map((part) => {
      const [from, to] = part.map((one) => this.#x(clamp(one, low, high)));
      return `M${from} 0H${Math.max(to, from + 1)}`;
    }));
  }

  /** The part of the whole track that is in view. */
  #drawOverview() {
    const [from, to] = this.#bar.range.map((one) => one * this.#bar.clientWidth);
    const isPart = this.#bar.hasAttribute('range');
    this.#set('overview', isPart ? [`M${from} 0H${Math.max(to, from + 2)}`] : []);
  }

  /** A dimension line from the pointer's position to the snap stop. It fades out unchanged. */
  #drawResidual() {
    const [raw, stop] = this.#bar.getAttribute('residual').split(' ').map((one) => this.#x(one));
    this.#set('residual', [`M${raw} -3v6m0 -3H${stop}`, `m0 -4l4 4l-4 4l-4 -4z`]);
  }

  #set(kind, lines) {
    // In a drag only the residual changes.
    const path = this.#paths[kind];
    const shape = lines.join('');
    if (path.getAttribute('d') !== shape) path.setAttribute('d', shape);
  }

  #x(position) {
    return Math.round(inView(position, this.#bar.range) * this.#bar.clientWidth);
  }

  /** All ticks in view, or none: a selection would be misleading. */
  #readable(positions) {
    const [from, to] = this.#bar.range;
    const places = positions.filter((one) => one >= from && one <= to);
    return this.#isReadable(places.length) ? places.map((one) => this.#x(one)) : [];
  }

  #isReadable(count) {
    return count * apart <= this.#bar.clientWidth;
  }

  /** The keyframes, loaded as soon as those in view are few enough to be drawn. */
  #known() {
    const [source, version, count, frames] = ['source', 'version', 'keyframes', 'frames']
      .map((name) => this.#bar.getAttribute(name));
    const [from, to] = this.#bar.range;
    const id = `${source} ${version} ${frames}`;
    if (id !== this.#loaded.id) this.#loaded = { id, from: 1, to: 0, keyframes: [] };
    const isThere = this.#loaded.from <= from && to <= this.#loaded.to;
    if (source && !isThere && this.#isReadable(count * (to - from))) {
      this.#load({ source, version, frames: Number(frames) }, from, to);
    }
    return this.#loaded.keyframes;
  }

  /** Loads those in view and as many on both sides; one request at a time, next for the newest view. */
  async #load(media, from, to) {
    const loaded = this.#loaded;
    if (loaded.isLoading) return;
    loaded.isLoading = true;
    const part = [Math.max(2 * from - to, 0), Math.min(2 * to - from, 1)];
    try {
      Object.assign(loaded, await keyframesOf(media, ...part), { isLoading: false });
    } catch {
      // Asked for again with what changes next.
      loaded.isLoading = false;
      return;
    }
    if (loaded === this.#loaded) this.draw();
  }
}

/** The positions of keyframes in a part of the track. */
async function keyframesOf(media, from, to) {
  const { keyframes } = await frameIndex(media, from, to);
  // Only then, the end of the track is known.
  const track = await (await fetch(media.source)).json();
  return { from, to, keyframes: keyframes.map((pts) => positionOf({ pts }, track)) };
}
