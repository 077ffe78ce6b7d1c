import { clamp, inView, placeBubble } from '../geometry.js';
import { shadow, viewRange } from './support.js';

const attach = shadow(`
  <div class="box" part="box">
    <div class="time" part="time"></div>
    <div class="line"><span class="timecode"></span><span class="frame"></span></div>
    <div class="line fine"><b class="gain"></b><span class="worth"></span></div>
    <div class="meter" part="meter"></div>
  </div>
  <div class="arrow" part="arrow"></div>
`, `
  :host {
    position: absolute; z-index: 1; left: 0; bottom: 100%; width: max-content; min-width: 12.5em;
    color: var(--bubble-ink, Canvas); text-align: center; white-space: nowrap;
    font-variant-numeric: tabular-nums; pointer-events: none;
    visibility: hidden; opacity: 0; transition: opacity 0.18s ease-out, visibility 0s 0.18s;
  }
  :host([open]) { visibility: visible; opacity: 1; transition: opacity 0.08s ease-out; }
  :is(b, span):empty, :host(:not([worth])) :is(.fine, .meter) { display: none; }
  .box {
    padding: 0.6em 0.9em 0.7em; border-radius: 12px; background: var(--bubble, CanvasText);
    box-shadow: 0 8px 28px #0005;
  }
  .time { font-size: 1.4em; font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; }
  :is(b, span) { unicode-bidi: plaintext; }
  .line { display: flex; justify-content: center; gap: 0.9em; font-size: 0.86em; }
  .fine { margin-top: 0.45em; color: var(--bubble-accent, inherit); }
  .meter {
    height: 3px; margin-top: 0.4em; border-radius: 2px; transform-origin: left;
    background: var(--bubble-accent, currentColor);
  }
  .arrow {
    position: absolute; top: 100%; width: 16px; height: 8px; margin: -0.5px 0 0 -8px;
    background: var(--bubble, CanvasText); clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
  @media (forced-colors: active) { .box { border: 1px solid; background: Canvas; color: CanvasText; } }
`);

/** The bubble over the hand. `vernier-bubble.d.ts` says what pages need to know. */
class VernierBubble extends HTMLElement {
  static observedAttributes = [
    'position', 'range', 'lift', 'source', 'number',
    'time', 'timecode', 'frame', 'gain', 'worth', 'meter',
  ];

  #find = attach(this);

  connectedCallback() {
    const sizes = new ResizeObserver(() => this.#place());
    sizes.observe(this.parentElement);
    sizes.observe(this);
  }

  attributeChangedCallback(name, _, value) {
    if (/position|range|lift/.test(name)) this.#place();
    else if (/source|number/.test(name)) import('./bubble-picture.js').then(({ show }) => show(this));
    else if (name === 'meter') this.#find('.meter').style.transform = `scaleX(${value})`;
    else this.#find(`.${name}`).textContent = value ?? '';
  }

  #place() {
    const share = inView(Number(this.getAttribute('position')), viewRange(this));
    const { left, arrow } = placeBubble({
      position: this.matches(':dir(rtl)') ? 1 - share : share,
      extent: this.parentElement.clientWidth,
      width: this.offsetWidth,
      bleed: 20, // room for the arrow and a round corner
    });
    const lift = Number(this.getAttribute('lift'));
    const room = lift && this.parentElement.getBoundingClientRect().top - this.offsetHeight - 12;
    const up = Math.round(clamp(lift, 0, Math.max(room, 0)));
    this.style.transform = `translate(${left}px, -${up}px)`;
    this.#find('.arrow').style.left = `${arrow}px`;
  }
}

customElements.define('vernier-bubble', VernierBubble);
