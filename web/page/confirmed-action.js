import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';
import '../elements/vernier-confirm.js';

adoptStyle(`
  .confirmed-action {
    display: grid; gap: 0.4rem; margin-block-start: 0.8rem; --on-accent: light-dark(#fff, #1d1b18);
  }
  .confirmed-action p { min-height: 1.5em; color: var(--ink); }
`);

/**
 * A knob to slide before an action that cannot be undone, with a status line. The drag goes to the
 * server, which decides and acts; nothing counts as done here before the server says so.
 */
export function confirmedAction(app, action, words) {
  const knob = make('vernier-confirm', '', words);
  knob.setAttribute('action', action);
  const said = Object.assign(make('p', ''), { role: 'status' });
  const box = make('div', 'confirmed-action');
  box.append(knob, said);
  new ConfirmedAction(app, knob, (name, values) => { said.textContent = name && text(name, values); });
  return box;
}

class ConfirmedAction {
  #connection;
  #knob;
  #say;
  /** Whether the server receives the drag, and whether its decision is awaited. */
  #isSent = false;
  #waits = false;
  #end = new AbortController();

  constructor({ connection }, knob, say) {
    [this.#connection, this.#knob, this.#say] = [connection, knob, say];
    this.#forward();
    this.#listen('confirmed', (detail) => this.#isMine(detail) && this.#answered(true));
    this.#listen('declined', (detail) => this.#isMine(detail) && this.#answered(false));
    this.#listen('error', ({ seq, message }) => seq === undefined && this.#fail(message));
    this.#listen('link', ({ link }) => (link === 'open' ? this.#back() : this.#lose()));
  }

  #forward() {
    const on = (type, act) => this.#knob.addEventListener(type, ({ detail }) => act(detail));
    on('scrubbegin', (drag) => {
      [this.#isSent, this.#waits] = [true, true];
      this.#say('');
      this.#connection.begin(drag);
    });
    on('scrubmove', ({ samples }) => this.#isSent && this.#connection.move(samples));
    for (const type of ['end', 'cancel']) {
      on(`scrub${type}`, () => this.#isSent && this.#connection[type]());
    }
    // The knob's own model has decided, which alone does nothing.
    on('confirmed', () => {
      if (!this.#isSent) this.#knob.reset();
      else if (this.#waits) this.#say('guardAsked');
    });
  }

  #listen(type, handle) {
    const { signal } = this.#end;
    this.#connection.addEventListener(type, ({ detail }) => {
      if (this.#knob.isConnected) handle(detail);
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
    this.#isSent = false;
  }

  /** After a reconnection it is unknown whether the server has acted: the page shows its state. */
  #back() {
    this.#knob.toggleAttribute('disabled', false);
    this.#knob.reset();
    if (this.#waits) this.#say('guardBack');
    this.#waits = false;
  }
}
