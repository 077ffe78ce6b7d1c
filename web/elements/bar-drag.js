import { clamp } from '../geometry.js';
import { hint } from './bar-hints.js';
import { PointerDrag } from './pointer-drag.js';
import { emit, load } from './support.js';

/** CSS pixels before a drag begins; those of a mouse count in it. */
const slop = { pen: 5, touch: 8 };
const mouseSlop = 3;
/** Milliseconds after which a drag begins at rest. */
const holds = 300;
/** CSS pixels that Shift adds to the distance from the bar. */
const shiftAway = 95;
/** CSS pixels away, or back, from which hints are shown. */
const odd = 24;

const keys = ['keydown', 'keyup'];

/** A drag on the bar: begins after a time or a distance. */
export class BarDrag extends PointerDrag {
  constructor(bar) {
    super(bar, (type, detail) => {
      bar.toggleAttribute('dragging', detail !== undefined);
      emit(bar, `scrub${type}`, detail);
    });
  }

  handleEvent(event) {
    if (!keys.includes(event.type)) return super.handleEvent(event);
    // Shift counts at once, also while the pointer rests.
    const { key, shiftKey, timeStamp } = event;
    const { clientX, clientY } = this.held.event;
    if (key === 'Shift') this.follow({ clientX, clientY, shiftKey, timeStamp });
  }

  /** Lengths are those of the whole track, of which a part may be in view. */
  scale(box) {
    const [from, to] = this.element.range;
    return { box, from, extent: box.width / (to - from), isRtl: this.element.isRtl };
  }

  at({ clientX, clientY }) {
    const { box, extent, from, isRtl } = this.held;
    const x = isRtl ? box.right - clientX : clientX - box.left;
    return [x + from * extent, clientY - box.top];
  }

  /** A second finger that comes before the first has gone anywhere: both zoom. */
  joined(event) {
    const { event: first, far, drags } = this.held;
    if (drags || event.pointerType !== 'touch' || far >= slop.touch) return;
    this.finish('cancel');
    load('./bar-pinch.js').then(({ pinch }) => pinch(this.element, first, event), () => {});
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
    // The first sample counts in full: that of a fine drag has not moved.
    if (held.across === 0 && shiftKey) this.push([last, held.begun, held.deep]);
    held.across = Math.max(held.across, Math.abs(x - startX));
    this.push([last, x, held.deep]);
  }

  left(type, { hold, drags, cancels, isNew, x, extent }) {
    clearTimeout(hold);
    for (const type of keys) removeEventListener(type, this);
    const how = type === 'end' && cancels ? 'cancel' : type;
    if (drags) this.report(how);
    // The server knows only where the drag began anew.
    if (isNew && how === 'cancel') this.#seek(this.element.origin);
    else if (!drags && type === 'end' && this.element.hasAttribute('tap')) {
      this.#seek(clamp(x / extent, 0, 1));
    }
  }

  flush() {
    super.flush();
    const { held, element } = this;
    const { x, startX, startY, deep, across } = held;
    held.odd ||= Math.abs(deep - startY) > odd || Math.abs(x - startX) < across - odd;
    if (held.odd) hint(element, held);
  }

  begin(x) {
    const { held } = this;
    clearTimeout(held.hold);
    Object.assign(held, { drags: true, begun: x });
    // The drag's origin stays when it goes on after a reconnection.
    if (!held.isResumed) this.element.origin = Number(this.element.getAttribute('position'));
    const { startY: y, extent, continues } = held;
    this.report('begin', { x, y, extent, ...(continues && { continues }) });
  }

  #seek(position) {
    emit(this.element, 'scrubseek', { to: { position } });
  }

  /**
   * After a reconnection: goes on from where the server has followed the pointer to, or begins anew
   * from where the pointer is, in the same zone.
   */
  restart(followed) {
    const { held } = this;
    if (!held?.drags) return;
    const x = followed?.x ?? held.x;
    const samples = [[0, held.x, held.deep]];
    // The first sample counts in full, however far the pointer is from the bar.
    if (followed) samples.unshift([0, x, held.deep]);
    Object.assign(held, { start: performance.now(), last: 0, samples, isResumed: true });
    Object.assign(held, { isNew: !followed, continues: Boolean(followed) });
    this.begin(x);
    this.flush();
  }

  /** Begins once the pointer has moved beyond the slop. */
  #starts({ startX, far, x, kind }, isFine) {
    const most = slop[kind] ?? mouseSlop;
    if (far < most) return false;
    const counts = most === mouseSlop && !isFine;
    this.begin(counts ? startX : startX + clamp(x - startX, -most, most));
    return true;
  }
}
