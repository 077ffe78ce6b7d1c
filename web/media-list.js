import { writeAddress } from './address.js';
import { make, reflect } from './elements/support.js';
import { fileSize } from './format.js';

let shown;

/** Lists the media as links, and marks the one that is open. */
export function renderMedia(list, media, current) {
  if (media !== shown) list.replaceChildren(...media.map(row));
  shown = media;
  for (const link of list.querySelectorAll('a')) {
    reflect(link, { 'aria-current': link.dataset.id === current && 'true' });
  }
}

function row({ id, name, bytes }) {
  const link = Object.assign(make('a', ''), { href: writeAddress({ media: id }), title: name });
  link.dataset.id = id;
  const kind = /\.(\w{1,4})$/.exec(name)?.[1].toUpperCase() ?? '–';
  const cells = Object.entries({ kind, name, size: fileSize(bytes) });
  link.append(...cells.map(([part, text]) => make('span', part, text)));
  const item = make('li', '');
  item.append(link);
  return item;
}
