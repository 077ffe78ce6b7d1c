import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gearAt, Gearbox } from '../../web/elements/dial-gears.js';
import { loadModel } from './load-model.js';

const gears = [1, 4, 16];
const [radius, reach] = [60, 45];
const at = (turns) => (
  [reach * Math.sin(2 * Math.PI * turns), -reach * Math.cos(2 * Math.PI * turns)]);
const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one}, not ${other}`);

function take(turns = 0, isAtEnd = undefined) {
  const [x, y] = at(turns);
  return new Gearbox(gears, { x, y, radius }, isAtEnd);
}

/** Where a pointer is every 10 ms that goes at so many turns a second for a while, from a place on. */
function* pointer(speed, seconds, from = 0, since = 0) {
  for (let i = 1; i <= Math.round(seconds * 100); i += 1) {
    yield [1000 * since + 10 * i, ...at(from + (speed * i) / 100)];
  }
}

const all = (gearbox, places) => [...places].flatMap((one) => gearbox.follow(one));

test('a gear is entered at its number in turns a second, and left at 0.7 of that', () => {
  const cases = [
    [0, 0, 0], [0.99, 0, 0], [1, 0, 1], [1.99, 0, 1], [2, 0, 2], [9, 0, 2],
    [0.99, 1, 1], [0.71, 1, 1], [0.69, 1, 0], [1.5, 1, 1], [2, 1, 2],
    [1.99, 2, 2], [1.41, 2, 2], [1.39, 2, 1], [0.71, 2, 1], [0.69, 2, 0], [0, 2, 0],
  ];
  for (const [speed, from, to] of cases) assert.equal(gearAt(speed, from, 3), to, `${speed} ${from}`);
  assert.equal(gearAt(9, 0, 1), 0);
});

test('a slow pointer is passed on as it is, in every bit', () => {
  const gearbox = take();
  const places = [...pointer(0.9, 3)];
  assert.deepEqual(all(gearbox, places), places);
  assert.equal(gearbox.added, 0);
});

for (const [speed, gear] of [[1.5, 1], [-1.5, 1], [3, 2], [-3, 2]]) {
  test(`at ${speed} turns a second a turn counts ${gears[gear]} times`, () => {
    const gearbox = take();
    all(gearbox, pointer(speed, 1));
    assert.equal(gearbox.gear, gear);
    const before = gearbox.added;
    all(gearbox, pointer(speed, 1, speed, 1));
    near(gearbox.added - before, speed * (gears[gear] - 1));
  });
}

test('a pointer that stops and goes on slowly is exact at once', () => {
  const gearbox = take();
  all(gearbox, pointer(3, 1));
  const before = gearbox.added;
  const places = [...pointer(0.5, 1, 3, 1.5)];
  all(gearbox, places);
  assert.equal(gearbox.gear, 0);
  assert.equal(gearbox.added, before);
});

test('a pointer that trembles around a place changes no gear', () => {
  const gearbox = take();
  for (let i = 1; i < 200; i += 1) gearbox.follow([10 * i, ...at(i % 2 ? 0.03 : -0.03)]);
  assert.equal(gearbox.added, 0);
});

test('near the middle and beyond an end, nothing is added', () => {
  const small = new Gearbox(gears, { x: 1, y: 0, radius });
  for (const [t, x, y] of pointer(3, 1)) small.follow([t, x / 5, y / 5]);
  assert.equal(small.added, 0);
  const held = take(0, (change) => change > 0);
  all(held, pointer(3, 1));
  assert.equal(held.added, 0);
  all(held, pointer(-3, 1, 3, 1));
  assert.ok(held.added < -20);
});

test('the middle itself is in no direction', () => {
  const gearbox = take();
  assert.deepEqual(gearbox.follow([10, 0, 0]), []);
  assert.deepEqual(new Gearbox(gears, { x: 0, y: 0, radius }).follow([10, 3, 4]), [[10, 3, 4]]);
});

test('to the model it is one pointer that has turned so far, and nothing jumps', async () => {
  const model = await loadModel();
  const frames = 100_000;
  model.frames = frames;
  model.place(0.5);
  const [x, y] = at(0);
  model.begin({ control: 'dial', x, y, turn: { frames: 25 }, mode: 'jog' });
  const gearbox = take();
  let [turned, before] = [0, 0.5 * frames];
  for (let i = 1; i <= 300; i += 1) {
    // Ever faster, to five turns a second: some samples of the pointer are half a turn apart.
    const change = (i / 300) * 0.45;
    turned += change;
    const samples = gearbox.follow([90 * i, ...at(turned)]);
    model.move(samples);
    const now = model.position * frames;
    near((now - before) / 25, change * gears[gearbox.gear]);
    for (const [t] of samples) assert.equal(t, 90 * i);
    before = now;
  }
  assert.equal(gearbox.gear, 2);
  near(before / 25, (0.5 * frames) / 25 + turned + gearbox.added);
  model.cancel();
  assert.equal(model.position, 0.5);
});
