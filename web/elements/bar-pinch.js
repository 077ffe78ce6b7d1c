import { show } from './bar-zoom.js';

const events = ['pointermove', 'pointerup', 'pointercancel'];

/** Zooms the track by two fingers: what is under each of them stays there. */
export function pinch(bar, one, other) {
  const box = bar.getBoundingClientRect();
  const fingers = new Map([one, other].map((event) => [event.pointerId, event.clientX]));
  const [from, to] = bar.range;
  const shareOf = (x) => (bar.isRtl ? box.right - x : x - box.left) / box.width;
  const held = [...fingers.values()].map((x) => from + shareOf(x) * (to - from));
  const end = new AbortController();
  const follow = (event) => {
    if (!fingers.has(event.pointerId)) return;
    if (event.type !== 'pointermove') return end.abort();
    fingers.set(event.pointerId, event.clientX);
    const [a, b] = [...fingers.values()].map(shareOf);
    const span = (held[1] - held[0]) / (b - a);
    // Fingers that have met or changed sides say nothing.
    if (Number.isFinite(span) && span > 0) show(bar, held[0] - a * span, span);
  };
  for (const type of events) addEventListener(type, follow, { signal: end.signal });
}
