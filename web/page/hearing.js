/** Hears what is shown while the playhead is moved, if the reader has switched that on. */

import { decodeSound } from '../client/sound-message.js';
import { SoundPlayer } from '../client/sound-player.js';
import { text } from '../texts.js';
import { toast } from './toast.js';

/** What is asked of the server. A context of this rate plays it as it is. */
const format = { rate: 48000, channels: 2 };
/** Seconds after its picture by which a sound of a drag begins, if at all; pictures that are noted. */
const latest = 0.055;
const noted = 20;

let hearing = null;

export default function hear(app) {
  hearing ??= new Hearing(app);
  hearing.look(app.state);
}

class Hearing {
  #app;
  #context = null;
  #player = null;
  /** The newest sound that came before the context began to run, which takes a moment. */
  #early = null;
  #scrub = 'off';
  /** When the last pictures were painted, by their frames. */
  #painted = new Map();
  /** The message that ended the last drag or playback: it and those before it are not heard. */
  #last = 0;
  /** Whether a playback has stopped right now: the seek that follows is not heard. */
  #stops = false;

  constructor(app) {
    this.#app = app;
    const { connection } = app;
    app.watchers.add((state) => this.look(state));
    connection.addEventListener('sent', ({ detail }) => this.#noteSent(detail));
    connection.addEventListener('link', () => this.#leave());
    app.page.view.addEventListener('picturepainted', ({ detail }) => this.#notePainted(detail));
    connection.addEventListener('binary', ({ detail }) => this.#receive(detail));
    // Around what the page does then: it sends a message.
    for (const stops of [true, false]) {
      addEventListener('playbackstopped', () => { this.#stops = stops; }, stops);
    }
    // A touch allows it from its end on.
    for (const type of ['pointerdown', 'pointerup', 'keydown']) addEventListener(type, () => this.#wake(), true);
  }

  /** Follows the setting. */
  look({ settings: { sound = 'off' } }) {
    if (sound === this.#scrub) return;
    const isFirst = this.#scrub === 'off' && !navigator.userActivation?.isActive;
    this.#scrub = sound;
    this.#app.connection.configure({ sound: { scrub: sound, ...format } });
    this.#silence();
    // What is remembered of an earlier visit says nothing.
    if (!isFirst) toast(`${text('sound')}: ${text(`sound-${sound}`)}`);
    this.#wake();
    if (sound === 'off') this.#close();
  }

  #noteSent({ type, seq }) {
    const isLift = ['end', 'cancel'].includes(type);
    if (isLift) this.#silence();
    if (isLift || (type === 'seek' && this.#stops)) this.#last = seq;
  }

  /** Another connection counts its messages anew. */
  #leave() {
    this.#last = 0;
    this.#silence();
  }

  #receive(buffer) {
    const sound = decodeSound(buffer);
    if (!sound) return;
    // The next one is to be on its way by the time that it can be heard.
    this.#app.connection.tell('heard', { seq: sound.seq });
    if (!this.#isWanted(sound)) return;
    if (this.#context.state === 'running') this.#play(sound);
    else this.#early = sound;
  }

  #play(sound) {
    this.#early = null;
    this.#player.play(sound, this.#scrub === 'grain', this.#within(sound));
  }

  /** The seconds from now in which a sound is still to begin: what comes to rest, at any time. */
  #within({ frame }) {
    const painted = this.#painted.get(frame);
    if (!painted || !this.#app.page.bar.dragging) return Infinity;
    return latest - (performance.now() - painted) / 1000;
  }

  #notePainted({ frame, exact }) {
    if (!exact || frame === null) return;
    this.#painted.delete(frame);
    this.#painted.set(frame, performance.now());
    if (this.#painted.size > noted) this.#painted.delete(this.#painted.keys().next().value);
  }

  #silence() {
    this.#early = null;
    this.#player?.silence();
  }

  /** What comes to rest is heard after a key, and after a drag where that is chosen. */
  #isWanted({ seq }) {
    if (this.#scrub === 'off' || this.#app.state.playback || !this.#player) return false;
    return seq > this.#last || (seq === this.#last && this.#app.state.settings.rest === 'on');
  }

  /** Makes the context once the reader has done something: before, browsers let no page be heard. */
  #wake() {
    const { userActivation } = navigator;
    if (this.#scrub === 'off' || userActivation?.hasBeenActive === false) return;
    if (!this.#context) {
      this.#context = new AudioContext({ sampleRate: format.rate, latencyHint: 'interactive' });
      this.#player = new SoundPlayer(this.#context);
    }
    if (this.#context.state === 'running') return;
    this.#context.resume().then(() => this.#early && this.#play(this.#early), () => {});
  }

  #close() {
    this.#context?.close();
    [this.#context, this.#player] = [null, null];
  }
}
