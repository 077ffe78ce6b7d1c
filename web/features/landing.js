/** Milliseconds between two questions: no eye reads faster. */
const pause = 30;

/** Asks where a place would land: one question is on its way, and the newest is asked next. */
export class Landing {
  /** What is known of the last place: `{at, hand, stop}`, its position and the two targets. */
  found = null;
  #wanted = null;
  #asked = null;
  #isAsking = false;
  #tell;

  constructor(tell) {
    this.#tell = tell;
  }

  /** Wants to know of a place in a media, and of the stop of a snap there. */
  ask(media, at, snap) {
    const source = `/api/v1/media/${encodeURIComponent(media.id)}`;
    const place = `${source}/target?position=${at}&snap=`;
    this.#wanted = { at, place, question: place + snap };
    if (!this.#isAsking) this.#run();
  }

  forget() {
    this.#wanted = this.#asked = this.found = null;
  }

  async #run() {
    this.#isAsking = true;
    while (this.#wanted && this.#wanted.question !== this.#asked) {
      const { at, place, question } = this.#wanted;
      this.#asked = question;
      const [hand, stop] = await Promise.all([read(`${place}none`), read(question)]);
      // What was forgotten in the meantime stays so.
      if (this.#asked === question) {
        this.found = hand && stop && { at, hand, stop };
        this.#tell();
      }
      await new Promise((done) => setTimeout(done, pause));
    }
    this.#isAsking = false;
  }
}

async function read(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
