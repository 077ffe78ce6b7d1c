import { trimmed } from '../format.js';
import { text } from '../texts.js';

/** A number of bytes as text, as `1.2 MB`. Pure. */
export function fileSize(bytes) {
  const units = [text('bytes'), 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${trimmed(bytes / 1000 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}
