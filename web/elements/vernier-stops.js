import { loadScrubModel } from '../client/scrub-model.js';
import { clamp } from '../geometry.js';
import { ImmediateDrag } from './immediate-drag.js';
import { emit, make, reflect, shadow } from './support.js';

/** CSS pixels from the ends to the first and the last stop: half of a touch target. */
const inset = 22;
/** A label with some space around it, by the height of its letters; CSS pixels between two ticks at least. */
const [labelWidth, leastSpacing] = [4, 4];

/** The stop that each key leads to from another; `on` is 1 or -1, whichever is to the right. */
const keys = {
  ArrowRight: (value, on) => value + on, ArrowLeft: (value, on) => value - on,
  ArrowUp: (value) => value + 1, ArrowDown: (value) => value - 1,
  PageUp: (value) => value + 2, PageDown: (value) => value - 2,
  Home: () => 0, End: () => Infinity,
};

const attach = shadow(`
  <div class="between">
    <div class="track" part="track"></div>
    <div class="ticks"></div>
    <div class="thumb" part="thumb"></div>
  </div>
`, `
  :host {
    display: block; position: relative; min-width: 132px; height: max(56px, 34px + 1.6em);
    padding: 0 ${inset}px;
    cursor: ew-resize; outline: none; font-size: 0.8rem; font-variant-numeric: tabular-nums;
    touch-action: pan-y; user-select: none; -webkit-user-select: none;
  }
  :host([disabled]) { opacity: 0.45; cursor: default; }
  .between { position: relative; height: 100%; }
  .between * { position: absolute; }
  .track {
    inset: 16px -6px auto; height: 6px; border-radius: 3px; background: var(--track, #8884);
  }
  .ticks { inset: 0; }
  .tick {
    top: 26px; width: 2px; height: 6px; margin-inline-start: -1px; background: var(--ink-2, #888);
  }
  .tick span {
    top: 8px; left: 1px; transform: translateX(-50%);
    color: var(--ink-2, currentColor); white-space: nowrap;
  }
  /* At the ends they stay inside. */
  .tick:is(:first-child:dir(ltr), :last-child:dir(rtl)) span { transform: translateX(max(-50%, -${inset}px)); }
  .tick:is(:last-child:dir(ltr), :first-child:dir(rtl)) span {
    transform: translateX(min(-50%, ${inset}px - 100%));
  }
  .tick[data-current] span { color: inherit; font-weight: 600; }
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
  #drag = new ImmediateDrag(this, (type, detail) => this.#follow(type, detail), () => [inset, 0]);
  #slide = new StopsSlide(this, () => this.#extent);
  /** The position while it is dragged, as a share; else null. */
  #place = null;
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
    this.#drag.finish('cancel');
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
    return this.#find('.between').clientWidth;
  }

  #follow(type, detail) {
    const found = this.#slide.follow(type, detail);
    if (!found) return;
    this.#place = found.isHeld ? found.position : null;
    this.toggleAttribute('dragging', found.isHeld);
    this.#go(found.stop);
    this.#draw();
    if (type === 'end') this.#tell('change');
  }

  #press(event) {
    if (event.key === 'Escape') return this.#drag.finish('cancel');
    if (this.#drag.isHolding || this.hasAttribute('disabled')) return;
    const stop = stopOf(event, this);
    if (stop === undefined) return;
    event.preventDefault();
    if (this.#go(stop)) this.#tell('change');
  }

  /** Whether that is another stop. */
  #go(value) {
    if (value === this.value) return false;
    this.value = value;
    this.#tell('input');
    return true;
  }

  #tell(type) {
    emit(this, type, { value: this.value });
  }

  /** Between stops in a drag, else on one. */
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
    this.#find('.ticks').replaceChildren(...stopTicks(this, this.#extent));
    this.#draw();
  }
}

/** A drag along stops by the scrub model: free while it lasts, onto a stop when released. */
class StopsSlide {
  #stops;
  #extent;
  #model = null;
  #from = 0;
  #x = 0;

  /** `extent` gives the CSS pixels from the first stop to the last. */
  constructor(stops, extent) {
    [this.#stops, this.#extent] = [stops, extent];
  }

  async load() {
    this.#model ??= await loadScrubModel();
  }

  /** Feeds a drag to the model, and gives what it makes of it; null before there is a model. */
  follow(type, detail) {
    if (!this.#model) return null;
    if (type === 'begin') this.#begin(detail.x);
    else if (type === 'move') this.#move(detail.samples);
    else if (detail.tapped) this.#hold('jump');
    if (type === 'cancel') this.#model.cancel();
    if (type === 'end') this.#model.end();
    const { stop, position, scrubbing } = this.#model.state;
    return { stop: type === 'cancel' ? this.#from : stop, position, isHeld: scrubbing };
  }

  #begin(x) {
    const { value, count } = this.#stops;
    this.#from = value;
    this.#x = this.#along(x);
    this.#model.place(value / count);
    this.#hold('hold');
  }

  #move(samples) {
    this.#model.move(samples.map(([t, x]) => [t, this.#along(x), 0]));
  }

  #hold(press) {
    const snap = { to: 'count', count: this.#stops.count, when: 'release' };
    this.#model.configure({ law: { kind: 'flat' }, snap, press });
    this.#model.begin({ x: this.#x, y: 0, extent: this.#extent() });
  }

  /** Counted from the first stop, which is on the right in right-to-left text. */
  #along(x) {
    return this.#stops.matches(':dir(rtl)') ? this.#extent() - x : x;
  }
}

/** The stop that a key leads to, if it is one for stops. */
function stopOf({ key, ctrlKey, metaKey, altKey, shiftKey }, stops) {
  if (ctrlKey || metaKey || altKey || shiftKey || !(key in keys)) return undefined;
  const on = stops.matches(':dir(rtl)') ? -1 : 1;
  return clamp(keys[key](stops.value, on), 0, stops.count);
}

/** A tick for each stop, if they can be told apart, with as many labels as stay readable. */
function stopTicks(slider, extent) {
  const { count, labels } = slider;
  const spacing = extent / count;
  const every = Math.ceil((labelWidth * parseFloat(getComputedStyle(slider).fontSize)) / spacing);
  return Array.from({ length: spacing < leastSpacing ? 0 : count + 1 }, (_, i) => {
    const tick = make('div', 'tick');
    tick.part = 'tick';
    tick.style.insetInlineStart = `${(i / count) * 100}%`;
    if (i % every === 0 && labels[i]) tick.append(make('span', '', labels[i]));
    return tick;
  });
}

customElements.define('vernier-stops', VernierStops);
