import { tickLabel } from '../format.js';
import { rulerTicks } from '../geometry.js';
import { make } from './support.js';

/** The scale below the bar, in time, with as many labels as stay readable. */
class VernierRuler extends HTMLElement {
  static observedAttributes = ['duration'];

  constructor() {
    super();
    new ResizeObserver(() => this.attributeChangedCallback()).observe(this);
  }

  attributeChangedCallback() {
    const duration = Number(this.getAttribute('duration'));
    const { step, ticks } = rulerTicks(duration, this.clientWidth);
    // Half a pixel on, a line one pixel wide covers whole pixels.
    const line = ({ x, major }) => `M${x + 0.5} 0v${major ? 9 : 5}`;
    const [minor, major] = this.querySelectorAll('path');
    major.setAttribute('d', ticks.filter((tick) => tick.major).map(line).join(''));
    minor.setAttribute('d', ticks.filter((tick) => !tick.major).map(line).join(''));
    // A label that would stand out over the end is left away.
    const labelled = ticks.filter((tick) => tick.major && tick.x <= this.clientWidth - 24);
    this.querySelector('div').replaceChildren(...labelled.map(({ x, time }) => {
      const label = make('span', '', tickLabel(time, step, duration));
      label.style.left = `${x}px`;
      return label;
    }));
  }
}

customElements.define('vernier-ruler', VernierRuler);
