import { tickLabel } from '../format.js';
import { rulerTicks } from '../geometry.js';
import { css, html, make, shadow } from './support.js';

const template = html`
  <svg aria-hidden="true"><path class="minor"/><path/></svg><div aria-hidden="true"></div>
`;

const sheet = css`
  :host {
    display: block; position: relative; height: 2.4em;
    color: var(--vernier-ink-2, currentColor); font-size: 0.72rem;
  }
  svg { position: absolute; overflow: visible; stroke: currentColor; opacity: 0.8; }
  .minor { opacity: 0.45; }
  span { position: absolute; top: 12px; transform: translateX(-50%); white-space: nowrap; }
  span:first-child { transform: none; }
`;

/**
 * The scale below the bar, in time, with as many labels as stay readable.
 *
 * @element vernier-ruler
 * @attr {number} duration - In seconds.
 */
export class VernierRuler extends HTMLElement {
  static observedAttributes = ['duration'];

  #find = shadow(this, template, sheet);

  constructor() {
    super();
    new ResizeObserver(() => this.#draw()).observe(this);
  }

  attributeChangedCallback() {
    this.#draw();
  }

  #draw() {
    const duration = Number(this.getAttribute('duration'));
    const { step, ticks } = rulerTicks(duration, this.clientWidth);
    const major = ticks.filter((tick) => tick.major);
    this.#find('path:not(.minor)').setAttribute('d', lines(major, 9));
    this.#find('.minor').setAttribute('d', lines(ticks.filter((tick) => !tick.major), 5));
    // A label that would stand out over the end is left away.
    const labelled = major.filter(({ x }) => x <= this.clientWidth - 24);
    this.#find('div').replaceChildren(...labelled.map(({ x, time }) => {
      const label = make('span', '', tickLabel(time, step, duration));
      label.style.left = `${x}px`;
      return label;
    }));
  }
}

/** Half a pixel on, a line one pixel wide covers whole pixels. */
function lines(ticks, height) {
  return ticks.map(({ x }) => `M${x + 0.5} 0v${height}`).join('');
}

customElements.define('vernier-ruler', VernierRuler);
