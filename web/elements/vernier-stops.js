import { Hand } from './hand.js';
import { stopOf } from './stop-keys.js';
import { StopSlide } from './stop-slide.js';
import { stopTicks, tickStyle } from './stop-ticks.js';
import { emit, reflect, shadow } from './support.js';

/** From the ends of the element to the first and the last stop: half of what a finger needs. */
const inset = 22;

const attach = shadow(`
  <div class="way">
    <div class="track" part="track"></div>
    <div class="ticks"></div>
    <div class="thumb" part="thumb"></div>
  </div>
`, `
  :host {
    display: block; position: relative; min-width: 132px; height: 56px; padding: 0 ${inset}px;
    cursor: ew-resize; outline: none; font-size: 0.8rem; font-variant-numeric: tabular-nums;
    touch-action: pan-y; user-select: none; -webkit-user-select: none;
  }
  :host([disabled]) { opacity: 0.45; cursor: default; }
  .way { position: relative; height: 100%; }
  .way * { position: absolute; }
  .track {
    inset: 16px -6px auto; height: 6px; border-radius: 3px; background: var(--track, #8884);
  }
  .ticks { inset: 0; }
  ${tickStyle}
  .thumb {
    top: 8px; width: 12px; height: 22px; margin-inline-start: -6px; border-radius: 6px;
    background: var(--accent, #e0740c); transition: inset-inline-start 0.12s ease-out;
  }
  :host([dragging]) .thumb { transition: none; }
  :host(:focus-visible) .thumb { outline: 2px solid var(--focus, Highlight); outline-offset: 2px; }
  @media (forced-colors: active) {
    .track, .tick { background: GrayText; }
    .thumb { background: Highlight; }
  }
`);

/** A slider that rests on stops. `vernier-stops.d.ts` says what pages need to know. */
class VernierStops extends HTMLElement {
  static observedAttributes = ['value', 'count', 'labels', 'disabled'];

  #find = attach(this);
  #hand = new Hand(this, (type, detail) => this.#follow(type, detail), () => [inset, 0]);
  #slide = new StopSlide(this, () => this.#extent);
  /** Where it is on its way while a hand holds it. */
  #place = null;
  /** The stop that the last `change` told of. */
  #rest = 0;
  ready = null;

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#press(event));
    new ResizeObserver(() => this.#ticks()).observe(this);
  }

  connectedCallback() {
    this.#ticks();
    this.ready = this.#slide.load();
  }

  disconnectedCallback() {
    this.#hand.finish('cancel');
  }

  attributeChangedCallback(name) {
    if (this.value > this.count) this.value = this.count;
    if (this.isConnected && name === 'value') this.#draw();
    else if (this.isConnected) this.#ticks();
  }

  get value() {
    return Number(this.getAttribute('value'));
  }

  set value(value) {
    this.setAttribute('value', value);
  }

  get count() {
    return Math.max(Number(this.getAttribute('count') ?? this.labels.length - 1), 1);
  }

  get labels() {
    return this.getAttribute('labels')?.split(',').map((one) => one.trim()) ?? [];
  }

  get #extent() {
    return this.#find('.way').clientWidth;
  }

  #follow(type, detail) {
    const found = this.#slide.follow(type, detail);
    if (!found) return;
    if (type === 'begin') this.#rest = this.value;
    this.#place = found.isHeld ? found.position : null;
    this.toggleAttribute('dragging', found.isHeld);
    this.#go(found.stop);
    if (!found.isHeld) this.#settle();
    this.#draw();
  }

  #press(event) {
    if (event.key === 'Escape') return this.#hand.finish('cancel');
    if (this.#hand.isHolding || this.hasAttribute('disabled')) return;
    const stop = stopOf(event, this);
    if (stop === undefined) return;
    event.preventDefault();
    this.#rest = this.value;
    this.#go(stop);
    this.#settle();
  }

  #go(value) {
    if (value === this.value) return;
    this.value = value;
    emit(this, 'input', { value });
  }

  #settle() {
    if (this.value !== this.#rest) emit(this, 'change', { value: this.value });
    this.#rest = this.value;
  }

  /** Between stops while a hand drags, on one else. */
  #draw() {
    const { value, count, labels } = this;
    const place = this.#place ?? value / count;
    this.#find('.thumb').style.insetInlineStart = `${place * 100}%`;
    for (const [i, tick] of [...this.#find('.ticks').children].entries()) {
      reflect(tick, { 'data-current': i === value });
    }
    reflect(this, {
      role: 'slider', tabindex: this.hasAttribute('disabled') ? null : '0',
      'aria-disabled': this.hasAttribute('disabled') && 'true',
      'aria-valuemin': '0', 'aria-valuemax': count, 'aria-valuenow': String(value),
      'aria-valuetext': labels[value],
    });
  }

  #ticks() {
    this.#find('.ticks').replaceChildren(...stopTicks(this.count, this.labels, this.#extent));
    this.#draw();
  }
}

customElements.define('vernier-stops', VernierStops);
