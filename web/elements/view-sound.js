import { make } from './support.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host([kind='audio']) video, :host([kind='audio']:not([cover])) canvas,
  :host(:not([kind='audio'])) .sound, :host([cover]) .sound { display: none; }
  .sound {
    display: grid; place-content: center; justify-items: center; gap: 1rem;
    visibility: visible !important; color: var(--ink-2, inherit); text-align: center;
    overflow-wrap: anywhere;
  }
`);

/** What is shown for audio without a cover: the view's own content, and the media's name. */
export class Part {
  #view;
  #name = make('span', '');

  constructor(view, find) {
    this.#view = view;
    const place = make('div', 'sound');
    place.part = 'sound';
    place.append(make('slot', ''), this.#name);
    view.shadowRoot.adoptedStyleSheets.push(sheet);
    find('.frame').append(place);
    this.load();
  }

  load() {
    this.#name.textContent = this.#view.media?.name ?? '';
  }
}
