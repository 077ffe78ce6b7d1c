import { loadScrubModel } from '../client/scrub-model.js';
import { learn, text } from '../texts.js';
import { ImmediateDrag } from './immediate-drag.js';
import { emit, reflect, shadow } from './support.js';

/** Milliseconds: a sooner press is half of a double click, a later one counts as a first. */
const [tooSoon, tooLate] = [400, 6000];

/** Milliseconds in which the knob glides to the end, or back; it acts once it is there. */
const glide = 200;

const attach = shadow(`
  <div class="fill" part="fill"></div>
  <div class="label" part="label">
    <span class="name"><slot></slot></span><span class="again" role="status"></span>
  </div>
  <div class="knob" part="knob">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 6 6 6-6 6"/></svg>
  </div>
`, `
  :host {
    --knob: 48px;
    display: block; position: relative; min-width: 12rem; height: 56px; overflow: hidden;
    border-radius: 28px; background: var(--track, #8884); cursor: pointer; font-weight: 600;
    user-select: none; -webkit-user-select: none;
  }
  :host([disabled]) { opacity: 0.45; cursor: default; }
  .label {
    display: grid; place-items: center; height: 100%; padding: 0 calc(var(--knob) + 8px);
    text-align: center; line-height: 1.2;
  }
  .label span { grid-area: 1 / 1; }
  /* Only made transparent, so that a screen reader still says what the second press does. */
  :host([armed]) .name { opacity: 0; }
  .knob, .fill { position: absolute; top: 4px; inset-inline-start: 4px; }
  .knob, .fill { transition: translate ${glide}ms ease-in-out, width ${glide}ms ease-in-out; }
  :host([dragging]) :is(.knob, .fill) { transition: none; }
  .knob {
    display: grid; place-items: center; width: var(--knob); height: var(--knob); border-radius: 50%;
    background: var(--accent, #c2560a); color: var(--on-accent, #fff);
    cursor: grab; touch-action: none;
  }
  :host([dragging]) .knob { cursor: grabbing; }
  .fill {
    width: var(--knob); height: var(--knob); border-radius: 24px; opacity: 0.35;
    background: var(--accent, #c2560a);
  }
  svg { width: 24px; fill: none; stroke: currentColor; stroke-width: 2.5; }
  path { stroke-linecap: round; stroke-linejoin: round; }
  :host(:dir(rtl)) svg { scale: -1 1; }
  :host(:focus-visible) { outline: 2px solid var(--focus, Highlight); outline-offset: 2px; }
  @media (forced-colors: active) {
    :host { border: 1px solid; }
    .knob { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  }
`);

/** A knob that is slid to confirm. `vernier-confirm.d.ts` says what pages need to know. */
class VernierConfirm extends HTMLElement {
  static observedAttributes = ['disabled'];

  #find = attach(this);
  #again = this.#find('.again');
  #drag = new ImmediateDrag(this.#find('.knob'), (type, detail) => this.#slide(type, detail));
  #knob = new ConfirmSlide(this, (share) => this.#draw(share));
  /** Whether the last press slid the knob: a click follows that too, and does not count. */
  #slid = false;
  ready = null;
  #presses = new PressTwice(() => this.#knob.pass(), (isArmed) => {
    this.toggleAttribute('armed', isArmed);
    const again = this.getAttribute('again') ?? text('pressAgain');
    this.#again.textContent = isArmed ? again : '';
  });

  constructor() {
    super();
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('blur', () => this.#presses.forget());
  }

  connectedCallback() {
    this.attributeChangedCallback();
    this.ready = Promise.all([this.#knob.load(), learn()]);
  }

  disconnectedCallback() {
    this.#drag.finish('cancel');
    this.#presses.forget();
  }

  attributeChangedCallback() {
    const isOff = this.hasAttribute('disabled');
    const tabindex = isOff ? null : '0';
    reflect(this, { role: 'button', tabindex, 'aria-disabled': isOff && 'true' });
  }

  reset() {
    this.#knob.forget();
    this.removeAttribute('confirmed');
    this.#draw(0);
  }

  get #extent() {
    return this.clientWidth - this.#find('.knob').offsetWidth - 8;
  }

  /** Mirrors x where the direction is from right to left. */
  #along(x) {
    return this.matches(':dir(rtl)') ? -x : x;
  }

  #slide(type, detail) {
    if (type === 'begin') this.#slid = false;
    if (type === 'end') this.#slid = !detail.tapped;
    if (type === 'begin' ? !this.#knob.isReady : !this.#knob.isHeld) return;
    const { x, y, samples } = detail;
    if (type === 'begin') this.#knob.begin(this.#along(x), y, this.#extent);
    else if (type === 'move') this.#knob.move(samples.map(([t, at, up]) => [t, this.#along(at), up]));
    else this.#knob.finish(type);
  }

  #draw(share) {
    const distance = share * this.#extent;
    this.#find('.knob').style.translate = `${this.#along(distance)}px`;
    this.#find('.fill').style.width = `calc(var(--knob) + ${distance}px)`;
  }

  #click({ detail: count }) {
    const hasSlid = this.#slid;
    this.#slid = false;
    if (!hasSlid && count < 2) this.#press();
  }

  #key(event) {
    if (event.key === 'Escape') {
      this.#presses.forget();
      this.#drag.finish('cancel');
    }
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) this.#press();
  }

  #press() {
    if (this.#knob.isReady && !this.#knob.isHeld) this.#presses.press();
  }
}

