import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { noticeFor } from '../../web/page/notice.js';
import { estimate } from '../../web/page/player.js';
import {
  bannerFor, initialState, isExact, isIndexing, isNotable, reading, reduce,
} from '../../web/client/state.js';

const media = {
  id: 'm', name: 'a.mp4', kind: 'video', first: 0, end: 600, timebase: [1, 30], duration: 20,
  frames: 600, framesOnTrack: 600, frameRate: [30, 1], index: { state: 'complete', progress: 1 },
};
const at = (frame, exact = true) => ({
  type: 'state', phase: 'idle', position: frame / 600, gain: 1,
  target: { frame, pts: frame, time: frame / 30, timecode: null, exact },
});
const after = (...events) => events.reduce(reduce, initialState);
const library = { type: 'library', list: [{ id: 'm', name: 'a.mp4', bytes: 1 }] };
const choose = { type: 'choose', media: 'm' };
const opened = { type: 'opened', media, state: at(0) };

test('the reading is the server’s word at rest', () => {
  const now = reading(after(library, choose, opened, at(90)));
  assert.deepEqual(
    [now.position, now.time, now.timecode, now.frame, now.estimated],
    [0.15, 3, null, 90, undefined],
  );
});

test('the track is as long as positions map over', () => {
  const index = { state: 'scanning', progress: 0.5 };
  const early = { ...opened, media: { ...media, duration: 7200, end: 300, index } };
  assert.equal(after(library, choose, early).media.duration, 10);
  const found = { type: 'index', state: 'complete', progress: 1, end: 600, frames: 600 };
  assert.equal(after(library, choose, early, found).media.duration, 20);
});

test('the reading is an estimate, and says so, while the browser plays', () => {
  const playback = estimate(after(library, choose, opened).media, 3 + 1 / 30);
  const now = reading(after(library, choose, opened, { type: 'playback', playback }));
  assert.equal(now.frame, 91);
  assert.equal(now.estimated, true);
  assert.equal(now.position, (3 + 1 / 30) / 20);
});

test('exact is the picture of the frame that the server names, and nothing else', () => {
  const painted = (frame, exact, pts = frame) => (
    { type: 'painted', seq: 1, frame, pts: BigInt(pts), exact }
  );
  assert.equal(isExact(after(choose, opened, at(9), painted(9, true))), true);
  assert.equal(isExact(after(choose, opened, at(9), painted(9, false))), false);
  assert.equal(isExact(after(choose, opened, at(9), painted(8, true))), false);
  assert.equal(isExact(after(choose, opened, at(9, false), painted(9, true))), false);
  // A frame is known by its time: its number may have been another, or none, when it was painted.
  assert.equal(isExact(after(choose, opened, at(9), painted(null, true, 9))), true);
  assert.equal(isExact(after(choose, opened, at(9), painted(9, true, 12))), false);
});

test('the duration follows the end while the index grows', () => {
  const index = { type: 'index', state: 'scanning', progress: 0.5, frames: 700, end: 700 };
  const state = after(choose, opened, index);
  assert.equal(state.media.frames, 700);
  assert.equal(state.media.duration, 700 / 30);
  assert.deepEqual(state.media.index, { state: 'scanning', progress: 0.5 });
});

test('why a film is decoded is told before it opens, and then with what it has', () => {
  const index = { type: 'index', state: 'scanning', progress: 0.5, reason: 'times-missing' };
  const waiting = after(choose, index);
  assert.ok(isIndexing(waiting) && waiting.media === null);
  assert.equal(waiting.awaited.reason, 'times-missing');
  assert.ok(!isIndexing(after(choose, index, opened)));
  assert.ok(!isIndexing(after(choose, index, { type: 'choose', media: 'other' })));
  assert.deepEqual(after(choose, opened, index).media.index, {
    state: 'scanning', progress: 0.5, reason: 'times-missing',
  });
});

test('choosing another media forgets the one before and keeps the list and the settings', () => {
  const set = { type: 'set', name: 'loop', value: 'on' };
  const marked = { type: 'marks', marks: { in: { frame: 3 } } };
  const state = after(library, set, choose, opened, marked, { type: 'choose', media: 'other' });
  assert.equal(state.media, null);
  assert.deepEqual(state.marks, {});
  assert.equal(state.list.length, 1);
  assert.deepEqual(state.settings, { loop: 'on' });
});

test('what stands in the way of a picture has its notice, and a wait has none', () => {
  const failed = { type: 'error', code: 'index-failed', message: 'No.' };
  const states = [
    [after({ type: 'library', list: [] }), { kind: 'empty', says: 'empty' }],
    [after({ type: 'library-failed' }), { kind: 'error', says: 'unreachable' }],
    [
      after(library, choose, failed),
      { kind: 'error', says: 'error-index-failed', detail: 'No.' },
    ],
  ];
  for (const [state, notice] of states) {
    assert.equal(isNotable(state), true);
    assert.deepEqual(noticeFor(state), notice);
  }
  assert.equal(isNotable(initialState), false);
  assert.equal(isNotable(after(library, choose)), false);
  assert.equal(isNotable(after(library, choose, opened)), false);
});

test('a lost link is shown over the picture, until it is mended', () => {
  const lost = { type: 'link', link: 'lost', retryIn: 250 };
  assert.equal(bannerFor(after(choose, opened, lost)).retry, true);
  assert.ok(bannerFor(after(choose, opened, lost, { type: 'link', link: 'connecting' })));
  assert.equal(bannerFor(after(choose, opened, lost, { type: 'link', link: 'open' })), null);
});

test('an error that a lost gesture causes is nobody’s affair', () => {
  const state = after(choose, opened);
  assert.equal(reduce(state, { type: 'error', code: 'unknown-gesture' }), state);
});

test('a problem with one frame goes away with the next', () => {
  const failed = after(choose, opened, { type: 'error', code: 'decode-failed', message: 'x' });
  assert.ok(bannerFor(failed));
  assert.equal(bannerFor(reduce(failed, at(2))), null);
});

test('where the position is predicted to be, the reading is an estimate that follows it', () => {
  const state = after(library, choose, opened, at(90));
  const now = reading(state, 0.6 + 1 / 1200);
  assert.deepEqual([now.position, now.frame, now.estimated], [0.6 + 1 / 1200, 360, true]);
  assert.ok(Math.abs(now.time - 12) < 1e-9);
  assert.equal(reading(state, 1).frame, 599);
  assert.equal(reading(state, 0.15).estimated, undefined);
});
