import { PointerDrag } from './pointer-drag.js';

/** CSS pixels: a press that moves less is a tap. */
const slop = 4;

/**
 * A drag that counts from the first pixel: reports `begin` with `{x, y, extent}`, `move` with
 * `{samples}`, then `end` or `cancel` with `{tapped}`. `origin` is where in the element's box
 * x and y are 0.
 */
export class ImmediateDrag extends PointerDrag {
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
