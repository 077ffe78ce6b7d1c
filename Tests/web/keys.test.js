import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageSeek } from '../../web/page/page-seek.js';
import { actionFor, actions, bindings } from '../../web/page/keys.js';

const press = (key, more = {}) => actionFor({ key, target: { tagName: 'BODY' }, ...more });

test('each key asks for what the table says', () => {
  assert.deepEqual(press('ArrowRight'), ['skip', 1]);
  assert.deepEqual(press('ArrowUp'), ['skip', 1]);
  assert.deepEqual(press(','), ['seek', { frames: -1 }]);
  assert.deepEqual(press('ArrowLeft', { shiftKey: true }), ['skip', -10]);
  assert.deepEqual(press('ArrowLeft', { altKey: true }), ['seek', { keyframe: 'previous' }]);
  assert.deepEqual(press('End'), ['seek', { position: 1 }]);
  assert.deepEqual(press('7'), ['seek', { position: 0.7 }]);
  assert.deepEqual(press(' '), ['toggle']);
  assert.deepEqual(press('w'), ['choose', 'when']);
  assert.deepEqual(press('?', { shiftKey: true }), ['help']);
  assert.deepEqual(press('Backspace', { shiftKey: true }), ['undo']);
  assert.deepEqual(press('Backspace', { shiftKey: true, altKey: true }), ['redo']);
  assert.equal(press('Backspace'), undefined);
  assert.equal(press('q'), undefined);
});

test('a letter is the same key under caps lock, and another one with shift', () => {
  assert.deepEqual(press('S'), ['choose', 'snap']);
  assert.deepEqual(press('S', { shiftKey: true }), ['choose', 'law']);
});

test('a key that is held repeats where that leads on, and nowhere else', () => {
  for (const key of ['ArrowLeft', '.', 'PageUp']) assert.ok(press(key, { repeat: true }), key);
  for (const key of [' ', 'l', 'i', 'd', '?']) {
    assert.equal(press(key, { repeat: true }), undefined, key);
  }
});

test('no key is bound twice', () => {
  const keys = Object.values(bindings).flatMap((row) => Object.keys(row));
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual(keys.toSorted(), Object.keys(actions).toSorted());
});

test('keys with the browser’s modifiers belong to the browser', () => {
  for (const modifier of ['ctrlKey', 'metaKey']) {
    assert.equal(press('ArrowLeft', { [modifier]: true }), undefined);
  }
  assert.equal(press('s', { altKey: true }), undefined);
});

test('a field keeps its keys, and a button keeps the one that presses it', () => {
  assert.equal(press('ArrowLeft', { target: { tagName: 'INPUT' } }), undefined);
  assert.equal(press(' ', { target: { tagName: 'BUTTON' } }), undefined);
  assert.ok(press('ArrowLeft', { target: { tagName: 'BUTTON' } }));
});

test('page up increases, by a chapter where there are any, else by a minute', () => {
  const page = (by, chapters, duration, time) => (
    pageSeek(by, { chapters, duration }, time)
  );
  assert.deepEqual(page(1, [{}], 9, 3), { chapter: 'next' });
  assert.deepEqual(page(-1, [{}], 9, 3), { chapter: 'previous' });
  assert.deepEqual(page(1, [], 90, 3), { time: 63 });
  assert.deepEqual(page(1, [], 20, 3), { time: 20 });
  assert.deepEqual(page(-1, undefined, 90, 3), { time: 0 });
});

test('the keys that the page tells a screen reader of are bound', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  const told = [...page.matchAll(/aria-keyshortcuts="([^"]+)"/g)].flatMap(([, keys]) => keys.split(' '));
  assert.ok(told.length > 10);
  assert.deepEqual(told.filter((key) => !(key in actions)), []);
});
