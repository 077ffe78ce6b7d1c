import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { PictureQueue, isStale } from '../../web/client/picture-queue.js';

let painted, settled, closed, frames, queue;

beforeEach(() => {
  [painted, settled, closed, frames] = [[], [], 0, []];
  queue = new PictureQueue({
    decode: async ({ bad }) => {
      if (bad) throw new Error('damaged');
      return { close: () => (closed += 1) };
    },
    nextFrame: () => new Promise((resolve) => frames.push(resolve)),
    paint: (_, { name }) => painted.push(name),
    settle: ({ name }) => settled.push(name),
  });
});

const idle = () => new Promise(setImmediate);
async function animationFrame() {
  await idle();
  frames.splice(0).forEach((resolve) => resolve());
  await idle();
}
const picture = (name, seq, exact = true) => ({ name, seq, exact });

test('one picture is painted per animation frame, and the newest waiting wins', async () => {
  queue.add(picture('a', 1));
  queue.add(picture('b', 2));
  queue.add(picture('c', 3));
  await animationFrame();
  assert.deepEqual(painted, ['a']);
  await animationFrame();
  assert.deepEqual(painted, ['a', 'c']);
});

test('every picture is settled exactly once, painted or not', async () => {
  queue.add(picture('a', 1));
  queue.add(picture('b', 2));
  queue.add(picture('c', 3));
  queue.add({ ...picture('d', 4), bad: true });
  for (let i = 0; i < 5; i += 1) await animationFrame();
  assert.deepEqual([...settled].sort(), ['a', 'b', 'c', 'd']);
});

test('an older picture never covers a newer exact one', async () => {
  queue.add(picture('new', 5));
  await idle();
  queue.add(picture('old', 4));
  for (let i = 0; i < 3; i += 1) await animationFrame();
  assert.deepEqual(painted, ['new']);
  assert.deepEqual([...settled].sort(), ['new', 'old']);
});

test('a keyframe never covers the exact picture of the same message', () => {
  assert.equal(isStale(picture('key', 5, false), picture('exact', 5)), true);
  assert.equal(isStale(picture('exact', 5), picture('key', 5, false)), false);
  assert.equal(isStale(picture('next', 6, false), picture('exact', 5)), false);
});

test('after a reset the numbers start again, and what was on its way is dropped', async () => {
  queue.add(picture('before', 90));
  await idle();
  queue.reset();
  queue.add(picture('after', 1));
  for (let i = 0; i < 3; i += 1) await animationFrame();
  assert.deepEqual(painted, ['after']);
  assert.equal(closed, 1);
});
