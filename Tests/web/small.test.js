import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, writeAddress } from '../../web/address.js';
import { Samples } from '../../web/samples.js';
import { createStore } from '../../web/store.js';

test('an address names a media and a frame, and comes back the same', () => {
  for (const place of [{ media: 'a-b_1', frame: 0 }, { media: 'x y&z', frame: 12345 }]) {
    assert.deepEqual(readAddress(writeAddress(place)), place);
  }
  assert.equal(writeAddress({ media: 'abc', frame: 7 }), '#media=abc&frame=7');
});

test('an address with nonsense names no frame', () => {
  for (const hash of ['', '#', '#media=', '#media=a&frame=-1', '#media=a&frame=1e9', '#media=a&frame=']) {
    assert.equal(readAddress(hash).frame, null);
  }
});

test('samples leave in order, at most 64 at a time, none dropped', () => {
  const samples = new Samples();
  for (let i = 0; i < 150; i += 1) samples.add(i, i, 0);
  const sizes = [];
  const all = [];
  while (!samples.isEmpty) {
    const some = samples.take();
    sizes.push(some.length);
    all.push(...some);
  }
  assert.deepEqual(sizes, [64, 64, 22]);
  assert.deepEqual(all.map(([t]) => t), Array.from({ length: 150 }, (_, i) => i));
});

test('the time of samples never runs backwards', () => {
  const samples = new Samples();
  for (const t of [-0.5, 2, 1.9, 3]) samples.add(t, 0, 0);
  assert.deepEqual(samples.take().map(([t]) => t), [0, 2, 2, 3]);
});

test('many changes are one rendering', () => {
  const scheduled = [];
  const rendered = [];
  const store = createStore((n, { by }) => n + by, 0, (n) => rendered.push(n), (f) => scheduled.push(f));
  store.dispatch({ by: 1 });
  store.dispatch({ by: 2 });
  store.dispatch({ by: 0 });
  assert.equal(scheduled.length, 1);
  scheduled[0]();
  assert.deepEqual(rendered, [3]);
});
