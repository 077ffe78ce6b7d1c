import { clamp } from '../geometry.js';
import { make } from './support.js';

export const wordStyle = `
  .word { z-index: 1; padding: 6px 12px !important; border-radius: 14px !important; }
  .word:empty { display: none; }
`;

/** A word below the bar, where neither bubble nor finger is: under one of its lines. */
export class BarWord {
  #root;
  #word = make('span', 'word');

  constructor(bar, hints) {
    this.#root = bar.shadowRoot;
    // The slider itself says where it leads.
    Object.assign(this.#word, { part: 'label', ariaHidden: 'true' });
    hints.append(this.#word);
  }

  say(words, line, box) {
    const word = this.#word;
    if (word.textContent !== words) word.textContent = words;
    if (!words) return;
    const { left } = this.#root.querySelector(line).getBoundingClientRect();
    const x = clamp(left + 1 - word.offsetWidth / 2, box.left, box.right - word.offsetWidth);
    word.style.cssText = `left:${Math.round(x)}px;top:${box.bottom}px`;
  }
}
