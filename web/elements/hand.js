import { Hold } from './hold.js';

/** CSS pixels: what moves less was a tap. */
const slop = 4;

/**
 * A hand that moves what it holds at once: `begin` with `{x, y, extent}`, `move` with `{samples}`,
 * then `end` or `cancel` with `{tapped}`. `origin` says where in its box x and y are 0.
 */
export class Hand extends Hold {
  #origin;

  constructor(element, report, origin = () => [0, 0]) {
    super(element, report);
    this.#origin = origin;
  }

  get isHolding() {
    return this.held !== null;
  }

  scale(box) {
    const [x, y] = this.#origin(box);
    return { left: box.left + x, top: box.top + y, extent: box.width };
  }

  at({ clientX, clientY }) {
    return [clientX - this.held.left, clientY - this.held.top];
  }

  taken({ x, y, extent }) {
    this.report('begin', { x, y, extent });
  }

  moved({ last, x, y }) {
    this.push([last, x, y]);
  }

  left(type, { far }) {
    this.report(type, { tapped: far < slop });
  }
}
