import { clamp, inView } from '../geometry.js';
import { BarDrag } from './bar-drag.js';
import { load, reflect, shadow, viewRange } from './support.js';

/** Milliseconds: screen readers read each value. */
const speakEvery = 250;

/** Attributes that change what is drawn, and those that change the slider's value. */
const drawn = ['indexed', 'range', 'buffered', 'segments', 'listed', 'residual', 'pictures'];
const spoken = ['frame', 'frames', 'valuetext'];

const attach = shadow(`
  <div class="all">
    <div class="track" part="track">
      <div class="fill" part="fill"></div>
      <div class="unknown"></div>
      <svg><path part="chapters"/></svg>
    </div>
    <div class="ghost" part="ghost"></div>
    <div class="hairline" part="hairline"></div>
  </div>
`, `
  :host {
    --thickness: max(14px, 0.8em);
    display: block; position: relative; height: max(56px, 3.4em);
    cursor: ew-resize; outline: none !important;
    /* A drag away from the bar must not scroll. */
    touch-action: none; user-select: none; -webkit-user-select: none;
  }
  :host([disabled]) { pointer-events: none; opacity: 0.45; }
  @media (hover: hover) { :host(:hover) { --thickness: max(18px, 1.05em); } }
  :host([dragging][dragging]) { --thickness: max(22px, 1.3em); cursor: grabbing; }
  .all { position: absolute; inset: 0 -1px; padding: 0 1px; overflow-x: clip; }
  :host(:dir(rtl)) .all { transform: scaleX(-1); }
  .all > * {
    position: absolute; inset: 50% 1px auto; height: var(--thickness);
    transform: translateY(-50%); transition: height 0.16s ease-out;
  }
  .track { overflow: hidden; border-radius: 5px; background: var(--track, #8885); }
  .track > * { position: absolute; inset: 0; }
  .fill { background: var(--accent, Highlight); }
  .unknown {
    background: var(--surface, Canvas); opacity: 0.6;
    transform: scaleX(0); transform-origin: right; transition: transform 0.2s linear;
  }
  svg { width: 100%; stroke: var(--surface, Canvas); stroke-width: 2; }
  .ghost, .hairline {
    right: auto; width: 2px; height: calc(var(--thickness) + 14px);
    border-radius: 1px; background: var(--ink, CanvasText);
  }
  .ghost { opacity: 0.4; }
  :host(:not([dragging])) .ghost { display: none; }
  :host(:focus-visible) .track {
    outline: 2px solid var(--focus, Highlight); outline-offset: 3px;
  }
  @media (forced-colors: active) {
    .track { border: 1px solid; }
    .fill, .hairline { background: Highlight; }
  }
`);

/** The knobless bar; see `vernier-bar.d.ts`. */
class VernierBar extends HTMLElement {
  static observedAttributes = ['position', 'disabled', ...drawn, ...spoken];

  #find = attach(this);
  #drag = new BarDrag(this);
  #speaking = null;
  /** The modules that draw further on the track. */
  #drawing = new Set();
  /** The position where a drag began. */
  origin = 0;
  /** What is marked on the track. */
  marks = { chapters: [], stops: [] };

  constructor() {
    super();
    new ResizeObserver(() => this.#change()).observe(this);
    this.addEventListener('wheel', (event) => {
      event.preventDefault();
      load('./bar-wheel.js').then(({ handle }) => handle(this, event), () => {});
    }, { passive: false });
    this.addEventListener('scrubbegin', () => this.#place());
  }

  connectedCallback() {
    if (this.getAttribute('keys') === 'none') return;
    load('./bar-keys.js').then(({ own }) => own(this), () => {});
  }

  disconnectedCallback() {
    this.#drag.finish('end');
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'position') this.#place();
    else if (name === 'disabled') reflect(this, { 'aria-disabled': value !== null && 'true' });
    else if (drawn.includes(name)) this.#change();
    else this.#speaking ??= setTimeout(() => this.#speak(), speakEvery);
  }

  get dragging() {
    return this.hasAttribute('dragging');
  }

  get isRtl() {
    return this.matches(':dir(rtl)');
  }

  get range() {
    return viewRange(this);
  }

  /** The length of the whole track, of which a part may be in view. */
  get extent() {
    const [from, to] = this.range;
    return this.clientWidth / (to - from);
  }

  set chapters(chapters) {
    this.#mark({ chapters });
  }

  set stops(stops) {
    this.#mark({ stops });
  }

  cancel() {
    this.#drag.finish('cancel');
  }

  restart(followed) {
    this.#drag.restart(followed);
  }

  #mark(changes) {
    if (Object.entries(changes).every(([name, value]) => this.marks[name] === value)) return;
    Object.assign(this.marks, changes);
    this.#change();
  }

  #change() {
    this.#place();
    const { chapters, stops } = this.marks;
    const starts = chapters.map(({ position }) => position).filter((position) => position > 0);
    this.#find('path').setAttribute('d', starts.map((one) => `M${this.#at(one)} 0v99`).join(''));
    const isMarked = stops.length > 0 || this.matches('[range], [buffered], [segments], [listed], [residual]');
    if (isMarked) this.#drawing.add('./bar-ticks.js');
    if (this.hasAttribute('pictures')) this.#drawing.add('./bar-pictures.js');
    for (const module of this.#drawing) {
      load(module).then(({ draw }) => draw(this, this.#find('.all')), () => {});
    }
  }

  #at(position) {
    return Math.round(inView(position, this.range) * this.clientWidth);
  }

  /** Draws on whole pixels, for sharp lines. All is measured before anything moves: one layout. */
  #place() {
    const width = this.clientWidth;
    const [x, known, origin] = [this.getAttribute('position'), this.getAttribute('indexed') ?? 1, this.origin]
      .map((position) => this.#at(position));
    this.#find('.hairline').style.left = `${x}px`;
    this.#find('.fill').style.transform = `translateX(${clamp(x, 0, width) - width}px)`;
    this.#find('.unknown').style.transform = `scaleX(${1 - clamp(known / width, 0, 1)})`;
    this.#find('.ghost').style.left = `${origin}px`;
  }

  #speak() {
    this.#speaking = null;
    reflect(this, {
      'aria-valuemax': Math.max(this.getAttribute('frames') - 1, 0),
      'aria-valuenow': Number(this.getAttribute('frame')),
      'aria-valuetext': this.getAttribute('valuetext'),
    });
  }
}

customElements.define('vernier-bar', VernierBar);
