import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstToOpen, inOrder } from '../../web/page/media-order.js';

const list = [
  { id: 'a', name: 'audio.m4a', bytes: 900 }, { id: 'b', name: 'clip.mov', bytes: 20 },
  { id: 'c', name: 'film.mp4', bytes: 500 }, { id: 'd', name: 'other.ts', bytes: 300 },
];
const names = (recent) => inOrder(list, recent).map(({ id }) => id).join('');

test('what was opened last comes first, sounds last, and the rest as the server lists it', () => {
  assert.equal(names([]), 'bcda');
  assert.equal(names(['d', 'gone', 'c']), 'dcba');
});

test('at first the largest film opens, later the one that was opened last', () => {
  assert.equal(firstToOpen(inOrder(list, []), []).id, 'c');
  assert.equal(firstToOpen(inOrder(list, ['d']), ['d']).id, 'd');
  assert.equal(firstToOpen(inOrder(list, ['gone']), ['gone']).id, 'c');
});

test('a sound opens where there is nothing else, and nothing where there is nothing', () => {
  const [sound] = list;
  assert.equal(firstToOpen([sound], []).id, 'a');
  assert.equal(firstToOpen([], []), undefined);
});
