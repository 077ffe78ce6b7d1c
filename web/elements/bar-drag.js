const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

const mostSamples = 64;

/** One hand on the bar: pointer events in, `scrub` events out, with all samples, once a frame. */
export class BarDrag {
  #bar;
  #report;
  #hand = null;

  constructor(bar, report) {
    this.#bar = bar;
    this.#report = report;
    for (const type of events) bar.addEventListener(type, this);
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') return this.#begin(event);
    if (event.pointerId !== this.#hand?.pointer) return;
    if (event.type === 'pointermove') return this.#move(event);
    if (event.type === 'pointerup') this.#add(event);
    this.finish(event.type === 'pointercancel' ? 'scrubcancel' : 'scrubend');
  }

  /** Sends what waits, then lets go. */
  finish(type) {
    const hand = this.#hand;
    if (!hand) return;
    cancelAnimationFrame(hand.frame);
    while (hand.samples.length > 0) this.#flush(hand);
    this.#hand = null;
    if (this.#bar.hasPointerCapture(hand.pointer)) this.#bar.releasePointerCapture(hand.pointer);
    this.#report(type);
  }

  /** Begins anew from where the hand is, no less fine than it was. */
  restart() {
    const hand = this.#hand;
    if (!hand) return;
    Object.assign(hand, { start: performance.now(), last: 0, samples: [[0, hand.x, hand.y]] });
    this.#report('scrubbegin', { x: hand.x, y: hand.startY, extent: hand.box.width });
    this.#flush(hand);
  }

  #begin(event) {
    const isOurs = event.isPrimary && event.button === 0 && !this.#bar.hasAttribute('disabled');
    if (this.#hand || !isOurs) return;
    this.#bar.setPointerCapture(event.pointerId);
    const { pointerId: pointer, timeStamp: start } = event;
    const box = this.#bar.getBoundingClientRect();
    const [x, y] = within(box, event);
    this.#hand = { pointer, start, box, x, y, startY: y, last: 0, samples: [], frame: null };
    this.#report('scrubbegin', { x, y, extent: box.width });
  }

  #move(event) {
    // The button came up where no one told us.
    if (event.buttons === 0) return this.finish('scrubend');
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) this.#add(one);
  }

  #add(event) {
    const hand = this.#hand;
    const [x, y] = within(hand.box, event);
    if (event.type === 'pointerup' && x === hand.x && y === hand.y) return;
    // Times of coalesced events may run backwards by a little.
    const last = Math.max(hand.last, event.timeStamp - hand.start);
    Object.assign(hand, { x, y, last });
    hand.samples.push([last, x, y]);
    hand.frame ??= requestAnimationFrame(() => this.#tick(hand));
  }

  #tick(hand) {
    this.#flush(hand);
    hand.frame = hand.samples.length > 0 ? requestAnimationFrame(() => this.#tick(hand)) : null;
  }

  #flush(hand) {
    const samples = hand.samples.splice(0, mostSamples);
    if (samples.length > 0) this.#report('scrubmove', { samples });
  }
}

function within(box, { clientX, clientY }) {
  return [clientX - box.left, clientY - box.top];
}
