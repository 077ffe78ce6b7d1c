import { reflect } from '../elements/support.js';
import { clock } from '../format.js';
import { text } from '../texts.js';

let watching = false;

/** With `press` set to `jump`: a tap on the bar seeks, and a mouse over it shows a preview. */
export default function hover(app) {
  if (watching) return;
  watching = true;
  const { bar } = app.page;
  const preview = new HoverPreview(app);
  const jumps = () => app.state.settings.press === 'jump';
  const show = () => {
    reflect(bar, { tap: jumps() && 'seek' });
    if (bar.dragging || !jumps()) preview.end();
    preview.show();
  };
  app.watchers.add(show);
  bar.addEventListener('pointermove', ({ clientX, pointerType, buttons }) => {
    if (jumps() && app.state.media && pointerType !== 'touch' && !buttons) preview.at(clientX);
  });
  bar.addEventListener('pointerleave', () => preview.end());
  show();
}

/** The bubble for the frame under the mouse: one request at a time, next the newest. */
class HoverPreview {
  #app;
  #wanted = null;
  #asked = null;
  #found = null;

  constructor(app) {
    this.#app = app;
  }

  at(clientX) {
    const { bar } = this.#app.page;
    const { left, width } = bar.getBoundingClientRect();
    const [from, to] = bar.range;
    this.#wanted = Math.min(Math.max(from + ((clientX - left) / width) * (to - from), 0), 1);
    if (this.#asked === null) this.#ask();
  }

  end() {
    const { bar, bubble } = this.#app.page;
    if (this.#found) reflect(bubble, { open: bar.dragging, number: null });
    [this.#wanted, this.#found] = [null, null];
  }

  /** Shows it again after the page has changed the bubble, as a drag or a key does. */
  show() {
    if (this.#found) reflect(this.#app.page.bubble, { ...this.#found, open: true });
  }

  async #ask() {
    const source = this.#app.page.bar.getAttribute('source');
    while (this.#wanted !== null && this.#wanted !== this.#asked) {
      this.#asked = this.#wanted;
      const answer = await fetch(`${source}/target?position=${this.#asked}`).catch(() => null);
      if (answer?.ok && this.#wanted !== null) this.#show(source, await answer.json());
    }
    this.#asked = null;
  }

  #show(source, { frame, time, timecode }) {
    this.#found = {
      position: this.#asked, source, number: frame, timecode,
      time: clock(time, this.#app.state.media.duration), frame: text('frameName', { frame }),
    };
    this.show();
  }
}
