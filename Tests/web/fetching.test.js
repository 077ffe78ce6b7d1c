import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import './load-dom.js';
import { isFetching, lasting } from '../../web/page/fetching.js';

const target = { pts: 7, exact: true };
const waiting = (isWaiting, painted = null) => ({
  media: { kind: 'video', index: { state: 'complete', progress: 1, remote: { waiting: isWaiting } } },
  scrub: { target }, painted, playback: null,
});
const own = { exact: true, pts: 7 };

let now;

beforeEach(() => {
  now = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => now);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

function pass(time) {
  now += time;
  mock.timers.tick(time);
}

test('bytes are on their way while somebody waits for them, and the picture is another', () => {
  assert.equal(isFetching(waiting(true)), true);
  assert.equal(isFetching(waiting(true, { exact: true, pts: 3 })), true);
  assert.equal(isFetching(waiting(true, own)), false);
  assert.equal(isFetching(waiting(false)), false);
  assert.equal(isFetching({ ...waiting(true), playback: { position: 0 } }), false);
});

test('what lies here is never on its way', () => {
  const { media, ...state } = waiting(true);
  assert.equal(isFetching({ ...state, media: { ...media, index: { state: 'complete' } } }), false);
  assert.equal(isFetching({ ...state, media: null }), false);
});

test('a short wait is not shown', () => {
  const shown = [];
  const turn = lasting((isShown) => shown.push(isShown));
  for (let times = 0; times < 20; times += 1) {
    turn(true);
    pass(290);
    turn(false);
    pass(10);
  }
  assert.deepEqual(shown, []);
});

test('a long wait is shown after 300 ms, however often it is told', () => {
  const shown = [];
  const turn = lasting((isShown) => shown.push([isShown, now]));
  for (let times = 0; times < 10; times += 1) {
    turn(true);
    pass(100);
  }
  assert.deepEqual(shown, [[true, 300]]);
});

test('what is shown stays for 700 ms, and through short pauses', () => {
  const shown = [];
  const turn = lasting((isShown) => shown.push([isShown, now]));
  turn(true);
  pass(300);
  turn(false);
  pass(400);
  turn(true);
  pass(100);
  turn(false);
  pass(199);
  assert.deepEqual(shown, [[true, 300]]);
  pass(1);
  assert.deepEqual(shown, [[true, 300], [false, 1000]]);
});
