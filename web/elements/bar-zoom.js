import { clamp, inView } from '../geometry.js';
import { emit, reflect } from './support.js';

/** A notch of the wheel, and the most CSS pixels for a frame. */
const factor = 1.25;
const frameWidth = 40;

const followed = new WeakSet();

/** Zooms the track in or out; the position under the pointer stays there. */
export function zoom(bar, clientX, notches) {
  const box = bar.getBoundingClientRect();
  const share = (bar.isRtl ? box.right - clientX : clientX - box.left) / box.width;
  zoomAt(bar, clamp(share, 0, 1), notches);
}

/** Zooms around the playhead; `null` notches show the whole track. */
export function zoomHere(bar, notches) {
  if (notches === null) return show(bar, 0, 1);
  const share = inView(Number(bar.getAttribute('position')), bar.range);
  zoomAt(bar, clamp(share, 0, 1), notches);
}

/** Zooms around the position at `share` of the bar's length. */
function zoomAt(bar, share, notches) {
  const [from, to] = bar.range;
  const span = within(bar, (to - from) / factor ** notches);
  show(bar, from + share * (to - from) - share * span, span);
}

/** A length of the track that may be in view: no frame is wider than `frameWidth`. */
function within(bar, span) {
  const least = bar.clientWidth / frameWidth / Math.max(bar.getAttribute('frames'), 1);
  return clamp(span, Math.min(least, 1), 1);
}

/** Scrolls along when the position leaves the part in view. */
function follow(bar) {
  followed.add(bar);
  const watch = new MutationObserver(() => {
    const [from, to] = bar.range;
    const position = Number(bar.getAttribute('position'));
    const place = inView(position, [from, to]);
    if (place < 0) show(bar, position, to - from);
    if (place > 1) show(bar, position - (to - from), to - from);
  });
  watch.observe(bar, { attributeFilter: ['position'] });
}

/** Shows a part of the track, as far as it may be shown. */
export function show(bar, start, length) {
  const span = within(bar, length);
  // Steps in and out again end where they began but for rounding.
  const isPart = span < 1 - 1e-9;
  const from = clamp(start, 0, 1 - span);
  const range = isPart ? `${from} ${from + span}` : null;
  reflect(bar, { range });
  emit(bar, 'scrubrange', { range });
  if (!followed.has(bar)) follow(bar);
}
