/** Which edits bring about what a person wants. Pure. */

import { text } from '../texts.js';

/** An in mark behind the out mark takes its place, and so the other way. */
export function pointEdits(marks, which, frame) {
  if (marks[which] === frame) return [{ [which]: null }];
  const isTurned = which === 'in' ? marks.out < frame : marks.in > frame;
  return [...(isTurned ? [{ [which === 'in' ? 'out' : 'in']: null }] : []), { [which]: frame }];
}

/** The edits that put marks kept here beside the server's. */
export function keptEdits(kept, marks) {
  const { in: first = kept.out, out: last = kept.in } = kept;
  if (!first) return [];
  const isEmpty = marks.in === undefined && marks.out === undefined;
  if (isEmpty) return ['in', 'out'].filter((which) => kept[which]).map((which) => (
    { [which]: kept[which].frame }
  ));
  if (marks.in === kept.in?.frame && marks.out === kept.out?.frame) return [];
  return [{ add: { name: text('keptHere'), first: first.frame, last: last.frame } }];
}
