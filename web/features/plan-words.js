/** What a cut will be, in sentences, before it is begun. */

import { text } from '../texts.js';

export function planWords({ first, last, shown = { first, last }, copied = 0, encoded = 0 }) {
  return [
    edge('starts', shown.first, first), edge('ends', shown.last, last),
    text(encoded > 0 ? 'planEncoded' : 'planCopied', { copied, encoded }),
  ];
}

/** Where an end lies, and how far that is from the mark. */
function edge(name, frame, mark) {
  const way = frame === mark ? 'Exactly' : frame < mark ? 'Before' : 'After';
  return text(`${name}${way}`, { frame, by: Math.abs(frame - mark) });
}

/** A name to begin with: the media's, with what is cut out of it. Pure. */
export function exportName(media, segment, { first, last }) {
  const [, stem, ending = ''] = /^(.*?)(\.\w{1,4})?$/.exec(media);
  const part = segment?.replace(/[\\/:*?"<>|]+/g, ' ').trim() || `${first}-${last}`;
  return `${stem} ${part}${ending}`;
}
