import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { distance } from '../../web/page/snap-distance.js';
import { loadTexts } from './load-texts.js';

test('below a second a distance is told in frames, and from there on in seconds', async () => {
  await loadTexts();
  const from = { frame: 100, time: 4 };
  const cases = [
    [{ frame: 101, time: 4.04 }, '+1 frame'], [{ frame: 99, time: 3.96 }, '−1 frame'],
    [{ frame: 88, time: 3.52 }, '−12 frames'], [{ frame: 124, time: 4.96 }, '+24 frames'],
    [{ frame: 125, time: 5 }, '+1.00 s'], [{ frame: 10, time: 0.4 }, '−3.60 s'],
  ];
  for (const [to, said] of cases) assert.equal(distance(from, to), said);
});
