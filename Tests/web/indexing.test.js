import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { indexedShare } from '../../web/page/indexing.js';

const scanning = (progress, duration, claims = {}, target = { exact: true }, position = 0) => ({
  media: {
    duration, index: { state: 'scanning', progress },
    durations: { container: null, estimate: null, ...claims },
  },
  scrub: { target, position },
});

test('a track that is known to its end is exact as far as the bytes are read', () => {
  assert.equal(indexedShare(scanning(0.25, 100, { container: 100 })), 0.25);
  assert.equal(indexedShare(scanning(0.25, 100)), 0.25);
});

test('a track that ends where the scan has come is exact', () => {
  assert.equal(indexedShare(scanning(0.25, 25, { estimate: 100 })), 1);
  assert.equal(indexedShare(scanning(0.5, 25, { container: 100 })), 1);
});

test('what the server says of the frame under the pointer counts more than bytes', () => {
  assert.equal(indexedShare(scanning(0.25, 100, {}, { exact: true }, 0.6)), 0.6);
  assert.equal(indexedShare(scanning(0.25, 100, {}, { exact: false }, 0.1)), 0.1);
  assert.equal(indexedShare(scanning(0.25, 100, {}, { exact: false }, 0.6)), 0.25);
});

test('all is exact once the index is complete, or where there is no media', () => {
  assert.equal(indexedShare({ media: { index: { state: 'complete', progress: 1 } } }), 1);
  assert.equal(indexedShare({ media: null }), 1);
});
