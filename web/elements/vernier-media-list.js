import { writeAddress } from '../address.js';
import { fileSize } from '../format.js';
import { css, emit, html, make, reflect, shadow } from './support.js';

const template = html`<ul role="list"></ul>`;

const sheet = css`
  :host { display: block; }
  ul { display: grid; gap: 2px; margin: 0; padding: 0; list-style: none; }
  a {
    display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 0.8rem;
    min-height: 44px; padding: 0.5rem 0.7rem; border-radius: 10px;
    color: inherit; text-decoration: none;
  }
  .kind {
    grid-row: span 2; width: 3.1rem; padding: 0.6rem 0; border-radius: 7px;
    background: var(--vernier-track, #8883); color: var(--vernier-ink-2, inherit);
    font-size: 0.66rem; font-weight: 700; line-height: 1; text-align: center;
  }
  .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 500; }
  .size { color: var(--vernier-ink-2, inherit); font-size: 0.8rem; }
  :is(a:hover, [aria-current]) { background: var(--vernier-selected, #8883); }
  [aria-current] .kind {
    background: var(--vernier-accent, #888); color: var(--vernier-on-accent, inherit);
  }
  a:focus-visible { outline: 2px solid var(--vernier-focus, Highlight); outline-offset: -2px; }
`;

/**
 * The media that can be opened, as links.
 *
 * @element vernier-media-list
 * @attr {string} current - The id of the media that is open.
 * @fires mediarequest - A media was chosen; `detail.media` is its id.
 */
export class VernierMediaList extends HTMLElement {
  static observedAttributes = ['current'];

  #list = shadow(this, template, sheet)('ul');
  #media = [];

  constructor() {
    super();
    this.#list.addEventListener('click', (event) => this.#choose(event));
  }

  attributeChangedCallback() {
    this.#mark();
  }

  /** @param {{id: string, name: string, bytes: number}[]} media */
  set media(media) {
    if (media === this.#media) return;
    this.#media = media;
    this.#list.replaceChildren(...media.map(row));
    this.#mark();
  }

  #choose(event) {
    const link = event.target.closest('a');
    // With a modifier the person wants the link in a place of its own.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    emit(this, 'mediarequest', { media: link.dataset.id });
  }

  #mark() {
    for (const link of this.#list.querySelectorAll('a')) {
      reflect(link, { 'aria-current': link.dataset.id === this.getAttribute('current') && 'true' });
    }
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

customElements.define('vernier-media-list', VernierMediaList);
