import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decibels, extremes, heights, silences } from '../../web/client/loudness.js';
import { readPeaks, readSamples } from '../../web/client/peaks.js';
import { decodeSound } from '../../web/client/sound-message.js';
import { faded, hann } from '../../web/client/sound-player.js';
import { placesOf } from '../../web/page/silence.js';
import { placeFor } from '../../web/page/waveform.js';

/** A message laid out after the protocol's table: two channels of 44,100 Hz, two samples each. */
const message = [
  0x56, 0x4e, 1, 16, 0, 1, 0, 2, 0x01, 0xb9, 0, 0,
  0, 0, 1, 2, 0, 0, 0x02, 0x58, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0,
  0x00, 0x40, 0x00, 0xc0, 0xff, 0x7f, 0x00, 0x80,
];
const buffer = (bytes) => new Uint8Array(bytes).buffer;

test('every field of a sound is read, and each channel by itself', () => {
  const { samples, ...fields } = decodeSound(buffer(message));
  assert.deepEqual(fields, { seq: 258, frame: 600, pts: 4096n, rate: 44100 });
  assert.deepEqual(samples.map((one) => [...one]), [[0.5, 32767 / 32768], [-0.5, -1]]);
});

test('what is not a sound of a known version is refused', () => {
  for (const [offset, value] of [[0, 0], [2, 2], [3, 1], [7, 0]]) {
    const other = [...message];
    other[offset] = value;
    assert.equal(decodeSound(buffer(other)), null);
  }
  assert.equal(decodeSound(buffer(message.slice(0, 32))), null);
});

test('a fade rises to one and falls to nothing, and half a length is enough for it', () => {
  const shape = Array.from({ length: 20 }, (_, at) => faded(20, 5)(at));
  const up = [0.1, 0.3, 0.5, 0.7, 0.9];
  const near = (found, wanted) => found.forEach((one, i) => assert.ok(Math.abs(one - wanted[i]) < 1e-9));
  near(shape, [...up, ...Array(10).fill(1), ...up.toReversed()]);
  near([0, 1, 2, 3].map(faded(4, 50)), [0.25, 0.75, 0.75, 0.25]);
});

test('windows of grains that overlap by half sum to one', () => {
  const shape = hann(100);
  for (let at = 0; at < 50; at += 1) assert.ok(Math.abs(shape(at) + shape(at + 50) - 1) < 1e-9);
});

/** Peaks as audiowaveform's documentation lays them out. */
function peaksFile(flags, width, points) {
  const size = flags ? 1 : 2;
  const view = new DataView(new ArrayBuffer(24 + size * points.length));
  [2, flags, 48000, width, points.length / 2, 1].forEach((one, i) => view.setInt32(4 * i, one, true));
  points.forEach((one, i) => (
    flags ? view.setInt8(24 + i, one) : view.setInt16(24 + 2 * i, one, true)
  ));
  return view.buffer;
}

test('peaks are read in both depths', () => {
  const wide = readPeaks(peaksFile(0, 256, [-300, 400, -5, 6]));
  assert.deepEqual({ ...wide, points: [...wide.points] }, { rate: 48000, width: 256, points: [-300, 400, -5, 6] });
  assert.deepEqual([...readPeaks(peaksFile(1, 512, [-128, 127])).points], [-32768, 32512]);
});

/** A WAV file of so many bytes of header beyond the shortest. */
function wave({ tag, channels, bits, samples, extended = false }) {
  const head = extended ? 40 : 16;
  const view = new DataView(new ArrayBuffer(28 + head + (samples.length * bits) / 8));
  view.setUint32(16, head, true);
  view.setUint16(20, extended ? 0xfffe : tag, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, 8000, true);
  view.setUint16(34, bits, true);
  if (extended) view.setUint16(44, tag, true);
  const set = { '1 16': 'setInt16', '1 32': 'setInt32', '3 32': 'setFloat32' }[`${tag} ${bits}`];
  samples.forEach((one, i) => view[set](28 + head + (i * bits) / 8, one, true));
  return view.buffer;
}

test('samples are read in every form that the server gives, as the mean of their channels', () => {
  const cases = [
    [{ tag: 1, channels: 2, bits: 16, samples: [100, 300, -32768, -32768] }, [200, 200, -32768, -32768]],
    [{ tag: 1, channels: 1, bits: 32, samples: [65536 * 7, -65536] }, [7, 7, -1, -1]],
    [{ tag: 3, channels: 1, bits: 32, samples: [0.5, 2], extended: true }, [16384, 16384, 32767, 32767]],
  ];
  for (const [file, points] of cases) {
    const found = readSamples(wave(file));
    assert.deepEqual([found.rate, [...found.points]], [8000, points]);
  }
});

const part = { rate: 1000, start: 1000, width: 100, points: [-1, 2, -3, 1, 0, 9, -4, 0] };

test('the extremes between two samples are those of all points between them', () => {
  const cases = [
    [1000, 1100, [-1, 2]], [1050, 1060, [-1, 2]], [1000, 1400, [-4, 9]], [1100, 1201, [-3, 9]],
    [1399, 1800, [-4, 0]], [999, 1100, null], [1400, 1500, null],
  ];
  for (const [from, to, found] of cases) assert.deepEqual(extremes(part, from, to), found);
});

test('half of full scale is six decibels down, and is drawn so', () => {
  assert.ok(Math.abs(decibels(-16384) + 6.0206) < 1e-3);
  assert.equal(heights.linear(-16384), -0.5);
  assert.equal(heights.decibels(32768), 1);
  assert.ok(Math.abs(heights.decibels(-33) + 0.001) < 0.01);
  assert.equal(heights.decibels(10), 0);
  assert.ok(Math.abs(heights.decibels(0)) === 0);
});

test('silence is what stays below -50 dB for half a second, up to the end', () => {
  // 100 ms a point: loud, six silent ones, loud, three silent ones, loud, and five to the end.
  const loudness = [900, 0, 1, 103, 50, 0, 0, 105, 0, 0, 0, 900, 0, 0, 0, 0, 0];
  const points = loudness.flatMap((one) => [-one, 0]);
  assert.deepEqual(silences({ rate: 1000, start: 0, width: 100, points }), [[0.1, 0.7], [1.2, 1.7]]);
});

test('the ends of the longest silences are listed in order, but for those of the media', () => {
  const stretches = [[0, 2], [3, 3.5], [5, 6], [9, 10]];
  assert.equal(placesOf(stretches, 10, 100), '2.000, 3.000, 3.500, 5.000, 6.000, 9.000');
  assert.equal(placesOf(stretches, 10, 4), '2.000, 5.000, 6.000');
  assert.equal(placesOf([], 10, 4), '');
});

test('a waveform is large without a picture, else along the bar, once all is known', () => {
  const sound = { kind: 'audio', cover: false, index: { state: 'complete' }, streams: [{ kind: 'audio' }] };
  const on = { waveform: 'linear' };
  const cases = [
    [sound, on, 'stage'], [{ ...sound, cover: true }, on, 'bar'], [{ ...sound, kind: 'video' }, on, 'bar'],
    [{ ...sound, kind: 'video', streams: [{ kind: 'video' }] }, on, null], [null, on, null],
    [{ ...sound, index: { state: 'scanning' } }, on, null], [sound, { waveform: 'off' }, null],
  ];
  for (const [media, settings, place] of cases) assert.equal(placeFor({ media, settings }), place);
});
