import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileSize } from '../../web/page/file-size.js';
import { clock, distance, facts } from '../../web/format.js';
import { loadTexts } from './load-texts.js';

before(loadTexts);

test('a time has minutes, seconds and milliseconds', () => {
  assert.equal(clock(0), '0:00.000');
  assert.equal(clock(12.3456), '0:12.346');
  assert.equal(clock(61.001), '1:01.001');
});

test('a time carries over when it rounds up', () => {
  assert.equal(clock(59.9996), '1:00.000');
});

test('a time shows hours when the media has them', () => {
  assert.equal(clock(5, 7200), '0:00:05.000');
  assert.equal(clock(3661.5), '1:01:01.500');
});

test('a size has three digits and a unit', () => {
  assert.equal(fileSize(0), '0 bytes');
  assert.equal(fileSize(999), '999 bytes');
  assert.equal(fileSize(1_234_567), '1.2 MB');
});

test('facts leave out what a media does not have', () => {
  const audio = { kind: 'audio', codec: 'aac', duration: 30, frames: 1407, width: 0, height: 0 };
  assert.equal(facts(audio), 'aac · 0:30.000 · 1,407 frames');
});

test('facts count and measure what is there', () => {
  const film = {
    kind: 'video', codec: 'h264', duration: 8.008, frames: 240, width: 640, height: 360,
    frameRate: [30000, 1001],
  };
  assert.equal(facts(film), '640 × 360 · 29.97 fps · h264 · 0:08.008 · 240 frames');
});

test('below a second a distance is told in frames, and from there on in seconds', () => {
  const from = { frame: 100, time: 4 };
  const cases = [
    [{ frame: 101, time: 4.04 }, '+1 frame'], [{ frame: 99, time: 3.96 }, '−1 frame'],
    [{ frame: 88, time: 3.52 }, '−12 frames'], [{ frame: 124, time: 4.96 }, '+24 frames'],
    [{ frame: 125, time: 5 }, '+1.00 s'], [{ frame: 10, time: 0.4 }, '−3.60 s'],
  ];
  for (const [to, said] of cases) assert.equal(distance(from, to), said);
});
