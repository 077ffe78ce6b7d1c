import { Samples } from '../samples.js';

const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

/**
 * One hand on the bar: pointer events in, `scrubbegin`, `scrubmove`, `scrubend` and `scrubcancel`
 * out. One gesture at a time; a second finger is not heard.
 */
export class BarDrag {
  #bar;
  #report;
  #hand = null;

  /**
   * @param {HTMLElement} bar - May be `disabled`.
   * @param {(type: string, detail?: object) => void} report
   */
  constructor(bar, report) {
    this.#bar = bar;
    this.#report = report;
  }

  listen() {
    for (const type of events) this.#bar.addEventListener(type, this);
  }

  deafen() {
    for (const type of events) this.#bar.removeEventListener(type, this);
    this.finish('scrubend');
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') return this.#begin(event);
    if (event.pointerId !== this.#hand?.pointer) return;
    switch (event.type) {
      case 'pointermove':
        return this.#move(event);
      case 'pointercancel':
        return this.finish('scrubcancel');
      case 'pointerup':
        this.#add(event);
        return this.finish('scrubend');
      case 'lostpointercapture':
        return this.finish('scrubend');
    }
  }

  /** Sends what waits, then lets go. */
  finish(type) {
    const hand = this.#hand;
    if (!hand) return;
    while (!hand.samples.isEmpty) this.#flush(hand);
    cancelAnimationFrame(hand.frame);
    this.#hand = null;
    if (this.#bar.hasPointerCapture(hand.pointer)) this.#bar.releasePointerCapture(hand.pointer);
    this.#report(type);
  }

  /** Keeps the height at which the drag began: how fine the hand is must not change. */
  restart() {
    const hand = this.#hand;
    if (!hand) return;
    Object.assign(hand, { start: performance.now(), samples: new Samples() });
    this.#report('scrubbegin', { x: hand.x, y: hand.startY, extent: hand.box.width });
    hand.samples.add(0, hand.x, hand.y);
    this.#flush(hand);
  }

  #begin(event) {
    if (this.#hand || this.#bar.disabled || !event.isPrimary || event.button !== 0) return;
    this.#bar.setPointerCapture(event.pointerId);
    const box = this.#bar.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    this.#hand = {
      pointer: event.pointerId, box, x, y, startY: y,
      start: event.timeStamp, samples: new Samples(), frame: null,
    };
    this.#report('scrubbegin', { x, y, extent: box.width });
  }

  #move(event) {
    // The button came up where no one told us, such as outside the window.
    if (event.buttons === 0) return this.finish('scrubend');
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) this.#add(one);
  }

  #add(event) {
    const hand = this.#hand;
    const [x, y] = [event.clientX - hand.box.left, event.clientY - hand.box.top];
    if (event.type === 'pointerup' && x === hand.x && y === hand.y) return;
    Object.assign(hand, { x, y });
    hand.samples.add(event.timeStamp - hand.start, x, y);
    hand.frame ??= requestAnimationFrame(() => this.#tick(hand));
  }

  #tick(hand) {
    hand.frame = null;
    this.#flush(hand);
    if (!hand.samples.isEmpty) hand.frame = requestAnimationFrame(() => this.#tick(hand));
  }

  #flush(hand) {
    const samples = hand.samples.take();
    if (samples.length > 0) this.#report('scrubmove', { samples });
  }
}
