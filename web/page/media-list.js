import { make, reflect } from '../elements/support.js';
import { writeAddress } from './address.js';
import { adoptStyle } from './late-style.js';
import { fileSize } from './file-size.js';
import { ListWindow } from './list-window.js';
import { sounds } from './media-order.js';
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
    padding: 2px 4px var(--gap); overflow-y: auto; list-style: none; overflow-anchor: none;
  }
  /* The rows that are not there. */
  ul::before { content: ''; height: var(--before, 0); }
  ul::after { content: ''; height: var(--after, 0); }
  a {
    display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 0.8rem;
    min-height: 44px; padding: 0.45rem 0.6rem; border-radius: 10px;
    color: inherit; text-decoration: none;
  }
  a:focus-visible { outline-offset: -2px; }
  :is(a:hover, [aria-current]) { background: var(--selected); }
  .kind {
    display: grid; grid-row: span 2; place-items: center; position: relative; width: 5rem;
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

/** The list of media beside the picture, while it is switched on. */
export default function mediaList(app) {
  if (watching) return;
  watching = true;
  const { page } = app;
  const list = new MediaList(page);
  const show = ({ list: media, chosen, settings }) => {
    const isOpen = settings.list === 'on';
    page.media.hidden = !isOpen || media.length === 0;
    page['open-list'].ariaExpanded = String(isOpen);
    if (!page.media.hidden) list.show(media, chosen);
  };
  app.watchers.add(show);
  show(app.state);
}

/** Shows the list, and focuses its search field. */
export async function search(app) {
  await set(app, 'list', 'on');
  app.draw();
  app.page.search.focus();
  app.page.search.select();
}

class MediaList {
  #page;
  #media = null;
  #chosen = null;
  #rows = new Map();
  #window;

  constructor(page) {
    this.#page = page;
    this.#window = new ListWindow(page.list, (media) => this.#row(media));
    page.search.addEventListener('input', () => this.#find());
    page.media.addEventListener('keydown', (event) => this.#walk(event));
  }

  show(media, chosen) {
    this.#chosen = chosen;
    if (media !== this.#media) {
      this.#media = media;
      this.#rows.clear();
      this.#find();
    }
    for (const link of this.#page.list.querySelectorAll('a')) this.#mark(link);
  }

  /** Shows the media whose names have all words of the search. */
  #find() {
    const words = this.#page.search.value.toLowerCase().split(/\s+/);
    this.#window.show(this.#media.filter(({ name }) => {
      const small = name.toLowerCase();
      return words.every((word) => small.includes(word));
    }));
  }

  #row(media) {
    const row = this.#rows.get(media.id) ?? makeRow(media);
    this.#rows.set(media.id, row);
    this.#mark(row.firstChild);
    return row;
  }

  #mark(link) {
    reflect(link, { 'aria-current': link.dataset.id === this.#chosen && 'true' });
  }

  /** The arrow keys move through the list, and Enter in the field opens the first found. */
  #walk(event) {
    const { search } = this.#page;
    const last = this.#window.items.length - 1;
    const at = this.#window.indexOf(document.activeElement);
    const targets = { ArrowDown: Math.min(at + 1, last), ArrowUp: at - 1, Home: 0, End: last };
    const inField = at < 0;
    if (event.key === 'Escape' && !inField) return search.focus();
    if (last < 0) return undefined;
    if (event.key === 'Enter' && inField) return this.#window.reveal(0).firstChild.click();
    if (!(event.key in targets) || (inField && event.key !== 'ArrowDown')) return undefined;
    event.preventDefault();
    const target = targets[event.key];
    return target < 0 ? search.focus() : this.#window.reveal(target).firstChild.focus();
  }
}

function makeRow({ id, name, bytes }) {
  const link = Object.assign(make('a', ''), { href: writeAddress({ media: id }), title: name });
  link.dataset.id = id;
  const kind = make('span', 'kind', /\.(\w{1,4})$/.exec(name)?.[1].toUpperCase() ?? '–');
  kind.append(poster(id, name));
  link.append(kind, make('span', 'name', name), make('bdi', 'size', fileSize(bytes)));
  const item = make('li', '');
  item.append(link);
  return item;
}

function poster(id, name) {
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  const image = Object.assign(make('img', ''), { alt: '', loading: 'lazy', fetchPriority: 'low' });
  // Where there is no picture, the kind behind it shows.
  image.addEventListener('error', () => image.remove());
  const show = () => { image.src = `${source}/frames/0.jpg?width=160`; };
  if (sounds.test(name)) hasPicture(source).then((has) => (has ? show() : image.remove()));
  else show();
  return image;
}

/** Whether a sound has a cover, or is none. */
async function hasPicture(source) {
  try {
    const { kind, cover } = await (await fetch(source, { priority: 'low' })).json();
    return kind === 'video' || cover === true;
  } catch {
    return false;
  }
}
