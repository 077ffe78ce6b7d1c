const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

/** The most samples that a message takes. */
const mostSamples = 64;

/** CSS pixels: what moves less was a tap. */
const slop = 4;

/**
 * One pointer that holds an element: `begin` with `{x, y, extent}`, `move` with `{samples}` once a
 * frame, then `end` or `cancel` with `{tapped}`. `origin` says where in its box x and y are 0.
 */
export class Hand {
  #element;
  #report;
  #origin;
  #held = null;

  constructor(element, report, origin = () => [0, 0]) {
    [this.#element, this.#report, this.#origin] = [element, report, origin];
    for (const type of events) element.addEventListener(type, this);
  }

  get isHolding() {
    return this.#held !== null;
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') return this.#begin(event);
    if (event.pointerId !== this.#held?.pointer) return;
    if (event.type === 'pointermove') return this.#move(event);
    if (event.type === 'pointerup') this.#add(event);
    this.finish(event.type === 'pointercancel' ? 'cancel' : 'end');
  }

  /** Reports what waits, then lets go. */
  finish(type) {
    const held = this.#held;
    if (!held) return;
    cancelAnimationFrame(held.frame);
    while (held.samples.length > 0) this.#flush(held);
    this.#held = null;
    this.#element.releasePointerCapture?.(held.pointer);
    this.#report(type, { tapped: held.reach < slop });
  }

  #begin(event) {
    const isOurs = event.isPrimary && event.button === 0 && !this.#element.matches('[disabled]');
    if (this.#held || !isOurs) return;
    this.#element.setPointerCapture(event.pointerId);
    const box = this.#element.getBoundingClientRect();
    const [left, top] = this.#origin(box);
    this.#held = {
      pointer: event.pointerId, left: box.left + left, top: box.top + top,
      start: event.timeStamp, last: 0, reach: 0, samples: [], frame: null,
    };
    const [x, y] = this.#at(event);
    Object.assign(this.#held, { x, y });
    this.#report('begin', { x, y, extent: box.width });
  }

  #move(event) {
    // The button came up where no one told us.
    if (event.buttons === 0) return this.finish('end');
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) this.#add(one);
  }

  #add(event) {
    const held = this.#held;
    const [x, y] = this.#at(event);
    held.reach = Math.max(held.reach, Math.hypot(x - held.x, y - held.y));
    // Times of coalesced events may run backwards by a little.
    held.last = Math.max(held.last, event.timeStamp - held.start);
    held.samples.push([held.last, x, y]);
    held.frame ??= requestAnimationFrame(() => this.#tick(held));
  }

  #at({ clientX, clientY }) {
    return [clientX - this.#held.left, clientY - this.#held.top];
  }

  #tick(held) {
    this.#flush(held);
    held.frame = held.samples.length > 0 ? requestAnimationFrame(() => this.#tick(held)) : null;
  }

  #flush(held) {
    const samples = held.samples.splice(0, mostSamples);
    if (samples.length > 0) this.#report('move', { samples });
  }
}
