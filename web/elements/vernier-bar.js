import { BarDrag } from './bar-drag.js';
import { css, emit, html, reflect, shadow } from './support.js';

/** Assistive technology reads every change aloud, so it hears at most four a second. */
const announceEvery = 250;

const template = html`
  <div class="track" part="track">
    <div class="fill" part="fill"></div>
    <div class="unknown"></div>
    <div class="notches"></div>
  </div>
  <div class="hairline" part="hairline"></div>
`;

const sheet = css`
  :host {
    --thickness: max(14px, 0.8em);
    display: block;
    position: relative;
    height: var(--vernier-bar-height, max(56px, 3.4em));
    cursor: ew-resize;
    outline: none;
    /* The hand leaves the bar to move finer: the browser must not take that for a scroll. */
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
    -webkit-tap-highlight-color: transparent;
  }
  :host([hidden]) { display: none; }
  :host([dragging]) { --thickness: max(22px, 1.3em); cursor: grabbing; }
  :host([aria-disabled='true']) { cursor: default; opacity: 0.45; }
  .track {
    position: absolute;
    inset: 50% 0 auto;
    height: var(--thickness);
    margin-top: calc(var(--thickness) / -2);
    overflow: hidden;
    border-radius: 5px;
    background: var(--vernier-track, #8884);
    transition: height 0.16s ease-out, margin 0.16s ease-out;
  }
  .track > * { position: absolute; inset: 0; transform-origin: left; }
  .fill { background: var(--vernier-accent, currentColor); }
  .unknown { background: var(--vernier-surface, Canvas); opacity: 0.6; transform: scaleX(0); transform-origin: right; transition: transform 0.2s linear; }
  .notches > * {
    position: absolute; inset: 0 auto 0 0; width: 2px; margin-left: -1px;
    background: var(--vernier-surface, Canvas);
  }
  .hairline {
    position: absolute; left: 0; top: 50%; width: 2px; margin-left: -1px;
    height: calc(var(--thickness) + 14px);
    margin-top: calc(var(--thickness) / -2 - 7px);
    border-radius: 1px;
    background: var(--vernier-ink, currentColor);
    transition: height 0.16s ease-out, margin 0.16s ease-out;
  }
  @media (hover: hover) {
    :host(:hover:not([dragging], [aria-disabled='true'])) { --thickness: max(18px, 1.05em); }
  }
  :host(:focus-visible) .track { outline: 2px solid var(--vernier-focus, Highlight); outline-offset: 4px; }
  @media (prefers-reduced-motion: reduce) {
    .track, .hairline, .unknown { transition: none; }
  }
  @media (forced-colors: active) {
    .track { border: 1px solid CanvasText; forced-color-adjust: none; background: Canvas; }
    .fill, .hairline { background: Highlight; }
  }
`;

/**
 * The knobless bar: shows a position, and reports a hand that drags it from anywhere. It never
 * moves by itself; what a drag means is the server's to say.
 *
 * @element vernier-bar
 * @attr {number} position - 0...1.
 * @attr {number} frame - The target's number, for assistive technology.
 * @attr {number} frames - How many frames there are.
 * @attr {string} valuetext - The value in words.
 * @attr {number} indexed - How much of the media is indexed, 0...1.
 * @attr {boolean} disabled - Nothing to drag.
 * @attr {boolean} dragging - Set by the element while a hand holds it.
 * @fires scrubbegin - `detail` is `{x, y, extent}` in CSS pixels from the bar's top left corner.
 * @fires scrubmove - `detail.samples` is 1...64 of `[t, x, y]`; at most once per animation frame.
 * @fires scrubend - The hand let go.
 * @fires scrubcancel - The drag is taken back.
 * @csspart track
 * @csspart fill
 * @csspart hairline - The line at the position.
 * @cssproperty --vernier-bar-height - Of the area that can be grabbed.
 * @cssproperty --vernier-accent
 * @cssproperty --vernier-track
 * @cssproperty --vernier-surface - Covers what is not indexed yet, and parts the chapters.
 */
export class VernierBar extends HTMLElement {
  static observedAttributes = ['position', 'frame', 'frames', 'valuetext', 'indexed', 'disabled'];

  #drag = new BarDrag(this, (type, detail) => this.#report(type, detail));
  #resize = new ResizeObserver(() => this.#place());
  #parts;
  #announcing = null;

  constructor() {
    super();
    const root = shadow(this, template, sheet);
    this.#parts = Object.fromEntries(
      ['fill', 'unknown', 'hairline', 'notches'].map((name) => [name, root.querySelector(`.${name}`)]),
    );
  }

  connectedCallback() {
    this.role ??= 'slider';
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.#resize.observe(this);
    this.#drag.listen();
    this.#announce();
  }

  disconnectedCallback() {
    this.#resize.disconnect();
    this.#drag.deafen();
    clearTimeout(this.#announcing);
    this.#announcing = null;
  }

  attributeChangedCallback(name) {
    if (name === 'position') return this.#place();
    if (name === 'indexed') return this.#showIndexed();
    if (name === 'disabled') return reflect(this, 'aria-disabled', this.disabled);
    this.#announcing ??= setTimeout(() => this.#announce(), announceEvery);
  }

  get position() {
    return Number(this.getAttribute('position') ?? 0);
  }

  get disabled() {
    return this.hasAttribute('disabled');
  }

  get dragging() {
    return this.hasAttribute('dragging');
  }

  /** Where chapters start, as positions. The first needs no notch. */
  set notches(positions) {
    this.#parts.notches.replaceChildren(
      ...positions.filter((position) => position > 0).map((position) => {
        const notch = document.createElement('i');
        notch.style.left = `${position * 100}%`;
        return notch;
      }),
    );
  }

  /** Takes the drag back, if there is one. */
  cancel() {
    this.#drag.finish('scrubcancel');
  }

  /** Begins the drag under way anew from where the hand is, for a server that has forgotten it. */
  restart() {
    this.#drag.restart();
  }

  #report(type, detail) {
    if (type === 'scrubbegin') this.toggleAttribute('dragging', true);
    if (type === 'scrubend' || type === 'scrubcancel') this.toggleAttribute('dragging', false);
    emit(this, type, detail);
  }

  /** Draws on whole pixels, so that the line stays sharp. */
  #place() {
    const x = Math.round(this.position * this.clientWidth);
    this.#parts.hairline.style.transform = `translateX(${x}px)`;
    this.#parts.fill.style.transform = `translateX(${x - this.clientWidth}px)`;
  }

  #showIndexed() {
    this.#parts.unknown.style.transform = `scaleX(${1 - this.getAttribute('indexed')})`;
  }

  #announce() {
    this.#announcing = null;
    const frames = Number(this.getAttribute('frames') ?? 1);
    reflect(this, 'aria-valuemin', 0);
    reflect(this, 'aria-valuemax', Math.max(frames - 1, 0));
    reflect(this, 'aria-valuenow', this.getAttribute('frame') ?? 0);
    reflect(this, 'aria-valuetext', this.getAttribute('valuetext'));
  }
}

customElements.define('vernier-bar', VernierBar);
