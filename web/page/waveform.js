/** Shows the sound of the media that is open: large where there is no picture, else along the bar. */

import { reflect } from '../elements/support.js';
import { load } from './load.js';

/** How each place makes its waveform. */
const places = {
  stage: async (app) => (await load('page/large-waveform')).default(app),
  bar: async ({ page }) => (await load('elements/bar-waveform')).along(page.bar),
};

export default function waveform(app) {
  const shown = new Shown(app);
  const look = () => shown.look(app.state);
  app.watchers.add(look);
  // Before the next frame is drawn: the part in view changes without the page's state.
  new MutationObserver(look).observe(app.page.bar, { attributeFilter: ['range', 'segments', 'listed', 'dragging'] });
  look();
}

class Shown {
  #app;
  #place = null;
  #wave = null;
  /** The media for which it could not be loaded, since the server was away. */
  #lost = null;
  /** Counts the changes of place: a waveform that comes after the next one is not shown. */
  #turn = 0;

  constructor(app) {
    this.#app = app;
  }

  look(state) {
    const place = placeFor(state);
    if (place !== this.#place || (this.#lost && this.#lost !== state.media?.id)) this.#go(place);
    if (this.#wave) this.#follow(state);
  }

  async #go(place) {
    this.#wave?.remove();
    this.#turn += 1;
    const turn = this.#turn;
    [this.#place, this.#wave, this.#lost] = [place, null, null];
    if (!place) return;
    try {
      const [wave, { describe }] = await Promise.all([
        places[place](this.#app), load('page/loudness'),
      ]);
      if (turn !== this.#turn) return wave.remove();
      this.#wave = wave;
      describe(this.#app, wave);
      this.#follow(this.#app.state);
    } catch {
      // Tried again with what is opened next.
      if (turn === this.#turn) this.#lost = this.#app.state.media?.id;
    }
  }

  #follow({ media, settings: { waveform: scale, theme } }) {
    const { bar } = this.#app.page;
    const own = Object.fromEntries(
      ['source', 'range', 'position', 'segments'].map((name) => [name, bar.getAttribute(name)]),
    );
    const stops = [...bar.marks.stops, ...(bar.getAttribute('listed')?.split(' ') ?? [])];
    // On the bar there are a playhead and marks already.
    const marked = this.#place === 'bar'
      ? { segments: null, position: null } : { playhead: true, stops: stops.join(' ') };
    reflect(this.#wave, {
      ...own, ...marked, version: media.version, scale, theme, dragging: bar.dragging,
    });
  }
}

/** Where the waveform of a state is; null where there is none. Pure. */
export function placeFor({ media, settings }) {
  const isKnown = media?.index?.state === 'complete'
    && media.streams.some(({ kind }) => kind === 'audio');
  if (!isKnown || settings.waveform === 'off' || globalThis.navigator?.connection?.saveData) return null;
  return media.kind === 'audio' && !media.cover ? 'stage' : 'bar';
}
