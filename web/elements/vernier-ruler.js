import { tickLabel } from '../format.js';
import { rulerStep, rulerTicks } from '../geometry.js';
import { css, html, shadow } from './support.js';

const template = html`<div class="ticks" aria-hidden="true"></div>`;

const sheet = css`
  :host { display: block; height: 2.6em; color: var(--vernier-ink-2, currentColor); font-size: 0.72rem; }
  :host([hidden]) { display: none; }
  .ticks { position: relative; height: 100%; font-variant-numeric: tabular-nums; }
  i { position: absolute; top: 0; width: 1px; height: 5px; background: currentColor; opacity: 0.35; }
  i.major { height: 9px; opacity: 0.8; }
  span { position: absolute; top: 12px; transform: translateX(-50%); white-space: nowrap; }
  span:first-of-type { transform: none; }
`;

/**
 * The scale below the bar, in time, with as many labels as stay readable.
 *
 * @element vernier-ruler
 * @attr {number} duration - In seconds.
 */
export class VernierRuler extends HTMLElement {
  static observedAttributes = ['duration'];

  #ticks = shadow(this, template, sheet).querySelector('.ticks');
  #resize = new ResizeObserver(() => this.#draw());

  connectedCallback() {
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  attributeChangedCallback() {
    this.#draw();
  }

  #draw() {
    const duration = Number(this.getAttribute('duration'));
    const extent = this.clientWidth;
    const ticks = rulerTicks(duration, extent);
    const { major } = ticks.length > 0 ? rulerStep(duration, extent) : { major: 1 };
    this.#ticks.replaceChildren(
      ...ticks.map((tick) => mark(tick)),
      ...ticks.filter((tick) => tick.major && tick.x <= extent - 24)
        .map((tick) => label(tick, tickLabel(tick.time, major, duration))),
    );
  }
}

function mark({ x, major }) {
  const element = document.createElement('i');
  element.style.left = `${x}px`;
  element.classList.toggle('major', major);
  return element;
}

function label({ x }, text) {
  const element = document.createElement('span');
  element.style.left = `${x}px`;
  element.textContent = text;
  return element;
}

customElements.define('vernier-ruler', VernierRuler);
