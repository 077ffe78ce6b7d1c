import { clamp } from '../geometry.js';
import { emit } from './support.js';

const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

const mostSamples = 64;
/** CSS pixels that a hand may tremble before it drags; of a mouse they count. */
const slop = { pen: 5, touch: 8 };
const mouseSlop = 3;
/** Milliseconds at rest after which a hand has taken hold. */
const holds = 300;
/** With Shift the hand is as if it were so many CSS pixels further away. */
const shiftAway = 95;
/** CSS pixels away from the start, or back, that call for hints. */
const odd = 24;

/** One hand on the bar: pointer events in, `scrub` events out, with all samples, once a frame. */
export class BarDrag {
  #bar;
  #hand = null;

  constructor(bar) {
    this.#bar = bar;
    for (const type of events) bar.addEventListener(type, this);
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') return this.#press(event);
    if (event.pointerId !== this.#hand?.pointer) return;
    if (event.type === 'pointermove') return this.#move(event);
    if (event.type === 'pointerup') this.#add(event);
    this.finish(event.type === 'pointercancel' ? 'scrubcancel' : 'scrubend');
  }

  /** Sends what waits, then lets go. */
  finish(type) {
    const [bar, hand] = [this.#bar, this.#hand];
    if (!hand) return;
    clearTimeout(hand.hold);
    cancelAnimationFrame(hand.frame);
    while (hand.samples.length > 0) this.#flush(hand);
    this.#hand = null;
    if (bar.hasPointerCapture(hand.pointer)) bar.releasePointerCapture(hand.pointer);
    if (hand.drags) this.#report(type === 'scrubend' && hand.cancels ? 'scrubcancel' : type);
    else if (type === 'scrubend' && bar.hasAttribute('tap')) {
      emit(bar, 'scrubseek', { to: { position: clamp(hand.x / hand.extent, 0, 1) } });
    }
  }

  /** Begins anew from where the hand is, no less fine than it was. */
  restart() {
    const hand = this.#hand;
    if (!hand?.drags) return;
    Object.assign(hand, { start: performance.now(), last: 0, samples: [[0, hand.x, hand.deep]] });
    this.#begin(hand, hand.x);
    this.#flush(hand);
  }

  #press(event) {
    const bar = this.#bar;
    if (this.#hand || !event.isPrimary || event.button !== 0) return;
    const { pointerId: pointer, pointerType: kind, timeStamp: start } = event;
    bar.setPointerCapture(pointer);
    const [from, to] = bar.range;
    const box = bar.getBoundingClientRect();
    const extent = box.width / (to - from);
    const hand = { pointer, kind, start, box, from, extent, isRtl: bar.isRtl };
    const [x, y] = within(hand, event);
    const hold = setTimeout(() => this.#begin(hand, x), holds);
    const place = { x, y, startX: x, startY: y, deep: y, far: 0, last: 0 };
    this.#hand = Object.assign(hand, place, { hold, samples: [], frame: null });
  }

  #move(event) {
    // The button came up where no one told us.
    if (event.buttons === 0) return this.finish('scrubend');
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) this.#add(one);
  }

  #add(event) {
    const hand = this.#hand;
    const [x, y] = within(hand, event);
    if (event.type === 'pointerup' && x === hand.x && y === hand.y) return;
    // Times of coalesced events may run backwards by a little.
    const last = Math.max(hand.last, event.timeStamp - hand.start);
    const away = event.shiftKey ? shiftAway : 0;
    Object.assign(hand, { x, y, last, deep: y + (y < hand.startY ? -away : away) });
    if (!hand.drags && !this.#starts(hand, event.shiftKey)) return;
    // The first sample counts in full: before that of a fine hand comes one with nothing to count.
    if (hand.far === 0 && event.shiftKey) hand.samples.push([last, hand.begun, hand.deep]);
    hand.far = Math.max(hand.far, Math.abs(x - hand.startX));
    hand.samples.push([last, x, hand.deep]);
    hand.frame ??= requestAnimationFrame(() => this.#tick(hand));
  }

  /** Whether the hand has gone further than it trembles. */
  #starts(hand, isFine) {
    const { startX, startY, x, y } = hand;
    const most = slop[hand.kind] ?? mouseSlop;
    if (Math.hypot(x - startX, y - startY) < most) return false;
    const counts = most === mouseSlop && !isFine;
    this.#begin(hand, counts ? startX : startX + clamp(x - startX, -most, most));
    return true;
  }

  #begin(hand, x) {
    clearTimeout(hand.hold);
    Object.assign(hand, { drags: true, begun: x });
    this.#report('scrubbegin', { x, y: hand.startY, extent: hand.extent });
  }

  #tick(hand) {
    this.#flush(hand);
    hand.frame = hand.samples.length > 0 ? requestAnimationFrame(() => this.#tick(hand)) : null;
  }

  #flush(hand) {
    const samples = hand.samples.splice(0, mostSamples);
    if (samples.length > 0) this.#report('scrubmove', { samples });
    const { x, startX, startY, deep, far } = hand;
    hand.odd ||= Math.abs(deep - startY) > odd || Math.abs(x - startX) < far - odd;
    if (hand.odd) import('./bar-hints.js').then(({ hint }) => hint(this.#bar, hand));
  }

  #report(type, detail) {
    this.#bar.toggleAttribute('dragging', detail !== undefined);
    emit(this.#bar, type, detail);
  }
}

/** Along the whole track, of which a part may be in view. */
function within({ box, extent, from, isRtl }, { clientX, clientY }) {
  const x = isRtl ? box.right - clientX : clientX - box.left;
  return [x + from * extent, clientY - box.top];
}
