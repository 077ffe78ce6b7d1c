import { learn, text } from '../texts.js';
import { make } from './support.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .damage {
    visibility: visible !important; inset: auto auto 10px 50% !important; translate: -50%;
    width: max-content !important; height: auto !important; border-radius: 20px;
    background: #000b; color: #fff; font-size: 0.8rem; pointer-events: none;
  }
  /* Empty it stays where those who hear it know it. */
  .damage:not(:empty) { padding: 3px 12px; }
  .damage:not(:empty)::before { content: '◪'; margin-inline-end: 0.5em; color: #ffb347; }
  :host([player]) .damage { display: none; }
`);

/** Says that what a view shows is not all as it was: in sight, and to those who hear. */
export class Part {
  #view;
  #badge = Object.assign(make('div', 'damage'), { role: 'status', part: 'damage' });

  constructor(view, find) {
    this.#view = view;
    view.shadowRoot.adoptedStyleSheets.push(sheet);
    find('.frame').append(this.#badge);
    view.addEventListener('picturepainted', () => this.#say());
    learn().then(() => this.#say());
  }

  load() {
    this.#badge.textContent = '';
  }

  #say() {
    const words = this.#view.hasAttribute('damaged') ? text('concealed') : '';
    // Unchanged, it is not said again.
    if (this.#badge.textContent !== words) this.#badge.textContent = words;
  }
}
