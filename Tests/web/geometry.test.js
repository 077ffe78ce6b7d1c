import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBubble, previewWidth, rulerTicks } from '../../web/geometry.js';

test('the bubble stays inside its bounds and its arrow on the position, in whole pixels', () => {
  for (const extent of [288, 333.3, 1200, 3800]) {
    for (const width of [120, 201, 260]) {
      for (let position = 0; position <= 1; position += 1 / 257) {
        const { left, arrow } = placeBubble({ position, extent, width, bleed: 20 });
        assert.ok(Number.isInteger(left) && Number.isInteger(arrow));
        assert.ok(left >= -20 && left + width <= extent + 20);
        assert.equal(left + arrow, Math.round(position * extent));
        assert.ok(arrow >= 8 && arrow <= width - 8, 'the arrow has room');
      }
    }
  }
});

test('a bubble wider than its bounds begins where they begin', () => {
  assert.equal(placeBubble({ position: 0.9, extent: 100, width: 400, bleed: 20 }).left, -20);
});

test('previews are as wide as the view, in steps, and never wider than the media', () => {
  assert.equal(previewWidth(900, 1, 1920), 960);
  assert.equal(previewWidth(900, 2, 1920), 1920);
  assert.equal(previewWidth(900, 1, 640), 640);
  assert.equal(previewWidth(5000, 2, 7680), 3840);
  assert.equal(previewWidth(10, 1, undefined), 160);
});

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
