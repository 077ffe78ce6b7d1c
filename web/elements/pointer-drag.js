const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

/** The most samples in a `move` message (protocol). */
const mostSamples = 64;

/**
 * A drag by a captured pointer, with samples once per animation frame. Subclasses measure by
 * `scale` and `at`, and are called when it is `taken`, `moved` and `left`.
 */
export class PointerDrag {
  element;
  report;
  /** What is known of the captured pointer, or null. */
  held = null;

  constructor(element, report) {
    Object.assign(this, { element, report });
    for (const type of events) element.addEventListener(type, this);
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') return this.held ? this.joined(event) : this.#press(event);
    if (event.pointerId !== this.held?.pointer) return;
    if (event.type === 'pointermove') return this.#move(event);
    if (event.type === 'pointerup') this.follow(event);
    this.finish(event.type === 'pointercancel' ? 'cancel' : 'end');
  }

  /** Reports pending samples, then releases the pointer. */
  finish(type) {
    const { element, held } = this;
    if (!held) return;
    cancelAnimationFrame(held.frame);
    while (held.samples.length > 0) this.flush();
    this.held = null;
    if (element.hasPointerCapture(held.pointer)) element.releasePointerCapture(held.pointer);
    this.left(type, held);
  }

  /** Another pointer is pressed meanwhile, which most controls ignore. */
  joined() {}

  follow(event) {
    const { held } = this;
    const [x, y] = this.at(event);
    if (event.type === 'pointerup' && x === held.x && y === held.y) return;
    // Times of coalesced events may run backwards by a little.
    const last = Math.max(held.last, event.timeStamp - held.start);
    const far = Math.max(held.far, Math.hypot(x - held.startX, y - held.startY));
    this.moved(Object.assign(held, { event, x, y, last, far }));
  }

  push(sample) {
    this.held.samples.push(sample);
    this.held.frame ??= requestAnimationFrame(() => this.#tick());
  }

  flush() {
    const samples = this.held.samples.splice(0, mostSamples);
    if (samples.length > 0) this.report('move', { samples });
  }

  #press(event) {
    const { element } = this;
    const isOurs = event.isPrimary && event.button === 0 && !element.matches('[disabled]');
    if (!isOurs) return;
    const { pointerId: pointer, timeStamp: start } = event;
    element.setPointerCapture(pointer);
    const scale = this.scale(element.getBoundingClientRect());
    this.held = { pointer, start, event, samples: [], frame: null, far: 0, last: 0, ...scale };
    const [x, y] = this.at(event);
    this.taken(Object.assign(this.held, { x, y, startX: x, startY: y }));
  }

  #move(event) {
    // The button was released outside of the window.
    if (event.buttons === 0) return this.finish('end');
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) this.follow(one);
  }

  #tick() {
    this.flush();
    const { held } = this;
    held.frame = held.samples.length > 0 ? requestAnimationFrame(() => this.#tick()) : null;
  }
}
