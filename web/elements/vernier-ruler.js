import { labelled, rulerTicks, tickLabel } from './ruler-ticks.js';
import { make, shadow, viewRange } from './support.js';

const attach = shadow(`
  <svg part="ticks"><path class="minor"/><path/></svg><div></div>
`, `
  :host {
    display: block; position: relative; height: 2.4em; pointer-events: none;
    color: var(--ink-2, CanvasText); font-size: 0.72rem; font-variant-numeric: tabular-nums;
  }
  svg { position: absolute; inset-inline-start: 0; height: 100%; overflow: visible; stroke: currentColor; opacity: 0.8; }
  :host(:dir(rtl)) svg { transform: scaleX(-1); }
  .minor { opacity: 0.45; }
  span { position: absolute; top: 12px; transform: translateX(-50%); }
  :host(:dir(rtl)) span { transform: translateX(50%); }
  span[data-first] { transform: none !important; }
`);

/** The scale below the bar, in time; see `vernier-ruler.d.ts`. */
class VernierRuler extends HTMLElement {
  static observedAttributes = ['duration', 'range'];

  #find = attach(this);

  constructor() {
    super();
    new ResizeObserver(() => this.attributeChangedCallback()).observe(this);
  }

  attributeChangedCallback() {
    const duration = Number(this.getAttribute('duration'));
    const width = this.clientWidth;
    const { step, ticks } = rulerTicks(duration, width, viewRange(this));
    // Half a pixel on, a line one pixel wide covers whole pixels.
    const line = ({ x, major }) => `M${x + 0.5} 0v${major ? 9 : 5}`;
    const [minor, major] = this.shadowRoot.querySelectorAll('path');
    major.setAttribute('d', ticks.filter((tick) => tick.major).map(line).join(''));
    minor.setAttribute('d', ticks.filter((tick) => !tick.major).map(line).join(''));
    this.#find('div').replaceChildren(...labelled(ticks, width).map(({ x, time }) => {
      const label = make('span', '', tickLabel(time, step, duration));
      label.part = 'label';
      label.style.insetInlineStart = `${x}px`;
      label.toggleAttribute('data-first', time === 0);
      return label;
    }));
  }
}

customElements.define('vernier-ruler', VernierRuler);
