/** Reads the samples that the socket sends; see the protocol's "sound". Pure. */

const header = 32;
/** The format of sound, and the greatest sample. */
const [format, full] = [16, 32768];

/**
 * Reads a sound: the `seq` that it answers, its `frame`, its `rate`, and for each channel its samples
 * in -1...1; null for a message of another kind or version.
 */
export function decodeSound(buffer) {
  if (buffer.byteLength <= header) return null;
  const view = new DataView(buffer);
  const isSound = view.getUint16(0) === 0x564e && view.getUint8(2) === 1 && view.getUint8(3) === format;
  const channels = view.getUint16(6);
  if (!isSound || channels === 0) return null;
  const count = Math.floor((buffer.byteLength - header) / (2 * channels));
  return {
    seq: view.getUint32(12), frame: view.getUint32(16), pts: view.getBigInt64(20),
    rate: view.getUint16(8) * 100,
    samples: Array.from({ length: channels }, (_, channel) => (
      Float32Array.from({ length: count }, (__, i) => (
        view.getInt16(header + 2 * (i * channels + channel), true) / full
      ))
    )),
  };
}
