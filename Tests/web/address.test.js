import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress, writeAddress } from '../../web/page/address.js';

test('an address names a media, a frame and a room, and comes back the same', () => {
  for (const place of [
    { media: 'a-b_1', frame: 0, room: null }, { media: 'x y&z', frame: 12345, room: 'a_b-1' },
  ]) {
    assert.deepEqual(readAddress(writeAddress(place)), place);
  }
  assert.equal(writeAddress({ media: 'abc', frame: 7 }), '#media=abc&frame=7');
});

test('an address with nonsense names no frame', () => {
  for (const frame of ['', '-1', '1e9', '1.5', 'x']) {
    assert.equal(readAddress(`#media=a&frame=${frame}`).frame, null);
  }
});
