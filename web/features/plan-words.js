/** What a cut will be, in sentences, before it is begun. */

import { text } from '../texts.js';

export function planWords({ first, last, shown = { first, last }, copied = 0, encoded = 0 }) {
  return [
    text(edge('starts', first - shown.first), { frame: shown.first, by: Math.abs(first - shown.first) }),
    text(edge('ends', last - shown.last), { frame: shown.last, by: Math.abs(last - shown.last) }),
    text(encoded > 0 ? 'planEncoded' : 'planCopied', { copied, encoded }),
  ];
}

const edge = (name, way) => `${name}${way === 0 ? 'Exactly' : way > 0 ? 'Before' : 'After'}`;

/** A name to begin with: the media's, with what is cut out of it. Pure. */
export function exportName(media, segment, { first, last }) {
  const [, stem, ending = ''] = /^(.*?)(\.\w{1,4})?$/.exec(media);
  const part = segment?.replace(/[\\/:*?"<>|]+/g, ' ').trim() || `${first}-${last}`;
  return `${stem} ${part}${ending}`;
}
