import '../elements/vernier-confirm.js';
import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { style } from './sheet.js';

style(`
  .guard {
    display: grid; gap: 0.4rem; margin-block-start: 0.8rem; --on-accent: light-dark(#fff, #1d1b18);
  }
  .guard p { min-height: 1.5em; color: var(--ink); }
`);

/**
 * A knob before what cannot be undone, and what is to be said of it. The hand's way goes to the
 * server, which decides and acts; nothing here is taken for done that the server has not said.
 */
export function guard(app, action, words) {
  const knob = make('vernier-confirm', '', words);
  knob.setAttribute('action', action);
  const said = Object.assign(make('p', ''), { role: 'status' });
  const box = make('div', 'guard');
  box.append(knob, said);
  new Guarding(app, knob, (name, values) => { said.textContent = name && text(name, values); });
  return box;
}

class Guarding {
  #connection;
  #knob;
  #say;
  /** Whether the server has the hand, and whether its word is awaited. */
  #isHeard = false;
  #waits = false;
  #end = new AbortController();

  constructor({ connection }, knob, say) {
    [this.#connection, this.#knob, this.#say] = [connection, knob, say];
    this.#forward();
    this.#hear('confirmed', (detail) => this.#isMine(detail) && this.#answered(true));
    this.#hear('declined', (detail) => this.#isMine(detail) && this.#answered(false));
    this.#hear('error', ({ seq, message }) => seq === undefined && this.#fail(message));
    this.#hear('link', ({ link }) => (link === 'open' ? this.#back() : this.#lose()));
  }

  #forward() {
    const on = (type, act) => this.#knob.addEventListener(type, ({ detail }) => act(detail));
    on('scrubbegin', (hand) => {
      [this.#isHeard, this.#waits] = [true, true];
      this.#say('');
      this.#connection.begin(hand);
    });
    on('scrubmove', ({ samples }) => this.#isHeard && this.#connection.move(samples));
    for (const type of ['end', 'cancel']) {
      on(`scrub${type}`, () => this.#isHeard && this.#connection[type]());
    }
    // Its own model has decided: that is no more than a wish.
    on('confirmed', () => {
      if (!this.#isHeard) this.#knob.reset();
      else if (this.#waits) this.#say('guardAsked');
    });
  }

  #hear(type, hear) {
    const { signal } = this.#end;
    this.#connection.addEventListener(type, ({ detail }) => {
      if (this.#knob.isConnected) hear(detail);
      else this.#end.abort();
    }, { signal });
  }

  #isMine({ action }) {
    return action === this.#knob.getAttribute('action');
  }

  #answered(isConfirmed) {
    this.#waits = false;
    this.#say(isConfirmed ? 'guardDone' : '');
    if (!isConfirmed) this.#knob.reset();
  }

  #fail(message) {
    this.#waits = false;
    this.#knob.reset();
    this.#say('guardFailed', { why: message });
  }

  #lose() {
    this.#knob.toggleAttribute('disabled', true);
    if (this.#waits) this.#say('guardLost');
    this.#isHeard = false;
  }

  /** What the server has now is shown beside; whether that is what was wanted, a person knows. */
  #back() {
    this.#knob.toggleAttribute('disabled', false);
    this.#knob.reset();
    if (this.#waits) this.#say('guardBack');
    this.#waits = false;
  }
}
