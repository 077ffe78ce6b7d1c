import { writeAddress } from '../address.js';
import { fileSize } from '../format.js';
import { css, emit, html, shadow } from './support.js';

const template = html`<ul role="list"></ul>`;

const sheet = css`
  :host { display: block; }
  :host([hidden]) { display: none; }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 2px; }
  a {
    display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 0 0.8rem;
    min-height: 44px; padding: 0.5rem 0.7rem; border-radius: 10px;
    color: inherit; text-decoration: none;
  }
  .kind {
    grid-row: span 2; width: 3.1rem; padding: 0.6rem 0; border-radius: 7px; line-height: 1;
    background: var(--vernier-track, #8883); color: var(--vernier-ink-2, inherit);
    font-size: 0.66rem; font-weight: 700; letter-spacing: 0.04em; text-align: center;
  }
  .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 500; }
  .size { color: var(--vernier-ink-2, inherit); font-size: 0.8rem; font-variant-numeric: tabular-nums; }
  a:hover { background: var(--vernier-hover, #8882); }
  a[aria-current] { background: var(--vernier-selected, #8883); }
  a[aria-current] .kind { background: var(--vernier-accent, #888); color: var(--vernier-on-accent, inherit); }
  a:focus-visible { outline: 2px solid var(--vernier-focus, Highlight); outline-offset: -2px; }
  @media (forced-colors: active) { a[aria-current] { border: 1px solid Highlight; } }
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

  #list = shadow(this, template, sheet).querySelector('ul');
  #media = [];

  connectedCallback() {
    this.#list.addEventListener('click', this);
  }

  disconnectedCallback() {
    this.#list.removeEventListener('click', this);
  }

  attributeChangedCallback() {
    this.#mark();
  }

  get media() {
    return this.#media;
  }

  /** @param {{id: string, name: string, bytes: number}[]} media */
  set media(media) {
    if (media === this.#media) return;
    this.#media = media;
    this.#list.replaceChildren(...media.map(row));
    this.#mark();
  }

  handleEvent(event) {
    const link = event.target.closest('a');
    // With a modifier the person wants the link in a place of its own.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    emit(this, 'mediarequest', { media: link.dataset.id });
  }

  #mark() {
    for (const link of this.#list.querySelectorAll('a')) {
      if (link.dataset.id === this.getAttribute('current')) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }
}

function row({ id, name, bytes }) {
  const link = document.createElement('a');
  link.href = writeAddress({ media: id });
  link.dataset.id = id;
  link.title = name;
  const extension = /\.(\w{1,4})$/.exec(name)?.[1].toUpperCase() ?? '–';
  link.append(span('kind', extension), span('name', name), span('size', fileSize(bytes)));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function span(className, text) {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

customElements.define('vernier-media-list', VernierMediaList);
