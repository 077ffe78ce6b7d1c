import { set } from '../settings.js';

let ready = false;

/** Takes the keyboard to the list; `quietly` leaves it where it is. */
export default async function search(app, quietly = false) {
  const { page } = app;
  if (!ready) listen(page);
  ready = true;
  if (quietly) return;
  await set(app, 'list', 'on');
  page.search.focus();
  page.search.select();
}

function listen(page) {
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

/** The arrows go through the list, and Enter opens the first from the field. */
function walk({ search, list }, event) {
  const links = [...list.querySelectorAll('li:not([hidden]) a')];
  const at = links.indexOf(document.activeElement);
  const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const inField = at < 0;
  if (event.key === 'Escape' && !inField) return search.focus();
  if (event.key === 'Enter' && inField) return links[0]?.click();
  if (!(event.key in ways) || (inField && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  (links[ways[event.key]] ?? (ways[event.key] < 0 ? search : links[at])).focus();
}
