import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopsOn } from '../../web/page/snap-listed.js';
import { timed } from '../../web/page/snap-stops.js';

test('every second stops at the frame that is shown then', () => {
  // Shown at 0, 0.4, 1.0, 1.9 and 2.0 seconds, to the end at 3.
  assert.deepEqual(timed([0, 400, 1000, 1900, 2000], 1, [1, 1000], 3000), [0, 1000, 2000, 2000]);
  // A frame's tick is rounded: one that begins within half a millisecond counts as begun.
  assert.deepEqual(timed([0, 30030], 1, [1, 30000], 60000), [0, 0, 30030]);
  assert.deepEqual(timed([0, 30015], 1, [1, 30000], 30015), [0, 0]);
});

test('marks and the ends of segments are stops, each once and ascending', () => {
  assert.deepEqual(stopsOn([0.5, 0.1], '0.25 0.5, 0.7 0.9'), [0.1, 0.25, 0.5, 0.7, 0.9]);
  assert.deepEqual(stopsOn([], null), []);
});
