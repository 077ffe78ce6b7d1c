import { placeBubble } from '../geometry.js';
import { css, html, shadow } from './support.js';

const template = html`
  <div class="box" part="box">
    <div class="time" part="time"></div>
    <div class="line"><span class="timecode"></span><span class="frame"></span></div>
    <div class="fine" part="fine">
      <span class="gain"></span><span class="worth"></span>
      <span class="meter"><span></span></span>
    </div>
  </div>
  <div class="arrow" part="arrow"></div>
`;

const sheet = css`
  :host {
    --back: var(--vernier-bubble, #222);
    position: absolute;
    left: 0;
    bottom: 100%;
    width: max-content;
    color: var(--vernier-bubble-ink, #fff);
    pointer-events: none;
    opacity: 0;
    visibility: hidden;
    transition: opacity 0.18s ease-out, visibility 0s 0.18s;
  }
  :host([hidden]) { display: none; }
  :host([open]) { opacity: 1; visibility: visible; transition: opacity 0.08s ease-out; }
  .box {
    box-sizing: border-box;
    min-width: 12.5em;
    padding: 0.6em 0.9em 0.65em;
    border-radius: 12px;
    background: var(--back);
    box-shadow: 0 1px 2px #0003, 0 8px 28px #0005;
    font-variant-numeric: tabular-nums;
    text-align: center;
    white-space: nowrap;
  }
  .time { font-size: 1.4em; font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; }
  .line { display: flex; justify-content: center; gap: 0.9em; margin-top: 0.1em; font-size: 0.86em; opacity: 0.8; }
  .line > :empty { display: none; }
  .fine {
    display: none;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.35em 0.7em;
    margin-top: 0.5em;
    font-size: 0.8em;
    color: var(--vernier-bubble-accent, currentColor);
  }
  :host([worth]) .fine { display: flex; }
  .gain { font-weight: 700; }
  .gain:empty { display: none; }
  .meter { flex: 1 0 100%; height: 3px; border-radius: 2px; background: #8886; overflow: hidden; }
  .meter > span { display: block; height: 100%; background: currentColor; transform-origin: left; }
  .arrow {
    position: absolute; left: 0; top: 100%; width: 16px; height: 8px; margin: -0.5px 0 0 -8px;
    background: var(--back); clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
  @media (prefers-reduced-motion: reduce) { :host, :host([open]) { transition: none; } }
  @media (forced-colors: active) {
    .box { border: 1px solid CanvasText; }
    .arrow { background: CanvasText; forced-color-adjust: none; }
  }
`;

/** How far the bubble may stand out over the bar's ends: room for the arrow and a round corner. */
const bleed = 20;

/**
 * The bubble over the hand. It stays inside its bounds, which are its parent's box and a little
 * more at either side, while its arrow keeps pointing at the position.
 *
 * @element vernier-bubble
 * @attr {boolean} open - It shows, or fades out.
 * @attr {number} position - 0...1 along the parent.
 * @attr {string} time
 * @attr {string} timecode
 * @attr {string} frame
 * @attr {string} gain - Such as "×0.25"; empty on the bar.
 * @attr {string} worth - What a pixel is worth, such as "1 frame per 4 px".
 * @attr {number} meter - The gain as a number, drawn as a line.
 * @csspart box
 * @csspart time
 * @csspart fine
 * @csspart arrow
 * @cssproperty --vernier-bubble - The background.
 * @cssproperty --vernier-bubble-ink
 * @cssproperty --vernier-bubble-accent
 */
export class VernierBubble extends HTMLElement {
  static observedAttributes = ['position', 'time', 'timecode', 'frame', 'gain', 'worth', 'meter'];

  #root = shadow(this, template, sheet);
  #resize = new ResizeObserver(() => this.#place());

  connectedCallback() {
    this.#resize.observe(this.parentElement);
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'position') return this.#place();
    if (name === 'meter') return this.#measure(Number(value));
    this.#root.querySelector(`.${name}`).textContent = value ?? '';
  }

  #measure(gain) {
    this.#root.querySelector('.meter > span').style.transform = `scaleX(${gain})`;
  }

  #place() {
    const { left, arrow } = placeBubble({
      position: Number(this.getAttribute('position') ?? 0),
      extent: this.parentElement?.clientWidth ?? 0,
      width: this.offsetWidth,
      bleed,
    });
    this.style.transform = `translateX(${left}px)`;
    this.#root.querySelector('.arrow').style.left = `${arrow}px`;
  }
}

customElements.define('vernier-bubble', VernierBubble);
