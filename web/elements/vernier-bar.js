import { BarDrag } from './bar-drag.js';
import { emit, make, reflect, shadow } from './support.js';

/** Milliseconds: each change is read aloud. */
const speakEvery = 250;

const attach = shadow(`
  <div class="track">
    <div class="fill"></div>
    <div class="unknown"></div>
    <div class="notches"></div>
  </div>
  <div class="hairline"></div>
`, `
  :host {
    --thickness: max(14px, 0.8em);
    display: block; position: relative; height: max(56px, 3.4em);
    cursor: ew-resize; outline: none !important;
    /* The hand leaves the bar to move finer: the browser must not take that for a scroll. */
    touch-action: none; user-select: none; -webkit-user-select: none;
  }
  :host([disabled]) { cursor: default; opacity: 0.45; }
  @media (hover: hover) { :host(:hover:not([disabled])) { --thickness: max(18px, 1.05em); } }
  :host([dragging][dragging]) { --thickness: max(22px, 1.3em); cursor: grabbing; }
  .track, .hairline {
    position: absolute; inset: 50% 0 auto; height: var(--thickness);
    transform: translateY(-50%); transition: height 0.16s ease-out;
  }
  .track { overflow: hidden; border-radius: 5px; background: var(--track); }
  .track > * { position: absolute; inset: 0; }
  .fill { background: var(--accent); }
  .unknown {
    background: var(--surface); opacity: 0.6;
    transform: scaleX(0); transform-origin: right; transition: transform 0.2s linear;
  }
  .notch {
    position: absolute; inset: 0 auto; width: 2px; margin-left: -1px;
    background: var(--surface);
  }
  .hairline {
    right: auto; width: 2px; height: calc(var(--thickness) + 14px); margin-left: -1px;
    border-radius: 1px; background: var(--ink);
  }
  :host(:focus-visible) .track {
    outline: 2px solid var(--focus); outline-offset: 3px;
  }
  @media (forced-colors: active) {
    .track { border: 1px solid; }
    .fill, .hairline { background: Highlight; }
  }
`);

/**
 * The knobless bar: shows a position, and reports a hand that drags it from anywhere.
 *
 * @fires scrubbegin - `detail` is `{x, y, extent}` in CSS pixels from the bar's top left corner.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`, t in ms since the beginning.
 * @fires scrubend, scrubcancel
 */
class VernierBar extends HTMLElement {
  static observedAttributes = ['position', 'frame', 'frames', 'valuetext', 'indexed', 'disabled'];

  #find = attach(this);
  #fill = this.#find('.fill');
  #hairline = this.#find('.hairline');
  #drag = new BarDrag(this, (type, detail) => {
    this.toggleAttribute('dragging', type === 'scrubbegin' || type === 'scrubmove');
    emit(this, type, detail);
  });
  #speaking = null;
  #chapters;

  constructor() {
    super();
    new ResizeObserver(() => this.#place()).observe(this);
  }

  disconnectedCallback() {
    this.#drag.finish('scrubend');
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'position') return this.#place();
    if (name === 'disabled') return reflect(this, { 'aria-disabled': value !== null && 'true' });
    if (name === 'indexed') {
      this.#find('.unknown').style.transform = `scaleX(${1 - value})`;
    } else {
      this.#speaking ??= setTimeout(() => this.#speak(), speakEvery);
    }
  }

  get dragging() {
    return this.hasAttribute('dragging');
  }

  set chapters(chapters) {
    if (chapters === this.#chapters) return;
    this.#chapters = chapters;
    const notches = chapters.filter(({ position }) => position > 0).map(({ position }) => {
      const notch = make('i', 'notch');
      notch.style.left = `${position * 100}%`;
      return notch;
    });
    this.#find('.notches').replaceChildren(...notches);
  }

  cancel() {
    this.#drag.finish('scrubcancel');
  }

  restart() {
    this.#drag.restart();
  }

  /** Draws on whole pixels, so that the line stays sharp. */
  #place() {
    const x = Math.round(this.getAttribute('position') * this.clientWidth);
    this.#hairline.style.left = `${x}px`;
    this.#fill.style.transform = `translateX(${x - this.clientWidth}px)`;
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
