import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { isReached } from '../../web/page/room-playing.js';

/** The picture in view, the target, and whether it plays. */
const state = (painted, target, playback = null) => ({
  media: { kind: 'video' }, playback, painted: { exact: true, pts: painted }, scrub: { target },
});
const target = { frame: 60, pts: 120, exact: true };
const resting = { frame: 60, since: 1000 };

test('the leader\'s picture is in view once it is the target\'s own, and of the frame that was told', () => {
  assert.ok(isReached(resting, state(120, target), 1000));
  assert.ok(!isReached(resting, state(118, target), 1000));
  assert.ok(!isReached(resting, state(118, target), 9000));
  assert.ok(!isReached({ ...resting, frame: 61 }, state(120, target), 1900));
  assert.ok(!isReached(resting, state(120, target, { position: 0 }), 9000));
});

test('a frame that was an estimate, or was not told, is waited for only so long', () => {
  for (const frame of [61, null]) assert.ok(isReached({ ...resting, frame }, state(120, target), 2100));
});
