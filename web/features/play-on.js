import { isExact } from '../state.js';

/** Who asks for single frames wants to stay there. */
const stays = (to) => to !== undefined && ('frames' in to || 'keyframe' in to);

/** Plays on what a hand has interrupted, from where it has led. */
export class PlayOn {
  #app;
  #play;
  /** How fast it played, and the number of the message by which the hand let go. */
  #rate = null;
  #ended = null;
  #sent = 0;

  constructor(app, play) {
    [this.#app, this.#play] = [app, play];
    // Before the page hears of it, and after.
    for (const type of ['scrubbegin', 'scrubseek']) {
      addEventListener(type, ({ detail }) => this.#begin(detail), true);
    }
    for (const type of ['scrubend', 'scrubcancel', 'scrubseek']) {
      addEventListener(type, () => this.#end());
    }
    app.connection.addEventListener('sent', ({ detail }) => this.#hear(detail));
    app.watchers.add((state) => this.#look(state));
  }

  #begin({ control, to }) {
    if (control === 'confirm') return;
    const { playback, shuttle } = this.#app.state;
    if (this.#ended === null) this.#rate = playback && shuttle;
    if (stays(to)) this.#rate = null;
    this.#ended = null;
  }

  #end() {
    if (this.#rate !== null) this.#ended = this.#sent;
  }

  /** A key or a button that leads elsewhere meanwhile is to be obeyed. */
  #hear({ type, seq }) {
    if (type === 'seek' && this.#ended !== null) this.#forget();
    this.#sent = seq ?? this.#sent;
  }

  #look(state) {
    const { scrub, link, playback } = state;
    if (!scrub || link !== 'open') return this.#forget();
    if (this.#ended === null || playback || scrub.seq < this.#ended || !isExact(state)) return;
    const rate = this.#rate;
    this.#forget();
    this.#play(scrub.target.time, rate);
  }

  #forget() {
    this.#rate = this.#ended = null;
  }
}
