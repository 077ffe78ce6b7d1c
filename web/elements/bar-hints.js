import { inView } from '../geometry.js';
import { learn, text } from '../texts.js';
import { GhostWatch } from './bar-ghost.js';
import { BarWord, wordStyle } from './bar-word.js';
import { findZones, zoneAt } from './bar-zones.js';
import { emit, make, reflect } from './support.js';

/** CSS pixels that a finger hides above where it touches. */
const finger = 40;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .zone, .word { position: fixed; pointer-events: none; }
  .hints { animation: appear 0.15s; }
  @keyframes appear { from { opacity: 0; } }
  .zone { border: 0 dashed color-mix(in srgb, var(--accent, Highlight) 55%, transparent); }
  .above { border-bottom-width: 1px; }
  .below { border-top-width: 1px; }
  .zone[data-current] {
    border-style: solid; border-color: var(--accent, Highlight);
    background: color-mix(in srgb, var(--accent, Highlight) 10%, transparent);
  }
  .hints span {
    padding: 1px 8px; border-radius: 10px; white-space: nowrap; unicode-bidi: plaintext;
    background: var(--bubble, CanvasText); color: var(--bubble-ink, Canvas);
    font-size: 0.74rem; font-weight: 600; font-variant-numeric: tabular-nums;
  }
  .zone span { position: absolute; inset-inline-end: 8px; font-size: min(0.74rem, 13px); }
  [data-start] .zone span { inset-inline: 8px auto; }
  .above span { bottom: -0.8em; }
  .below span { top: -0.8em; }
  .zone:not([data-current]) span { opacity: 0.6; }
  ${wordStyle}
  @media (prefers-reduced-motion: reduce) { .hints { animation: none; } }
  @media (forced-colors: active) {
    .hints span { border: 1px solid; background: Canvas; color: CanvasText; }
  }
`);

const shown = new WeakMap();

/** Shows where the gain under a hand changes, and when letting go cancels. */
export function hint(bar, hand) {
  if (!bar.dragging) return;
  if (shown.get(bar)?.hand !== hand) shown.set(bar, new Hints(bar, hand));
  shown.get(bar).follow();
}

class Hints {
  hand;
  #bar;
  #root = make('div', 'hints');
  #word;
  #edges = [];
  #worthAt;
  #bands = [];
  #side = null;
  #zone = 0;
  #ghost;

  constructor(bar, hand) {
    [this.hand, this.#bar, this.#word] = [hand, bar, new BarWord(bar, this.#root)];
    const distance = () => Math.abs(bar.getAttribute('position') - bar.origin) * hand.extent;
    const change = (cancels) => this.#offer(cancels);
    this.#ghost = new GhostWatch({ wasFar: hand.across, distance, change });
    this.#enter();
    const asked = { law: bar.law, frames: Number(bar.getAttribute('frames')) };
    Promise.all([findZones(asked, hand.extent), learn()]).then(([zones]) => this.#draw(zones));
  }

  follow() {
    const { x, y, kind, deep, startY } = this.hand;
    emit(this.#bar, 'scrublift', { lift: kind === 'touch' ? Math.max(finger - y, 0) : 0 });
    const share = inView(Number(this.#bar.getAttribute('position')), this.#bar.range);
    // Away from the bubble.
    reflect(this.#root, { 'data-start': share > 0.5 });
    const zone = zoneAt(Math.abs(deep - startY), this.#edges, this.#zone);
    this.#ghost.follow(x, zone > 0);
    this.#go(zone, deep < startY ? 0 : 1);
  }

  #enter() {
    const { shadowRoot: root } = this.#bar;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    root.append(this.#root);
    const end = new AbortController();
    const leave = () => {
      end.abort();
      this.#ghost.stop();
      this.#root.remove();
    };
    for (const type of ['scrubend', 'scrubcancel']) {
      this.#bar.addEventListener(type, leave, { signal: end.signal });
    }
  }

  #draw({ edges, worthAt }) {
    [this.#edges, this.#worthAt] = [edges, worthAt];
    for (const [i, at] of edges.entries()) {
      const height = (edges[i + 1] ?? at + 40) - at;
      this.#bands.push(['above', 'below'].map((side) => this.#band(side, at, height)));
    }
    this.#root.append(...this.#bands.flat());
    this.#side = null;
    if (this.#bar.dragging) this.follow();
  }

  #band(side, at, height) {
    const { box, startY } = this.hand;
    const band = Object.assign(make('div', `zone ${side}`), { ariaHidden: 'true' });
    const y = box.top + startY + (side === 'above' ? -at - height : at);
    band.style.cssText = `left:${box.left}px;width:${box.width}px;top:${y}px;height:${height}px`;
    const label = make('span', '', this.#worthAt(at).gain);
    [band.part, label.part] = ['zone', 'label'];
    band.append(label);
    return band;
  }

  /** The zone that the hand is in says what the hand is worth there. */
  #go(zone, side) {
    const isNew = zone !== this.#zone;
    if (isNew || side !== this.#side) this.#mark(zone, side);
    [this.#zone, this.#side] = [zone, side];
    if (zone > 0) {
      const { gain, worth } = this.#worthAt(Math.abs(this.hand.deep - this.hand.startY));
      this.#word.say(`${gain} · ${worth}`, '.hairline', this.hand.box);
    } else if (!this.hand.cancels) this.#word.say('');
    if (isNew && this.#bar.getAttribute('haptic') !== 'off') navigator.vibrate?.(8);
  }

  #mark(zone, side) {
    for (const [i, sides] of this.#bands.entries()) {
      sides[side].hidden = false;
      sides[1 - side].hidden = true;
      sides[side].toggleAttribute('data-current', i + 1 === zone);
    }
  }

  #offer(cancels) {
    this.hand.cancels = cancels;
    this.#word.say(cancels ? text('releaseToCancel') : '', '.ghost', this.hand.box);
  }
}
