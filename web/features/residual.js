import { make, reflect } from '../elements/support.js';
import { clock } from '../format.js';
import { distance, place, stopsOf } from '../residual.js';
import { text } from '../texts.js';
import { Landing } from './landing.js';
import { style } from './sheet.js';

style(`
  .residual { display: block; margin-top: 0.2em; font-size: 0.86em; }
  .residual[data-lands] { color: var(--bubble-accent); font-weight: 600; }
`);

let watching = false;

/** How far snapping takes the position from the hand: a line in the bubble, and one on the bar. */
export default function residual(app) {
  if (watching) return;
  watching = true;
  const shown = new Residual(app);
  app.watchers.add((state) => shown.watch(state));
  app.connection.addEventListener('sent', ({ detail }) => shown.hear(detail));
  // A hand that holds still may have been faster than this file.
  app.drawSoon();
}

class Residual {
  #app;
  #line = make('span', 'residual');
  #landing;
  /** Where the position was before the hand moved it. */
  #origin = null;
  #isHeld = false;
  /** Whether there is no more to see until the next hand takes hold. */
  #isOver = false;
  /** Since the hand has let go: `waits` for the server, has `landed`, and then is `seen`. */
  #after = null;

  constructor(app) {
    this.#app = app;
    this.#landing = new Landing(() => app.drawSoon());
    app.page.bubble.append(this.#line);
  }

  /** Hears what goes to the server. */
  hear({ type, control }) {
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
    this.#landing.forget();
  }

  get #isOnRelease() {
    return this.#app.state.settings.when === 'release';
  }

  get #isShown() {
    return this.#app.page.bar.hasAttribute('residual');
  }

  /** Where the hand is, as far as it is known here. */
  #hand({ scrub: { position, raw } }) {
    return this.#isOnRelease ? this.#app.prediction.position ?? position : raw;
  }

  #follow(state, snap) {
    const hand = this.#hand(state);
    // What never moved will not land anywhere else.
    const isMoved = !this.#isOnRelease || hand !== this.#origin;
    if (isMoved) this.#landing.ask(state.media, hand, snap);
  }

  /** Keeps the bubble open for a moment, without closing it until the command has come. */
  #stay(after) {
    this.#after = after;
    this.#app.dispatch({ type: 'peek', peek: true });
    this.#app.perform(['peek']);
  }

  /** The server has answered that the hand has let go. */
  #leave() {
    if (this.#after) this.#stay('landed');
    else this.#forget();
  }

  /** Where it has landed is told for as long as the bubble is open. */
  #look({ peek }) {
    if (this.#after === 'landed' && peek) this.#after = 'seen';
    if (this.#after === 'seen' && !peek) this.#forget();
  }

  #show(state) {
    const { bar, bubble } = this.#app.page;
    const found = this.#worth(state);
    // The bubble keeps its size for as long as a hand holds.
    const words = found ? this.#words(found, state.media) : this.#isHeld ? '\u00a0' : '';
    reflect(bar, { residual: found && this.#places(found, state) });
    // While the bubble fades it stays as it was.
    if (!words && !bubble.hasAttribute('open')) return;
    if (this.#line.textContent !== words) this.#line.textContent = words;
    reflect(this.#line, { 'data-lands': this.#isOnRelease });
  }

  /** What is known, where it is true now and the hand is not on the stop itself. */
  #worth({ scrub }) {
    const { found } = this.#landing;
    if (!found || found.hand.frame === found.stop.frame) return null;
    if (!this.#isHeld) return found.stop.frame === scrub?.target.frame ? found : null;
    return this.#isOnRelease || scrub.position !== scrub.raw ? found : null;
  }

  #places({ at, stop }, state) {
    const hand = this.#isHeld && this.#isOnRelease ? this.#hand(state) : at;
    return `${hand} ${place(stop, state.media)}`;
  }

  #words({ hand, stop }, { duration }) {
    if (!this.#isOnRelease) return text('handAt', { by: distance(stop, hand) });
    const by = distance(hand, stop);
    if (!this.#isHeld) return text('landed', { by });
    return text('landsAt', { by, time: clock(stop.time, duration) });
  }
}
