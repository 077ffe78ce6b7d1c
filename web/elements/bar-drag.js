import { clamp } from '../geometry.js';
import { emit } from './support.js';

const events = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'];

const mostSamples = 64;
/** CSS pixels that a hand may tremble before it drags. */
const slop = { mouse: 3, pen: 5, touch: 8 };
/** Milliseconds at rest after which a hand holds the bar. */
const holds = 300;
/** Shift is as if the hand were so many CSS pixels further away. */
const shiftAway = 95;
/** CSS pixels that a finger hides above where it touches. */
const finger = 40;
/** CSS pixels away from where it began, or back, that call for hints. */
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

  /** How far a finger is above the bar, with its width. */
  get lift() {
    const { drags, kind, y } = this.#hand ?? {};
    return drags && kind === 'touch' ? Math.max(finger - y, 0) : 0;
  }

  /** Sends what waits, then lets go. */
  finish(type) {
    const hand = this.#hand;
    if (!hand) return;
    clearTimeout(hand.hold);
    cancelAnimationFrame(hand.frame);
    while (hand.samples.length > 0) this.#flush(hand);
    this.#hand = null;
    if (this.#bar.hasPointerCapture(hand.pointer)) this.#bar.releasePointerCapture(hand.pointer);
    if (hand.drags) this.#report(type === 'scrubend' && hand.cancels ? 'scrubcancel' : type);
    else if (type === 'scrubend' && this.#bar.getAttribute('tap') === 'seek') {
      emit(this.#bar, 'scrubseek', { to: { position: clamp(hand.x / hand.extent, 0, 1) } });
    }
  }

  /** Begins anew from where the hand is, no less fine than it was. */
  restart() {
    const hand = this.#hand;
    if (!hand?.drags) return;
    Object.assign(hand, { start: performance.now(), last: 0, samples: [[0, hand.x, hand.deep]] });
    this.#report('scrubbegin', { x: hand.x, y: hand.startY, extent: hand.extent });
    this.#flush(hand);
  }

  #press(event) {
    const bar = this.#bar;
    const isOurs = event.isPrimary && event.button === 0 && !bar.hasAttribute('disabled');
    if (this.#hand || !isOurs) return;
    bar.setPointerCapture(event.pointerId);
    const [from, to] = bar.range;
    const box = bar.getBoundingClientRect();
    const hand = { pointer: event.pointerId, kind: event.pointerType, start: event.timeStamp, box };
    Object.assign(hand, { extent: box.width / (to - from), from, isRtl: bar.isRtl });
    const [x, y] = within(hand, event);
    Object.assign(hand, { x, y, startX: x, startY: y, deep: y, far: 0, last: 0, samples: [] });
    hand.frame = null;
    hand.hold = setTimeout(() => this.#begin(hand, x), holds);
    this.#hand = hand;
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
    const away = y < hand.startY ? -shiftAway : shiftAway;
    Object.assign(hand, { x, y, last, deep: y + (event.shiftKey ? away : 0) });
    if (!hand.drags && !this.#starts(hand, event.shiftKey)) return;
    hand.far = Math.max(hand.far, Math.abs(x - hand.startX));
    hand.samples.push([last, x, hand.deep]);
    hand.frame ??= requestAnimationFrame(() => this.#tick(hand));
  }

  /** Whether the hand has gone beyond its tremor, which a mouse hardly has: its way counts. */
  #starts(hand, isFine) {
    const { kind, startX, startY, x, y } = hand;
    const most = slop[kind] ?? slop.mouse;
    if (Math.hypot(x - startX, y - startY) < most) return false;
    const isLost = isFine || most > slop.mouse;
    const begin = isLost ? startX + clamp(x - startX, -most, most) : startX;
    this.#begin(hand, begin);
    // The first sample counts in full: this one has no way to count.
    if (isLost) hand.samples.push([hand.last, begin, hand.deep]);
    return true;
  }

  #begin(hand, x) {
    clearTimeout(hand.hold);
    hand.drags = true;
    this.#report('scrubbegin', { x, y: hand.startY, extent: hand.extent });
  }

  #tick(hand) {
    this.#flush(hand);
    hand.frame = hand.samples.length > 0 ? requestAnimationFrame(() => this.#tick(hand)) : null;
  }

  #flush(hand) {
    const samples = hand.samples.splice(0, mostSamples);
    if (samples.length > 0) this.#report('scrubmove', { samples });
    const way = Math.abs(hand.x - hand.startX);
    hand.odd ||= Math.abs(hand.deep - hand.startY) > odd || way < hand.far - odd;
    if (hand.odd) import('./bar-hints.js').then(({ hint }) => hint(this.#bar, hand));
  }

  #report(type, detail) {
    this.#bar.toggleAttribute('dragging', type === 'scrubbegin' || type === 'scrubmove');
    emit(this.#bar, type, detail);
  }
}

/** Along the whole track, of which a part may be in view. */
function within({ box, extent, from, isRtl }, { clientX, clientY }) {
  const x = isRtl ? box.right - clientX : clientX - box.left;
  return [x + from * extent, clientY - box.top];
}
