const headerLength = 32;
const types = { 1: 'image/jpeg', 2: 'image/webp' };

/** Reads a picture of the server; null when it is of no version known here. */
export function decodePreview(buffer) {
  if (buffer.byteLength <= headerLength) return null;
  const view = new DataView(buffer);
  const type = types[view.getUint8(3)];
  if (view.getUint16(0) !== 0x564e || view.getUint8(2) !== 1 || !type) return null;
  const flags = view.getUint16(4);
  return {
    exact: (flags & 1) !== 0,
    key: (flags & 2) !== 0,
    damaged: (flags & 4) !== 0,
    width: view.getUint16(6),
    height: view.getUint16(8),
    seq: view.getUint32(12),
    frame: view.getUint32(16),
    pts: view.getBigInt64(20),
    decoded: view.getUint32(28),
    picture: new Blob([new Uint8Array(buffer, headerLength)], { type }),
  };
}
