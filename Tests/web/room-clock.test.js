import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerClock } from '../../web/page/room-clock.js';

// What the server's clock is ahead of the page's.
const ahead = 1e12;

/** An answer, and when it came, to what was sent at `t`, so many milliseconds there and back. */
const pong = (t, there, back) => [{ t, at: t + there + ahead }, t + there + back];

test('the quickest answer tells the clock', () => {
  const clock = new ServerClock();
  clock.answer(...pong(0, 80, 2));
  assert.equal(clock.of(100) - ahead, 139);
  clock.answer(...pong(100, 3, 3));
  clock.answer(...pong(200, 1, 300));
  assert.equal(clock.of(500) - ahead, 500);
  assert.equal(clock.lag, 3);
});

test('what was quick long ago counts no longer', () => {
  const clock = new ServerClock();
  clock.answer(...pong(0, 0, 0));
  for (let t = 100; t <= 1000; t += 100) clock.answer(...pong(t, 10, 4));
  assert.equal(clock.of(2000) - ahead, 2003);
});

test('without an answer the clock is that of the message which was least late', () => {
  const clock = new ServerClock();
  assert.ok(Number.isNaN(clock.of(5)));
  for (const late of [400, 30, 90]) clock.hear(1000 + ahead, 1000 + late);
  assert.equal(clock.of(2000) - ahead, 1970);
  clock.answer(...pong(3000, 2, 2));
  assert.equal(clock.of(4000) - ahead, 4000);
});
