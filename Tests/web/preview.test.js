import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePreview } from '../../web/vernier-client.js';

/** A message laid out after the protocol's table. */
const message = [
  0x56, 0x4e, 1, 1, 0, 0b011, 0x07, 0x80, 0x04, 0x38, 0, 0,
  0, 0, 1, 2, 0, 0, 0x02, 0x58, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0, 0, 0, 9,
  0xff, 0xd8, 0xff,
];
const buffer = (bytes) => new Uint8Array(bytes).buffer;

test('every field of the header is read', async () => {
  const { picture, ...fields } = decodePreview(buffer(message));
  assert.deepEqual(fields, {
    exact: true, key: true, damaged: false, width: 1920, height: 1080,
    seq: 258, frame: 600, pts: -2n, decoded: 9,
  });
  assert.equal(picture.type, 'image/jpeg');
  assert.deepEqual([...new Uint8Array(await picture.arrayBuffer())], [0xff, 0xd8, 0xff]);
});

test('what is not a preview of a known version and format is refused', () => {
  for (const [offset, value] of [[0, 0], [2, 2], [3, 7]]) {
    const other = [...message];
    other[offset] = value;
    assert.equal(decodePreview(buffer(other)), null);
  }
  assert.equal(decodePreview(buffer(message.slice(0, 32))), null);
});
