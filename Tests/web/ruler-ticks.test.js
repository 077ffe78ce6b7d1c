import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelled, rulerTicks, tickLabel } from '../../web/elements/ruler-ticks.js';

test('ticks stand at whole pixels with labels apart', () => {
  for (const duration of [0.4, 20, 3600, 360000]) {
    for (const extent of [280, 1200, 3800]) {
      const { ticks } = rulerTicks(duration, extent);
      const major = ticks.filter((tick) => tick.major);
      assert.ok(ticks.every(({ x }) => Number.isInteger(x) && x >= 0 && x <= extent));
      assert.ok(major.slice(1).every(({ x }, i) => x - major[i].x >= 87), `${duration} ${extent}`);
      assert.ok(ticks.length < extent / 7, 'the ticks stand apart');
    }
  }
});

test('a ruler without a duration has no ticks', () => {
  assert.deepEqual(rulerTicks(0, 800).ticks, []);
  assert.deepEqual(rulerTicks(NaN, 800).ticks, []);
});

test('ticks of a part stand where its times are', () => {
  for (const range of [[0.25, 0.5], [0, 0.01], [0.93, 1]]) {
    const { ticks } = rulerTicks(3600, 1200, range);
    const major = ticks.filter((tick) => tick.major);
    assert.ok(major.length > 3 && major.length < 15);
    for (const { x, time } of ticks) {
      assert.equal(x, Math.round(((time / 3600 - range[0]) / (range[1] - range[0])) * 1200));
      assert.ok(x >= 0 && x <= 1200);
    }
  }
});

test('a tick has no more digits than its step', () => {
  assert.equal(tickLabel(5, 5, 60), '0:05');
  assert.equal(tickLabel(0.5, 0.5, 5), '0:00.5');
  assert.equal(tickLabel(1.02, 0.02, 5), '0:01.02');
});

test('a label that would stick out at an end is left out, but for the first of all', () => {
  const at = (x, time) => ({ x, time, major: true });
  const ticks = [at(0, 0), at(10, 5), at(24, 6), at(25, 7), at(576, 8), at(577, 9)];
  const kept = labelled([...ticks, { x: 300, time: 4, major: false }], 600);
  assert.deepEqual(kept.map(({ x }) => x), [0, 25, 576]);
});
