import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shifted } from '../../web/client/timecode.js';

test('labels follow each other, and two are left out of each minute but every tenth', () => {
  const cases = [
    ['00:00:00:00', 1, 25, '00:00:00:01'], ['00:00:59:24', 1, 25, '00:01:00:00'],
    ['01:00:59;29', 1, 30, '01:01:00;02'], ['01:09:59;29', 1, 30, '01:10:00;00'],
    ['01:01:00;02', -1, 30, '01:00:59;29'], ['01:00:59;59', 1, 60, '01:01:00;04'],
    ['23:59:59:23', 1, 24, '00:00:00:00'], ['00:00:00;00', -1, 30, '23:59:59;29'],
    // A day has 2,589,408 frames at 30 labels a second (SMPTE ST 12-1).
    ['00:00:00;00', 2589408, 30, '00:00:00;00'], ['00:00:00:000', 119, 120, '00:00:00:119'],
  ];
  for (const [label, frames, rate, expected] of cases) {
    assert.equal(shifted(label, frames, rate), expected, `${label} ${frames}`);
  }
});

test('a step and its way back end on the same label, over a whole hour', () => {
  for (const label of ['00:59:58;28', '10:00:00:00']) {
    for (let frames = 1; frames < 120000; frames += 997) {
      assert.equal(shifted(shifted(label, frames, 30), -frames, 30), label);
    }
  }
});
