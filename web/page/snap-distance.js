import { positionOf } from '../client/frame-index.js';
import { make, reflect } from '../elements/support.js';
import { clock, distance } from '../format.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';
import snapToListed from './snap-listed.js';
import knowStops from './snap-stops.js';

adoptStyle(`
  .residual { display: block; margin-top: 0.2em; font-size: 0.86em; }
  .residual[data-lands] { color: var(--bubble-accent); font-weight: 600; }
`);

/** The `snap` of a target request for each setting; between frames there is no residual. */
const stopsOf = { keyframe: 'keyframe', second: 'time:1', chapter: 'chapter' };

/** Milliseconds between two requests. */
const pause = 30;

let watching = false;

/** Shows how far a snap moves the position: as a line in the bubble, and one on the bar. */
export default function snapDistance(app) {
  if (watching) return;
  watching = true;
  knowStops(app);
  snapToListed(app);
  const shown = new Residual(app);
  app.watchers.add((state) => shown.watch(state));
  app.connection.addEventListener('sent', ({ detail }) => shown.sent(detail));
  // A drag may have begun and rest since before this module was loaded.
  app.drawSoon();
}

class Residual {
  #app;
  #line = make('span', 'residual');
  #query;
  /** The position before the drag. */
  #origin = null;
  #isHeld = false;
  /** Whether nothing is shown until the next drag. */
  #isOver = false;
  /** After the release: `waits` for the server, has `landed`, and then is `seen`. */
  #after = null;

  constructor(app) {
    this.#app = app;
    this.#query = new SnapQuery(() => app.drawSoon());
    app.page.bubble.append(this.#line);
  }

  /** Takes a message that is sent to the server. */
  sent({ type, control }) {
    if (type === 'begin' && control !== 'confirm') this.#begin();
    if (type === 'cancel' || type === 'seek') this.#forget();
    if (type === 'end' && this.#isShown && this.#isOnRelease) this.#stay('waits');
  }

  watch(state) {
    const { media, scrub, settings } = state;
    const snap = media && stopsOf[settings.snap];
    const wasHeld = this.#isHeld;
    this.#isHeld = Boolean(snap) && !this.#isOver && scrub.phase === 'scrubbing';
    if (this.#isHeld) this.#follow(state, snap);
    else this.#origin = scrub?.position;
    if (wasHeld && !this.#isHeld) this.#leave();
    this.#look(state);
    this.#show(state);
  }

  #begin() {
    this.#forget();
    this.#isOver = false;
  }

  #forget() {
    this.#isOver = true;
    this.#after = null;
    this.#query.forget();
  }

  get #isOnRelease() {
    return this.#app.state.settings.when === 'release';
  }

  get #isShown() {
    return this.#app.page.bar.hasAttribute('residual');
  }

  /** The pointer's position on the track, before snapping. */
  #raw({ scrub: { position, raw } }) {
    return this.#isOnRelease ? this.#app.prediction.position ?? position : raw;
  }

  #follow(state, snap) {
    const raw = this.#raw(state);
    // A drag that has not moved snaps to nothing.
    const isMoved = !this.#isOnRelease || raw !== this.#origin;
    if (isMoved) this.#query.ask(state.media, raw, snap);
  }

  /** Keeps the bubble open for a moment, also while the `peek` command is being loaded. */
  #stay(after) {
    this.#after = after;
    this.#app.dispatch({ type: 'peek', peek: true });
    this.#app.perform(['peek']);
  }

  /** The server has answered the release. */
  #leave() {
    if (this.#after) this.#stay('landed');
    else this.#forget();
  }

  /** The result is shown for as long as the bubble is open. */
  #look({ peek }) {
    if (this.#after === 'landed' && peek) this.#after = 'seen';
    if (this.#after === 'seen' && !peek) this.#forget();
  }

  #show(state) {
    const { bar, bubble } = this.#app.page;
    const found = this.#worth(state);
    // The bubble keeps its size during a drag.
    const words = found ? this.#words(found, state.media) : this.#isHeld ? '\u00a0' : '';
    reflect(bar, { residual: found && this.#positions(found, state) });
    // While the bubble fades it stays as it was.
    if (!words && !bubble.hasAttribute('open')) return;
    if (this.#line.textContent !== words) this.#line.textContent = words;
    reflect(this.#line, { 'data-lands': this.#isOnRelease });
  }

  /** The last answer, if it holds now and the pointer is not on the stop itself. */
  #worth({ scrub }) {
    const { found } = this.#query;
    if (!found || found.raw.frame === found.stop.frame) return null;
    if (!this.#isHeld) return found.stop.frame === scrub?.target.frame ? found : null;
    return this.#isOnRelease || scrub.position !== scrub.raw ? found : null;
  }

  #positions({ at, stop }, state) {
    const raw = this.#isHeld && this.#isOnRelease ? this.#raw(state) : at;
    return `${raw} ${positionOf(stop, state.media)}`;
  }

  #words({ raw, stop }, { duration }) {
    if (!this.#isOnRelease) return text('snapOffset', { by: distance(stop, raw) });
    const by = distance(raw, stop);
    if (!this.#isHeld) return text('landed', { by });
    return text('landsAt', { by, time: clock(stop.time, duration) });
  }
}

/** Asks the server where a position snaps to: one request at a time, next the newest. */
class SnapQuery {
  /** The last answer: `{at, raw, stop}`, the position and its targets without and with snapping. */
  found = null;
  #wanted = null;
  #asked = null;
  #isAsking = false;
  #report;

  constructor(report) {
    this.#report = report;
  }

  /** Requests the targets of a position in a media, without and with a snap. */
  ask(media, at, snap) {
    const source = `/api/v1/media/${encodeURIComponent(media.id)}`;
    const address = `${source}/target?position=${at}&snap=`;
    this.#wanted = { at, address, question: address + snap };
    if (!this.#isAsking) this.#run();
  }

  forget() {
    this.#wanted = this.#asked = this.found = null;
  }

  async #run() {
    this.#isAsking = true;
    while (this.#wanted && this.#wanted.question !== this.#asked) {
      const { at, address, question } = this.#wanted;
      this.#asked = question;
      const [raw, stop] = await Promise.all([read(`${address}none`), read(question)]);
      // It may have been forgotten meanwhile.
      if (this.#asked === question) {
        this.found = raw && stop && { at, raw, stop };
        // A server that is busy is asked again, also where the pointer rests.
        if (!this.found) this.#asked = null;
        this.#report();
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
