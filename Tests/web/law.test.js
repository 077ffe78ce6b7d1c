import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lawFor } from '../../web/page/law.js';

const films = [
  // Frames, CSS pixels, and what floor lets a drag go as fine as a quarter of a frame for a pixel.
  [600, 350, 0.01], [8750, 350, 0.01], [8751, 350, 'frame'], [32000, 1280, 0.01],
  [32001, 1280, 'frame'], [216_000, 3800, 'frame'], [1_080_000, 350, 'frame'],
];

test('the usual floor stays where it reaches a quarter of a frame, else the floor is a frame', () => {
  for (const [frames, extent, floor] of films) {
    for (const kind of ['quadratic', 'linear']) {
      assert.deepEqual(lawFor(kind, { frames, extent }), { kind, floor }, `${frames} on ${extent}`);
    }
  }
});

test('a law that is chosen for what it is stays so, whatever the film', () => {
  const film = { frames: 1_080_000, extent: 350 };
  assert.deepEqual(lawFor('geometric', film), { kind: 'geometric', floor: 'frame' });
  assert.deepEqual(lawFor('tiered', film), { kind: 'tiered' });
  assert.deepEqual(lawFor('flat', film), { kind: 'flat' });
});
