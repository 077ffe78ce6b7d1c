import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destination, isDropped } from '../../web/page/typed-place.js';

test('what is typed into the go-to field', () => {
  const cases = [
    ['01:00:00;02', { timecode: '01:00:00;02' }],
    ['01:00:00:02', { timecode: '01:00:00:02' }],
    ['f123', { frame: 123 }],
    [' F 7 ', { frame: 7 }],
    ['50%', { position: 0.5 }],
    ['12.5 %', { position: 0.125 }],
    ['+10f', { frames: 10 }],
    ['-10f', { frames: -10 }],
    ['−3', { frames: -3 }],
    ['75.5', { time: 75.5 }],
    ['8s', { time: 8 }],
    ['1:15.500', { time: 75.5 }],
    ['1:02:03.25', { time: 3723.25 }],
    ['１２：３４', { time: 754 }],
    ['５０％', { position: 0.5 }],
  ];
  for (const [text, to] of cases) assert.deepEqual(destination(text), to, text);
});

test('what leads nowhere is no destination', () => {
  for (const text of ['', 'f', 'f-1', '101%', '1:2:3:4:5', 'ten', '0x10', '1e3', '+', '5 %%']) {
    assert.equal(destination(text), null, text);
  }
});

test('drop-frame timecode skips the first labels of every minute but each tenth', () => {
  const cases = [
    ['01:01:00;00', [30000, 1001], true], ['01:01:00;01', [30000, 1001], true],
    ['01:01:00;02', [30000, 1001], false], ['01:10:00;00', [30000, 1001], false],
    ['00:01:01;00', [30000, 1001], false], ['00:01:00;03', [60000, 1001], true],
    ['00:01:00;04', [60000, 1001], false],
  ];
  for (const [label, rate, dropped] of cases) assert.equal(isDropped(label, rate), dropped, label);
});
