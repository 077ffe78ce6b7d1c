import { clamp } from '../geometry.js';
import { Hold } from './hold.js';
import { emit } from './support.js';

/** CSS pixels that a hand may tremble before it drags; of a mouse they count. */
const slop = { pen: 5, touch: 8 };
const mouseSlop = 3;
/** Milliseconds at rest after which a hand has taken hold. */
const holds = 300;
/** With Shift the hand is as if it were so many CSS pixels further away. */
const shiftAway = 95;
/** CSS pixels away from the start, or back, that call for hints. */
const odd = 24;

const keys = ['keydown', 'keyup'];

/** A hand on the bar: it drags after a while or a way, and along the whole track. */
export class BarDrag extends Hold {
  constructor(bar) {
    super(bar, (type, detail) => {
      bar.toggleAttribute('dragging', detail !== undefined);
      emit(bar, `scrub${type}`, detail);
    });
  }

  handleEvent(event) {
    if (!keys.includes(event.type)) return super.handleEvent(event);
    // Shift counts at once, also where the hand rests.
    const { key, shiftKey, timeStamp } = event;
    const { clientX, clientY } = this.held.event;
    if (key === 'Shift') this.follow({ clientX, clientY, shiftKey, timeStamp });
  }

  /** A part of the track may be in view. */
  scale(box) {
    const [from, to] = this.element.range;
    return { box, from, extent: box.width / (to - from), isRtl: this.element.isRtl };
  }

  at({ clientX, clientY }) {
    const { box, extent, from, isRtl } = this.held;
    const x = isRtl ? box.right - clientX : clientX - box.left;
    return [x + from * extent, clientY - box.top];
  }

  taken(held) {
    const { x, y, event: { pointerType: kind } } = held;
    const hold = setTimeout(() => this.begin(x), holds);
    Object.assign(held, { kind, deep: y, across: 0, hold });
    for (const type of keys) addEventListener(type, this);
  }

  moved(held) {
    const { x, y, startX, startY, last, event: { shiftKey } } = held;
    const away = shiftKey ? shiftAway : 0;
    held.deep = y + (y < startY ? -away : away);
    if (!held.drags && !this.#starts(held, shiftKey)) return;
    // The first sample counts in full: before that of a fine hand comes one with nothing to count.
    if (held.across === 0 && shiftKey) this.push([last, held.begun, held.deep]);
    held.across = Math.max(held.across, Math.abs(x - startX));
    this.push([last, x, held.deep]);
  }

  left(type, { hold, drags, cancels, x, extent }) {
    clearTimeout(hold);
    for (const type of keys) removeEventListener(type, this);
    if (drags) this.report(type === 'end' && cancels ? 'cancel' : type);
    else if (type === 'end' && this.element.hasAttribute('tap')) {
      emit(this.element, 'scrubseek', { to: { position: clamp(x / extent, 0, 1) } });
    }
  }

  flush() {
    super.flush();
    const { held, element } = this;
    const { x, startX, startY, deep, across } = held;
    held.odd ||= Math.abs(deep - startY) > odd || Math.abs(x - startX) < across - odd;
    if (held.odd) import('./bar-hints.js').then(({ hint }) => hint(element, held));
  }

  begin(x) {
    const { held } = this;
    clearTimeout(held.hold);
    Object.assign(held, { drags: true, begun: x });
    this.report('begin', { x, y: held.startY, extent: held.extent });
  }

  /** Whether the hand has gone further than it trembles. */
  #starts({ startX, far, x, kind }, isFine) {
    const most = slop[kind] ?? mouseSlop;
    if (far < most) return false;
    const counts = most === mouseSlop && !isFine;
    this.begin(counts ? startX : startX + clamp(x - startX, -most, most));
    return true;
  }
}
