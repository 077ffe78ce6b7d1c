import { make } from './support.js';

const width = 192;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  img {
    display: block; width: ${width}px; min-height: 60px; margin: 0 auto 0.5em;
    border-radius: 6px; background: #8884; transition: opacity 0.1s;
  }
  img[data-nearby] { opacity: 0.45; }
  img[hidden] { display: none; }
`);

const pictures = new WeakMap();

/** Shows the frame `number` of `source` in a bubble, or none. */
export function show(bubble) {
  if (!pictures.has(bubble)) pictures.set(bubble, new BubblePicture(bubble.shadowRoot));
  const [source, number] = ['source', 'number'].map((name) => bubble.getAttribute(name));
  pictures.get(bubble).show(source && number ? `${source}/frames/${number}.jpg` : null);
}

/** Loads one picture at a time, next the newest wanted; until then the old one is faint. */
class BubblePicture {
  #image = make('img', '');
  #wanted = null;
  #isLoading = false;

  constructor(root) {
    root.adoptedStyleSheets.push(sheet);
    this.#image.part = 'picture';
    this.#image.alt = '';
    root.querySelector('.box').prepend(this.#image);
  }

  show(address) {
    this.#wanted = address;
    this.#image.hidden = address === null;
    this.#mark();
    if (!this.#isLoading) this.#load();
  }

  async #load() {
    while (this.#wanted !== null && this.#image.dataset.shown !== this.#wanted) {
      this.#isLoading = true;
      const address = this.#wanted;
      const picture = new Image();
      picture.src = `${address}?width=${width * Math.ceil(devicePixelRatio)}`;
      await picture.decode().catch(() => {});
      this.#image.src = picture.src;
      this.#image.dataset.shown = address;
      this.#mark();
    }
    this.#isLoading = false;
  }

  #mark() {
    this.#image.toggleAttribute('data-nearby', this.#image.dataset.shown !== this.#wanted);
  }
}
