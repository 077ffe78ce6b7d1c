/** Rows above and below what is in view that are there, too. */
const spare = 8;

/**
 * The rows of a long list that are in view: all others are only space, so that a list of thousands
 * shows at once. All rows are equally high; the list scrolls by itself or with the page.
 */
export class ListWindow {
  #list;
  #row;
  #items = [];
  /** The first row that is there, and the row after the last. */
  #range = [0, 0];
  #height = 0;

  /** `row(item)` makes a row's element, or gives one that it made before. */
  constructor(list, row) {
    [this.#list, this.#row] = [list, row];
    // Scrolling does not bubble.
    addEventListener('scroll', () => this.#place(), { capture: true, passive: true });
    new ResizeObserver(() => this.#place()).observe(list);
  }

  get items() {
    return this.#items;
  }

  show(items) {
    this.#items = items;
    this.#range = [0, 0];
    this.#list.replaceChildren();
    this.#place();
  }

  /** Scrolls to a row, and gives its element. */
  reveal(at) {
    if (at < this.#range[0] || at >= this.#range[1]) this.#fill([at, at + 1]);
    const row = this.#list.children[at - this.#range[0]];
    row.scrollIntoView({ block: 'nearest' });
    this.#place();
    return row;
  }

  /** The number of an element's row, or -1. */
  indexOf(element) {
    const at = [...this.#list.children].findIndex((row) => row.contains(element));
    return at < 0 ? at : at + this.#range[0];
  }

  #place() {
    const count = this.#items.length;
    if (count === 0 || !this.#list.checkVisibility()) return;
    if (this.#height === 0) this.#measure();
    const { top, bottom } = this.#list.getBoundingClientRect();
    const start = top - this.#list.scrollTop;
    const first = Math.floor((Math.max(top, 0) - start) / this.#height) - spare;
    const end = Math.ceil((Math.min(bottom, innerHeight) - start) / this.#height) + spare;
    const range = [Math.max(first, 0), Math.min(Math.max(end, 1), count)];
    if (String(range) !== String(this.#range)) this.#fill(range);
  }

  /** The height of a row with the space after it. */
  #measure() {
    this.#list.replaceChildren(this.#row(this.#items[0]));
    const gap = parseFloat(getComputedStyle(this.#list).rowGap) || 0;
    this.#height = this.#list.firstChild.offsetHeight + gap;
  }

  #fill([from, to]) {
    const { activeElement } = document;
    const count = this.#items.length;
    this.#range = [from, to];
    const rows = this.#items.slice(from, to).map((item, i) => {
      const row = this.#row(item);
      row.ariaPosInSet = String(from + i + 1);
      row.ariaSetSize = String(count);
      return row;
    });
    // Rows that stay keep the focus.
    const stays = new Set(rows);
    for (const row of [...this.#list.children]) if (!stays.has(row)) row.remove();
    for (const [i, row] of rows.entries()) {
      if (this.#list.children[i] !== row) this.#list.insertBefore(row, this.#list.children[i] ?? null);
    }
    if (this.#list.contains(activeElement)) activeElement.focus({ preventScroll: true });
    this.#list.style.setProperty('--before', `${from * this.#height}px`);
    this.#list.style.setProperty('--after', `${(count - to) * this.#height}px`);
  }
}
