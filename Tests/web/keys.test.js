import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionFor, pageSeek } from '../../web/keys.js';

const press = (key, more = {}) => actionFor({ key, target: { tagName: 'BODY' }, ...more });

test('each key asks for what the table says', () => {
  assert.deepEqual(press('ArrowRight'), { type: 'seek', to: { frames: 1 } });
  assert.deepEqual(press('ArrowUp'), { type: 'seek', to: { frames: 1 } });
  assert.deepEqual(press(','), { type: 'seek', to: { frames: -1 } });
  assert.deepEqual(press('ArrowLeft', { shiftKey: true }), { type: 'seek', to: { frames: -10 } });
  assert.deepEqual(press('End'), { type: 'seek', to: { position: 1 } });
  assert.deepEqual(press(' '), { type: 'toggle' });
  assert.equal(press('x'), undefined);
});

test('keys with the browser’s modifiers belong to the browser', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
    assert.equal(press('ArrowLeft', { [modifier]: true }), undefined);
  }
});

test('a field keeps its keys, and a button keeps the one that presses it', () => {
  assert.equal(press('ArrowLeft', { target: { tagName: 'INPUT' } }), undefined);
  assert.equal(press(' ', { target: { tagName: 'BUTTON' } }), undefined);
  assert.ok(press('ArrowLeft', { target: { tagName: 'BUTTON' } }));
});

test('page up increases, by a chapter where there are any, else by a minute', () => {
  assert.deepEqual(pageSeek(1, { chapters: [{}], duration: 9 }, 3), { chapter: 'next' });
  assert.deepEqual(pageSeek(-1, { chapters: [{}], duration: 9 }, 3), { chapter: 'previous' });
  assert.deepEqual(pageSeek(1, { chapters: [], duration: 90 }, 3), { time: 63 });
  assert.deepEqual(pageSeek(1, { chapters: [], duration: 20 }, 3), { time: 20 });
  assert.deepEqual(pageSeek(-1, { duration: 90 }, 3), { time: 0 });
});
