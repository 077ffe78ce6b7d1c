import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameIndex, framesOf } from '../../web/client/frame-index.js';

/** Answers with frames of 10 ticks from tick 100 on, every third a keyframe; notes what is asked. */
function serve(frames) {
  const asked = [];
  globalThis.fetch = async (address) => {
    const { pathname, searchParams } = new URL(address, 'http://server');
    asked.push(`${pathname} ${[...searchParams.keys()].join(' ')}`);
    const [from, to] = ['from', 'to'].map((name, last) => Number(searchParams.get(name) ?? last));
    const first = Math.floor(from * frames);
    const count = Math.ceil(to * frames) - first;
    const rows = Array.from({ length: count }, (_, i) => (
      `${first + i},${100 + 10 * (first + i)},${(first + i) / 25},${(first + i) % 3 === 0}\n`));
    return new Response(`frame,pts,time,key\n${rows.join('')}`);
  };
  return asked;
}

test('all frames of a media are asked for once, whoever needs them', async () => {
  const asked = serve(7);
  const media = { id: 'a b', version: 'v1', framesOnTrack: 7 };
  const bar = { source: '/api/v1/media/a%20b', version: 'v1', frames: 7 };
  const [index, ...others] = await Promise.all([
    framesOf(media), frameIndex(bar), frameIndex(bar, 0.2, 0.4), framesOf(media),
  ]);
  assert.deepEqual(index, {
    first: 0, pts: [100, 110, 120, 130, 140, 150, 160], keyframes: [100, 130, 160],
  });
  for (const other of others) assert.equal(other, index);
  assert.deepEqual(asked, ['/api/v1/media/a%20b/index format v']);
  await frameIndex({ ...bar, version: 'v2' });
  assert.equal(asked.length, 2);
});

test('of a long media a part is asked for, but where all of it is known', async () => {
  const asked = serve(20001);
  const media = { source: 'long', version: null, frames: 20001 };
  const part = await frameIndex(media, 0.5, 0.51);
  assert.equal(part.first, 10000);
  assert.ok(part.pts.length < 300);
  assert.deepEqual(part.pts.slice(0, 2), [100100, 100110]);
  const all = await frameIndex(media);
  assert.equal(all.pts.length, 20001);
  assert.equal(await frameIndex(media, 0.5, 0.51), all);
  assert.deepEqual(asked, ['/long/index format from to', '/long/index format']);
});

test('what could not be had is asked for again', async () => {
  globalThis.fetch = async () => new Response('', { status: 503 });
  const media = { source: 'lost', version: 'v1', frames: 5 };
  await assert.rejects(frameIndex(media));
  serve(5);
  assert.equal((await frameIndex(media)).pts.length, 5);
});
