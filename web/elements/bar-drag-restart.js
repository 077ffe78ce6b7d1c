/** Begins a drag anew from where the pointer is, in the same zone: after a reconnection. */
export function restart(drag) {
  const { held } = drag;
  if (!held?.drags) return;
  Object.assign(held, { start: performance.now(), last: 0, samples: [[0, held.x, held.deep]] });
  drag.begin(held.x);
  drag.flush();
}
