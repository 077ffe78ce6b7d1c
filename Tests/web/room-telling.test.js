import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Telling } from '../../web/page/room-telling.js';

const media = { frameRate: [30, 1], framesOnTrack: 600 };
const frame = 1 / 30;

/** What is told while frames come into view one after the other, by when. */
function told(telling, { from = 0, until, place = (now) => now / 1000, rate = 1, late = 0 }) {
  const messages = [];
  for (let number = Math.ceil((place(from) + 1e-9) / frame); ; number += 1) {
    const at = (number * frame * 1000) / rate + from - (place(from) * 1000) / rate;
    if (at > until) return messages;
    const found = telling.seen({ time: number * frame, at }, rate, media, at + late);
    if (found) messages.push([Math.round(at + late + found.wait), found.message]);
  }
}

test('what plays is told at once, again soon, and then every two seconds', () => {
  const messages = told(new Telling(), { until: 7000 });
  const times = messages.map(([at]) => at);
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  assert.ok(times[0] < 40 && gaps.slice(0, 4).every((gap) => gap < 540), times.join());
  assert.ok(gaps.length > 5 && gaps.slice(4).every((gap) => gap >= 2000), times.join());
  for (const [at, message] of messages) {
    assert.deepEqual(message, { state: 'playing', rate: 1, frame: Math.round((at * 30) / 1000) });
  }
});

test('who sees frames late tells each for when it comes into view', () => {
  for (const late of [0, 1, 8, 20, 33, 40, 70, 290]) {
    for (const [at, message] of told(new Telling(), { until: 3000, late })) {
      const place = (at * 30) / 1000;
      assert.ok(Math.abs(place - message.frame) < 0.07, `${late} ms late: ${message.frame} at ${place}`);
    }
  }
});

test('who sees nothing for seconds tells of what it saw last', () => {
  const { message, wait } = new Telling().seen({ time: 1, at: 9000 }, 1, media, 14_000);
  assert.ok(message.frame === 39 && wait < 1, `${message.frame} in ${wait} ms`);
});

test('the frame is the one that is in view when the message arrives', () => {
  const { message, wait } = new Telling().seen({ time: 1, at: 9000 }, 2, media, 9010, 100);
  assert.equal(message.frame, 37);
  assert.equal(Math.round(wait), 7);
});

test('no frame is waited for that is long in view', () => {
  const slow = { frameRate: [1, 1], framesOnTrack: 600 };
  const found = [100, 800].map((late) => new Telling().seen({ time: 5, at: 0 }, 1, slow, 0, late));
  assert.deepEqual(found.map(({ message, wait }) => [message.frame, Math.round(wait)]), [[5, 0], [6, 200]]);
});

test('another rate is told with the next frame, and a jump a moment later', () => {
  const telling = new Telling();
  told(telling, { until: 5000 });
  const [[, faster]] = told(telling, { from: 5000, until: 5100, place: () => 5, rate: 2 });
  assert.deepEqual([faster.state, faster.rate], ['playing', 2]);
  const jumped = told(telling, { from: 6000, until: 6400, place: () => 15, rate: 2 });
  assert.ok(jumped.length === 1 && jumped[0][0] < 6300, JSON.stringify(jumped));
});

test('what differs by a frame is not told before its time', () => {
  const telling = new Telling();
  told(telling, { until: 4400 });
  assert.equal(told(telling, { from: 4400, until: 5900, place: (now) => now / 1000 - frame }).length, 0);
});

test('a rest is told once, with its frame, and by who has not played since it leads', () => {
  const telling = new Telling();
  assert.deepEqual(telling.rests(1, media), { state: 'paused', rate: 1, frame: 30 });
  assert.equal(telling.rests(1, media), null);
  told(telling, { until: 100, rate: 2 });
  assert.deepEqual(telling.rests(2, media), { state: 'paused', rate: 2, frame: 60 });
  assert.equal(telling.rests(2, media), null);
});

test('no frame is told that the media does not have', () => {
  const { message } = new Telling().seen({ time: 25, at: 0 }, 1, media, 0);
  assert.equal(message.frame, 599);
});
