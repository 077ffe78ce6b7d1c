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
    const message = telling.seen({ time: number * frame, at }, rate, media, at + late);
    if (message) messages.push([Math.round(at), message]);
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

test('a frame that the page saw late is not told, unless they all are', () => {
  const telling = new Telling();
  told(telling, { until: 100 });
  assert.equal(told(telling, { from: 100, until: 700, late: 20 }).length, 0);
  const [[at, message]] = told(telling, { from: 700, until: 1000, late: 20 });
  assert.ok(at >= 800 && at < 900, `${at}`);
  assert.equal(message.frame, Math.floor(((at + 20) * 30) / 1000));
});

test('who sees a frame late tells the one that is in view by now', () => {
  const cases = [[0, 30], [5, 30], [40, 31], [70, 32], [5000, 39]];
  for (const [late, expected] of cases) {
    const message = new Telling().seen({ time: 1, at: 9000 }, 1, media, 9000 + late);
    assert.equal(message.frame, expected, `${late} ms late`);
  }
});

test('the frame is the one that is in view when the message arrives', () => {
  const message = new Telling().seen({ time: 1, at: 9000 }, 2, media, 9010, 100);
  assert.equal(message.frame, 36);
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
  const message = new Telling().seen({ time: 25, at: 0 }, 1, media, 0);
  assert.equal(message.frame, 599);
});
