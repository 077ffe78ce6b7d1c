import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf, partsOf } from '../../web/elements/picture-cells.js';

const pictures = [0, 0.2, 0.5, 0.9].map((position) => ({ position, frame: position * 100 }));

test('each part shows the picture nearest to its middle', () => {
  const cells = partsOf({ from: 0, to: 1 }, 4, pictures);
  assert.deepEqual(cells.map(({ frame }) => frame), [20, 50, 50, 90]);
  assert.deepEqual(cells.map(({ from, to }) => [from, to]),
    [[0, 0.25], [0.25, 0.5], [0.5, 0.75], [0.75, 1]]);
  assert.deepEqual(partsOf({ from: 0.8, to: 1 }, 2, pictures).map(({ frame }) => frame), [90, 90]);
  assert.deepEqual(partsOf({ from: 0, to: 1 }, 4, []), []);
});

test('frames that are wide enough have a cell each, from where they are shown', () => {
  // Of ten frames, shown at 0, 1, 2, ... of ten seconds, the third to the sixth are in view.
  const times = [2, 3, 4, 5].map((frame) => [frame, frame]);
  const view = { from: 0.25, to: 0.55, width: 300, duration: 10, frames: 3 };
  assert.deepEqual(framesOf(view, times), [
    { from: 0.25, to: 0.3, frame: 2 }, { from: 0.3, to: 0.4, frame: 3 },
    { from: 0.4, to: 0.5, frame: 4 }, { from: 0.5, to: 0.55, frame: 5 },
  ]);
});

test('narrow frames share a cell, and as many in every view', () => {
  const times = Array.from({ length: 100 }, (_, i) => [i + 5, (i + 5) / 10]);
  const view = { from: 0.05, to: 1, width: 1000, duration: 10.5, frames: 100 };
  const frames = framesOf(view, times).map(({ frame }) => frame);
  assert.equal(frames[0], 4);
  assert.deepEqual(frames.map((frame) => frame % 4), frames.map(() => 0));
  assert.ok(frames.length <= 60);
});
