/** What the client meets in its tests: events as browsers have them, sockets, and a clock. */

// Browsers have it, and Node from version 19 on.
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

/** A socket that is answered and dropped as a test wants it to be. */
export class FakeSocket {
  static all = [];
  readyState = 0;
  sent = [];
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
    FakeSocket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept(opened = { type: 'opened', session: 'token' }) {
    this.readyState = 1;
    if (this.sent.length === 0) this.onopen();
    this.onmessage({ data: JSON.stringify(opened) });
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** A clock that goes by only when told to; Node's own changed its form between versions. */
export class FakeClock {
  #now = 0;
  #waiting = new Map();

  install() {
    globalThis.setTimeout = (act, delay) => {
      this.#waiting.set(act, this.#now + delay);
      return act;
    };
    globalThis.clearTimeout = (act) => this.#waiting.delete(act);
  }

  tick(milliseconds) {
    this.#now += milliseconds;
    for (const [act, at] of this.#waiting) {
      if (at > this.#now) continue;
      this.#waiting.delete(act);
      act();
    }
  }
}
