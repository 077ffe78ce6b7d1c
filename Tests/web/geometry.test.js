import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBubble, previewWidth } from '../../web/geometry.js';

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
