import { make, reflect } from '../elements/support.js';
import { writeAddress } from './address.js';
import { adoptStyle } from './dialog.js';
import { fileSize } from './file-size.js';
import { set } from './settings.js';

adoptStyle(`
  nav {
    display: flex; flex-direction: column; width: clamp(17rem, 21vw, 25rem); min-width: 0;
    padding: var(--gap) 12px 0; border-inline-start: 1px solid var(--line);
    background: var(--panel);
  }
  .brand {
    display: flex; align-items: center; gap: 0.7rem; padding: 0 0.7rem 1rem;
    font-weight: 700; font-size: 1.1rem;
  }
  .brand svg {
    width: 2.2rem; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round;
  }
  .brand .accent { stroke: var(--accent); }
  #search { margin: 0 0.4rem 0.8rem; }
  ul {
    display: grid; flex: 1; align-content: start; gap: 2px; min-height: 0; margin: 0;
    padding: 4px 4px var(--gap); overflow-y: auto; list-style: none;
  }
  a {
    display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 0.8rem;
    min-height: 44px; padding: 0.45rem 0.6rem; border-radius: 10px;
    color: inherit; text-decoration: none;
  }
  a:focus-visible { outline-offset: -2px; }
  :is(a:hover, [aria-current]) { background: var(--selected); }
  .kind {
    display: grid; grid-row: span 2; place-items: center; position: relative; width: 5.4rem;
    aspect-ratio: 16 / 9; overflow: hidden; border-radius: 6px; background: var(--track);
    color: var(--ink); font-size: 0.66rem; font-weight: 700;
  }
  .kind img { position: absolute; width: 100%; height: 100%; object-fit: cover; }
  [aria-current] .kind { outline: 2px solid var(--accent); outline-offset: 1px; }
  .name { overflow: hidden; align-self: end; text-overflow: ellipsis; white-space: nowrap; }
  [aria-current] .name { font-weight: 600; }
  .size { align-self: start; justify-self: start; color: var(--ink-2); font-size: 0.8rem; }
  @media (max-width: 47.5em) {
    nav { width: auto; padding: 16px 8px max(16px, env(safe-area-inset-bottom)); border: 0; }
  }
`);

let watching = false;
/** Whether the search has its listeners. */
let searchable = false;

/** The list of media beside the picture, while it is switched on. */
export default function mediaList(app) {
  if (watching) return;
  watching = true;
  const { page } = app;
  page.media.addEventListener('focusin', () => search(app, true), { once: true });
  let listed;
  const show = ({ list, chosen, settings }) => {
    const open = settings.list === 'on';
    page.media.hidden = !open || list.length === 0;
    page['open-list'].ariaExpanded = String(open);
    if (list !== listed) page.list.replaceChildren(...list.map(row));
    listed = list;
    for (const link of page.list.querySelectorAll('a')) {
      reflect(link, { 'aria-current': link.dataset.id === chosen && 'true' });
    }
  };
  app.watchers.add(show);
  show(app.state);
}

function row({ id, name, bytes }) {
  const link = Object.assign(make('a', ''), { href: writeAddress({ media: id }), title: name });
  link.dataset.id = id;
  const kind = make('span', 'kind', /\.(\w{1,4})$/.exec(name)?.[1].toUpperCase() ?? '–');
  kind.append(poster(id));
  link.append(kind, make('span', 'name', name), make('bdi', 'size', fileSize(bytes)));
  const item = make('li', '');
  item.append(link);
  return item;
}

function poster(id) {
  const image = Object.assign(make('img', ''), { alt: '', loading: 'lazy', fetchPriority: 'low' });
  // Audio has no picture: the kind behind it shows.
  image.addEventListener('error', () => image.remove());
  image.src = `/api/v1/media/${encodeURIComponent(id)}/frames/0.jpg?width=160`;
  return image;
}

/** Focuses the search field; `quietly` only adds the list's listeners. */
export async function search(app, quietly = false) {
  const { page } = app;
  if (!searchable) listenForSearch(page);
  searchable = true;
  if (quietly) return;
  await set(app, 'list', 'on');
  page.search.focus();
  page.search.select();
}

function listenForSearch(page) {
  page.search.addEventListener('input', () => filter(page));
  page.media.addEventListener('keydown', (event) => walk(page, event));
}

function filter({ search, list }) {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const item of list.children) {
    const name = item.textContent.toLowerCase();
    item.hidden = !words.every((word) => name.includes(word));
  }
}

/** The arrow keys move through the list, and Enter in the field opens the first found. */
function walk({ search, list }, event) {
  const links = [...list.querySelectorAll('li:not([hidden]) a')];
  const at = links.indexOf(document.activeElement);
  const targets = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const inField = at < 0;
  if (event.key === 'Escape' && !inField) return search.focus();
  if (event.key === 'Enter' && inField) return links[0]?.click();
  if (!(event.key in targets) || (inField && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  (links[targets[event.key]] ?? (targets[event.key] < 0 ? search : links[at])).focus();
}
