import { placeBubble } from '../geometry.js';
import { css, html, shadow } from './support.js';

/** How far it may stand out at the ends: room for the arrow and a round corner. */
const bleed = 20;

const template = html`
  <div class="box" part="box">
    <div class="time"></div>
    <div class="line"><span class="timecode"></span><span class="frame"></span></div>
    <div class="line fine" part="fine"><b class="gain"></b><span class="worth"></span></div>
    <div class="meter"></div>
  </div>
  <div class="arrow" part="arrow"></div>
`;

const sheet = css`
  :host {
    --back: var(--vernier-bubble, #222);
    position: absolute; left: 0; bottom: 100%; width: max-content; min-width: 12.5em;
    color: var(--vernier-bubble-ink, #fff); text-align: center; white-space: nowrap;
    font-variant-numeric: tabular-nums; pointer-events: none;
    visibility: hidden; opacity: 0; transition: opacity 0.18s ease-out, visibility 0s 0.18s;
  }
  :host([open]) { visibility: visible; opacity: 1; transition: opacity 0.08s ease-out; }
  .box {
    padding: 0.6em 0.9em 0.7em; border-radius: 12px; background: var(--back);
    box-shadow: 0 8px 28px #0005;
  }
  .time { font-size: 1.4em; font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; }
  .line { display: flex; justify-content: center; gap: 0.9em; font-size: 0.86em; }
  .line > :empty { display: none; }
  .fine { margin-top: 0.45em; color: var(--vernier-bubble-accent, currentColor); }
  .meter {
    height: 3px; margin-top: 0.4em; border-radius: 2px; transform-origin: left;
    background: var(--vernier-bubble-accent, currentColor);
  }
  :host(:not([worth])) :is(.fine, .meter) { display: none; }
  .arrow {
    position: absolute; top: 100%; width: 16px; height: 8px; margin: -0.5px 0 0 -8px;
    background: var(--back); clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
`;

/**
 * The bubble over the hand. It stays over its parent while its arrow points at the position.
 *
 * @element vernier-bubble
 * @attr {boolean} open - It shows, or fades out.
 * @attr {number} position - 0...1 along the parent.
 * @attr {string} time
 * @attr {string} timecode
 * @attr {string} frame
 * @attr {string} gain - Such as "×0.25".
 * @attr {string} worth - Such as "1 frame per 4 px".
 * @attr {number} meter - The gain, drawn as a line.
 * @csspart box
 * @csspart fine
 * @csspart arrow
 * @cssproperty --vernier-bubble
 * @cssproperty --vernier-bubble-ink
 * @cssproperty --vernier-bubble-accent
 */
export class VernierBubble extends HTMLElement {
  static observedAttributes = ['position', 'time', 'timecode', 'frame', 'gain', 'worth', 'meter'];

  #find = shadow(this, template, sheet);
  #resize = new ResizeObserver(() => this.#place());

  connectedCallback() {
    this.#resize.observe(this.parentElement);
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'position') this.#place();
    else if (name === 'meter') this.#find('.meter').style.transform = `scaleX(${value})`;
    else this.#find(`.${name}`).textContent = value ?? '';
  }

  #place() {
    const { left, arrow } = placeBubble({
      position: Number(this.getAttribute('position')),
      extent: this.parentElement?.clientWidth ?? 0,
      width: this.offsetWidth,
      bleed,
    });
    this.style.transform = `translateX(${left}px)`;
    this.#find('.arrow').style.left = `${arrow}px`;
  }
}

customElements.define('vernier-bubble', VernierBubble);
