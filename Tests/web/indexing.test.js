import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { indexedShare } from '../../web/page/indexing.js';

const scanning = (progress, target = { exact: true }, position = 0) => ({
  media: { index: { state: 'scanning', progress } },
  scrub: { target, position },
});

test('a track is exact as far as the bytes are read', () => {
  assert.equal(indexedShare(scanning(0.25)), 0.25);
});

test('a frame under the pointer that is exact counts more than bytes', () => {
  assert.equal(indexedShare(scanning(0.25, { exact: true }, 0.6)), 0.6);
  assert.equal(indexedShare(scanning(0.25, { exact: false }, 0.6)), 0.25);
});

test('what is decoded is not exact before all of it is', () => {
  const decoding = scanning(0.5, { exact: true }, 0.2);
  decoding.media.index.reason = 'times-step-back';
  assert.equal(indexedShare(decoding), 0.2);
});

test('all is exact once the index is complete, or where there is no media', () => {
  assert.equal(indexedShare({ media: { index: { state: 'complete', progress: 1 } } }), 1);
  assert.equal(indexedShare({ media: null }), 1);
});
