import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { correctedRate, dueTime } from '../../web/page/room-playing.js';

const media = { duration: 20, frameRate: [30000, 1001] };

test('what is due follows from the frame, the rate and the time since', () => {
  const cases = [
    // frame, rate, milliseconds gone, seconds
    [0, 1, 0, 0], [30, 1, 0, 1.001], [30, 1, 2000, 3.001], [30, 2, 2000, 5.001], [300, 0.5, 1000, 10.51],
    [30, 1, -50, 1.001], [590, 8, 4000, 20],
  ];
  for (const [frame, rate, gone, due] of cases) {
    const playing = { state: 'playing', rate, frame, at: 1e6 };
    assert.ok(Math.abs(dueTime(playing, 1e6 + gone, media) - due) < 1e-9, `frame ${frame}`);
  }
});

test('what is paused is due where it is, however much later', () => {
  const paused = { state: 'paused', rate: 1, frame: 60, at: 0 };
  assert.ok(Math.abs(dueTime(paused, 1e9, media) - 2.002) < 1e-9);
});

test('who is behind plays faster, by so much that it is there in a second, within limits', () => {
  const frame = 1 / 30;
  const cases = [
    [1, 0, 1], [1, 0.009, 1], [1, -0.009, 1], [1, 0.02, 1.02], [1, -0.05, 0.95], [1, 0.4, 1.08],
    [1, -0.4, 0.92], [2, 0.1, 2.1], [2, 0.4, 2.16],
  ];
  for (const [rate, behind, corrected] of cases) {
    assert.ok(Math.abs(correctedRate(rate, behind, frame) - corrected) < 1e-9, `${behind} s`);
  }
});
