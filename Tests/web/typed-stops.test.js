import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn, stopsIn, TypedStops } from '../../web/page/typed-stops.js';
import { loadTexts } from './load-texts.js';

test('a list is places with commas, spaces or lines between them', () => {
  const cases = [
    ['', []], [' , ', []], ['10', [{ time: 10 }]],
    ['0.5, f12,50%', [{ time: 0.5 }, { frame: 12 }, { position: 0.5 }]],
    ['1:15.500 01:00:00;02\nF7', [{ time: 75.5 }, { timecode: '01:00:00;02' }, { frame: 7 }]],
    ['50 % 60  %, 70%', [{ position: 0.5 }, { position: 0.6 }, { position: 0.7 }]],
    ['１０、５０％，ｆ３', [{ time: 10 }, { position: 0.5 }, { frame: 3 }]],
  ];
  for (const [list, places] of cases) {
    assert.deepEqual(placesIn(list), { places, unknown: undefined }, list);
  }
});

test('the first that cannot be read is named, and so is a step from the playhead', () => {
  const cases = [['10, ten, eleven', 'ten'], ['101%', '101%'], ['10 +5f', '+5f'], ['50 %%', '50 %%']];
  for (const [list, unknown] of cases) assert.equal(placesIn(list).unknown, unknown, list);
});

/** A media of 100 frames of 40 ms; it answers for those that it has. */
const media = {
  id: 'a b', version: 'v1', first: 1000, end: 5000, duration: 4, frames: 100, index: { state: 'complete' },
};

async function withServer(asked = []) {
  await loadTexts();
  globalThis.fetch = async (address) => {
    const url = new URL(address, 'http://server');
    asked.push(url.pathname + url.search);
    const { frame, time } = Object.fromEntries(url.searchParams);
    const number = Number(frame ?? Math.floor(time * 25));
    return number < 100 ? Response.json({ frame: number, pts: 1000 + number * 40 })
      : Response.json({ detail: 'no' }, { status: 400 });
  };
  return asked;
}

test('stops are where the frames of their places begin, ascending and each once', async () => {
  await withServer();
  const { places } = placesIn('3.5, f25, 1.01, 12.5 %');
  assert.deepEqual(await stopsIn(media, places), { stops: [0.125, 0.25, 0.87], why: undefined });
});

test('what is not in the media is left out, and named', async () => {
  await withServer();
  const { stops, why } = await stopsIn(media, placesIn('f25, f100, 99').places);
  assert.deepEqual(stops, [0.25]);
  assert.match(why, /^100 is not in this media, which goes from 0 to 99/);
});

test('a list is asked for once for each media and version, once every frame is known', async () => {
  const asked = await withServer();
  const reported = [];
  const stops = new TypedStops(() => reported.push(true));
  const settings = { stops: 'f25' };
  const look = (changes) => stops.of({ media: { ...media, ...changes }, settings });
  assert.deepEqual(look({ index: { state: 'scanning' } }), []);
  for (const version of ['v1', 'v1', 'v2']) {
    look({ version });
    while (look({ version }).length === 0) await new Promise(setImmediate);
    assert.deepEqual(look({ version }), [0.25]);
  }
  assert.deepEqual(asked, Array(2).fill('/api/v1/media/a%20b/target?frame=25'));
  assert.equal(reported.length, 2);
});