/**
 * One slide of a knob: the scrub model decides once whether it confirms. The drag is reported by
 * events too, so that a server can decide by its own model; `show` gets the share of the distance.
 */
class ConfirmSlide {
  #element;
  #show;
  #model = null;
  #gliding = null;
  isHeld = false;

  constructor(element, show) {
    [this.#element, this.#show] = [element, show];
  }

  async load() {
    this.#model ??= await loadScrubModel();
  }

  get isReady() {
    return this.#model !== null && !this.#element.matches('[disabled], [confirmed]');
  }

  begin(x, y, extent) {
    const drag = { control: 'confirm', action: this.#action, x, y, extent };
    this.#model.begin(drag);
    this.isHeld = true;
    reflect(this.#element, { dragging: true });
    emit(this.#element, 'scrubbegin', drag);
  }

  move(samples) {
    this.#model.move(samples);
    if (!this.#element.matches('[confirmed]')) this.#show(this.#model.state.share);
    emit(this.#element, 'scrubmove', { samples });
    this.#decide();
  }

  finish(type) {
    this.#model[type]();
    this.isHeld = false;
    emit(this.#element, `scrub${type}`);
    this.#decide();
  }

  /** Slides the whole distance at once, for keyboards and screen readers. */
  pass() {
    this.begin(0, 0, 1);
    this.move([[0, 1, 0]]);
    this.finish('end');
  }

  get #action() {
    return this.#element.getAttribute('action') ?? '';
  }

  /** What the model has decided by the last call, if anything. */
  #decide() {
    const { decision } = this.#model.state;
    if (!decision) return;
    reflect(this.#element, { dragging: false, confirmed: decision === 'confirmed' });
    this.#show(decision === 'confirmed' ? 1 : 0);
    this.#act(decision);
  }

  /** Tells what has been decided; what is confirmed only when the knob has reached the end. */
  #act(decision) {
    const tell = () => emit(this.#element, decision, { action: this.#action });
    if (decision === 'declined') tell();
    else this.#afterGlide(tell);
  }

  /** Calls once the knob has come to rest, however late a busy browser begins to move it. */
  async #afterGlide(tell) {
    const gliding = {};
    this.#gliding = gliding;
    const glides = this.#element.shadowRoot.getAnimations();
    await Promise.allSettled(glides.map(({ finished }) => finished));
    if (this.#gliding === gliding) tell();
  }

  /** Forgets what has been decided and not told yet. */
  forget() {
    this.#gliding = null;
  }
}

/** Acts on the second of two presses, and tells when one is awaited. */
class PressTwice {
  #act;
  #report;
  #since = 0;
  #timer = null;

  constructor(act, report) {
    [this.#act, this.#report] = [act, report];
  }

  press() {
    if (this.#timer === null) return this.#arm();
    if (performance.now() - this.#since < tooSoon) return;
    this.forget();
    this.#act();
  }

  /** Forgets the first press. */
  forget() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#report(false);
  }

  #arm() {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.forget(), tooLate);
    this.#report(true);
  }
}

customElements.define('vernier-confirm', VernierConfirm);
