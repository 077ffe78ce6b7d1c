import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import './load-dom.js';
import { keptEdits, pointEdits } from '../../web/page/marks.js';
import { exportName, planWords } from '../../web/page/exports.js';
import { loadTexts } from './load-texts.js';

before(loadTexts);

test('a point is set where it is not, and taken away where it is', () => {
  assert.deepEqual(pointEdits({}, 'in', 5), [{ in: 5 }]);
  assert.deepEqual(pointEdits({ in: 4, out: 9 }, 'in', 5), [{ in: 5 }]);
  assert.deepEqual(pointEdits({ in: 5 }, 'in', 5), [{ in: null }]);
  assert.deepEqual(pointEdits({ in: 5, out: 5 }, 'out', 5), [{ out: null }]);
});

test('a point on the wrong side of the other takes that away first', () => {
  assert.deepEqual(pointEdits({ out: 9 }, 'in', 10), [{ out: null }, { in: 10 }]);
  assert.deepEqual(pointEdits({ in: 9 }, 'out', 8), [{ in: null }, { out: 8 }]);
  assert.deepEqual(pointEdits({ in: 0 }, 'out', 0), [{ out: 0 }]);
});

test('marks that a browser kept are set where the server has none', () => {
  const kept = { in: { frame: 3, time: 1 }, out: { frame: 8, time: 2 } };
  assert.deepEqual(keptEdits(kept, { segments: [] }), [{ in: 3 }, { out: 8 }]);
  assert.deepEqual(keptEdits({ out: kept.out }, { segments: [] }), [{ out: 8 }]);
  assert.deepEqual(keptEdits({}, { segments: [] }), []);
});

test('beside marks of the server they become a segment, unless they are the same', () => {
  const kept = { in: { frame: 3 }, out: { frame: 8 } };
  assert.deepEqual(keptEdits(kept, { in: 0 }), [
    { add: { name: 'Kept in this browser', first: 3, last: 8 } },
  ]);
  assert.deepEqual(keptEdits({ in: { frame: 3 } }, { out: 9 }), [
    { add: { name: 'Kept in this browser', first: 3, last: 3 } },
  ]);
  assert.deepEqual(keptEdits(kept, { in: 3, out: 8 }), []);
});

test('a plan says where the file starts and ends, and what is encoded', () => {
  const words = (cut) => planWords({ first: 100, last: 200, ...cut });
  assert.deepEqual(words({ shown: { first: 98, last: 200 }, copied: 103 }), [
    'Starts at frame 98, earlier than your mark by 2.', 'Ends with frame 200, exactly your mark.',
    'Every frame is copied as it is; none is encoded anew.',
  ]);
  assert.deepEqual(words({ shown: { first: 100, last: 204 }, copied: 93, encoded: 12 }), [
    'Starts at frame 100, exactly your mark.', 'Ends with frame 204, later than your mark by 4.',
    'Encoded anew: 12. Copied as they are: 93.',
  ]);
  const dropped = [{ what: 'stream', stream: 2, kind: 'subtitle', codec: 'subrip' },
    { what: 'chapters' }];
  assert.equal(words({ dropped })[3],
    'Left out, as such a file has no place for it: stream 2 (subtitle, subrip), chapters.');
  assert.match(words({ shown: { first: 103, last: 199 } })[0], /later than your mark by 3/);
  assert.match(words({ shown: { first: 103, last: 199 } })[1], /earlier than your mark by 1/);
});

test('a file is called after the media and what is cut out of it', () => {
  const cases = [
    ['film.mp4', undefined, 'film 3-9.mp4'], ['film.mp4', 'Goal', 'film Goal.mp4'],
    ['a.b.mkv', '../etc/x', 'a.b .. etc x.mkv'], ['film', ' ', 'film 3-9'],
  ];
  for (const [media, segment, name] of cases) {
    assert.equal(exportName(media, segment, { first: 3, last: 9 }), name);
  }
});
