import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fineness } from '../../web/elements/bar-zones.js';
import { loadTexts } from './load-texts.js';

before(loadTexts);

test('fineness is in frames above one frame per pixel and in pixels below', () => {
  const cases = [
    [1, 12.34, '', '12 frames per px'],
    [1, 1, '', '1 frame per px'],
    [0.5, 2.25, '×0.5', '2.3 frames per px'],
    [0.25, 0.25, '×0.25', '1 frame per 4 px'],
    [0.36, 0.4, '×0.36', '1 frame per 2.5 px'],
    [0.01, 0.001, '×0.01', '1 frame per 1000 px'],
  ];
  for (const [gain, framesPerUnit, times, worth] of cases) {
    assert.deepEqual(fineness({ gain, framesPerUnit }), { gain: times, worth });
  }
});

test('fineness says nothing of pixels before the first gesture', () => {
  assert.deepEqual(fineness({ gain: 1 }), { gain: '', worth: '' });
});
