import { inView, placeBubble } from '../geometry.js';
import { load, shadow, viewRange } from './support.js';

const attach = shadow(`
  <div class="box" part="box">
    <div class="time" part="time"></div>
    <div class="line"><span class="timecode"></span><span class="frame"></span></div>
    <slot></slot>
  </div>
  <div class="arrow" part="arrow"></div>
`, `
  :host {
    position: absolute; z-index: 1; left: 0; bottom: 100%; width: max-content; min-width: 9em;
    color: var(--bubble-ink, Canvas); text-align: center; white-space: nowrap;
    font-variant-numeric: tabular-nums; pointer-events: none;
    visibility: hidden; opacity: 0; transition: opacity 0.18s ease-out, visibility 0s 0.18s;
  }
  :host([open]) { visibility: visible; opacity: 1; transition: opacity 0.08s ease-out; }
  span:empty { display: none; }
  .box {
    padding: 0.6em 0.9em 0.7em; border-radius: 12px; background: var(--bubble, CanvasText);
    box-shadow: 0 8px 28px #0005;
  }
  .time { font-size: 1.4em; font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; }
  span { unicode-bidi: plaintext; }
  .line { display: flex; justify-content: center; gap: 0.9em; font-size: 0.86em; }
  .arrow {
    position: absolute; top: 100%; width: 16px; height: 8px; margin: -0.5px 0 0 -8px;
    background: var(--bubble, CanvasText); clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
  @media (forced-colors: active) { .box { border: 1px solid; background: Canvas; color: CanvasText; } }
`);

/** The bubble over the playhead; see `vernier-bubble.d.ts`. */
class VernierBubble extends HTMLElement {
  static observedAttributes = [
    'position', 'range', 'time', 'timecode', 'frame', 'lift', 'source', 'number',
  ];

  #find = attach(this);

  connectedCallback() {
    const sizes = new ResizeObserver(() => this.#place());
    sizes.observe(this.parentElement);
    sizes.observe(this);
  }

  attributeChangedCallback(name, before, value) {
    if (name === 'position' || name === 'range') this.#place();
    else if (name === 'lift') this.#lift(before > 0 || value > 0);
    else if (name === 'source' || name === 'number') load('./bubble-picture.js').then(({ show }) => show(this), () => {});
    else this.#find(`.${name}`).textContent = value ?? '';
  }

  /** Only fingers lift it. */
  #lift(isLifted) {
    if (isLifted) load('./bubble-lift.js').then(({ lift }) => lift(this), () => {});
  }

  #place() {
    const share = inView(Number(this.getAttribute('position')), viewRange(this));
    const { left, arrow } = placeBubble({
      position: this.matches(':dir(rtl)') ? 1 - share : share,
      extent: this.parentElement.clientWidth,
      width: Math.ceil(this.getBoundingClientRect().width),
      // Space for the arrow and a round corner.
      bleed: this.hasAttribute('grown') ? 0 : 20,
    });
    this.style.transform = `translateX(${left}px)`;
    this.#find('.arrow').style.left = `${arrow}px`;
  }
}

customElements.define('vernier-bubble', VernierBubble);
