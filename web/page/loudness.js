import { decibels } from '../client/loudness.js';
import { make } from '../elements/support.js';
import { trimmed } from '../format.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  .loudness { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`);

/** Milliseconds at rest before the loudness at the playhead is asked for. */
const calm = 250;

let table = null;

/** Says in a table for screen readers how loud it is where the playhead rests. */
export function describe(app, wave) {
  table ??= new Table(app);
  table.of(wave);
}

class Table {
  #app;
  #wave = null;
  #place = make('div', 'loudness');
  #shown = null;
  #timer;

  constructor(app) {
    this.#app = app;
    app.page.view.after(this.#place);
    app.watchers.add((state) => this.#look(state));
  }

  of(wave) {
    this.#wave = wave;
    wave.addEventListener('waveformchange', () => {
      this.#shown = null;
      this.#look(this.#app.state);
    });
  }

  #look({ media, scrub }) {
    const frame = media && this.#wave?.isConnected ? scrub.target.frame : null;
    const key = `${media?.id} ${media?.version} ${frame}`;
    if (key === this.#shown) return;
    this.#shown = key;
    clearTimeout(this.#timer);
    this.#place.hidden = frame === null;
    if (frame !== null) this.#timer = setTimeout(() => this.#ask(scrub.target, key), calm);
  }

  async #ask(target, key) {
    const found = await this.#wave.parts.loudness(target).catch(() => null);
    if (found !== null && key === this.#shown) this.#show(target.frame, found);
  }

  #show(frame, loudness) {
    const element = make('table', '');
    const row = element.insertRow();
    row.append(make('th', '', text('loudness')), make('td', '', inWords(loudness)));
    const name = text('frameName', { frame });
    element.prepend(make('caption', '', `${text('waveform')}, ${name}`));
    this.#place.replaceChildren(element);
  }
}

/** A loudness, of 32768, in words. */
export function inWords(loudness) {
  if (loudness === 0) return text('silence');
  return text('decibelsOf', { value: trimmed(decibels(loudness), 1).replace('-', '−') });
}
