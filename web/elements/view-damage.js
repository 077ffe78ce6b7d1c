import { learn, text } from '../texts.js';
import { make } from './support.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .damage {
    visibility: visible !important; inset: auto auto 10px 50% !important; translate: -50%;
    width: max-content !important; height: auto !important; border-radius: 20px;
    background: #000b; color: #fff; font-size: 0.8rem; pointer-events: none;
  }
  /* A live region must be there before its text: empty, it is only invisible. */
  .damage:not(:empty) { padding: 3px 12px; }
  .damage:not(:empty)::before { content: '◪'; margin-inline-end: 0.5em; color: #ffb347; }
  :host([player]) .damage { display: none; }
`);

/** A badge, also for screen readers, on a picture with damage that the decoder has concealed. */
export class Part {
  #view;
  #badge = Object.assign(make('div', 'damage'), { role: 'status', part: 'damage' });

  constructor(view, find) {
    this.#view = view;
    view.shadowRoot.adoptedStyleSheets.push(sheet);
    find('.frame').append(this.#badge);
    view.addEventListener('picturepainted', () => this.#say());
    learn().then(() => this.#say(), () => {});
  }

  load() {
    this.#badge.textContent = '';
  }

  #say() {
    const words = this.#view.hasAttribute('damaged') ? text('concealed') : '';
    // A screen reader would read an unchanged text again.
    if (this.#badge.textContent !== words) this.#badge.textContent = words;
  }
}
