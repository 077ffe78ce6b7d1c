import { clamp, inView } from '../geometry.js';
import { learn, text } from '../texts.js';
import { CancelWatch } from './bar-cancel.js';
import { findZones, zoneAt } from './bar-zones.js';
import { emit, make, reflect } from './support.js';

/** CSS pixels that a finger covers above the point of contact. */
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
  .zone:not([data-current]) span { font-weight: 400; }
  .word { z-index: 1; padding: 6px 12px !important; border-radius: 14px !important; }
  .word:empty { display: none; }
  @media (prefers-reduced-motion: reduce) { .hints { animation: none; } }
  @media (forced-colors: active) {
    .hints span { border: 1px solid; background: Canvas; color: CanvasText; }
  }
`);

const shown = new WeakMap();

/** Shows where the gain changes away from the bar, and when releasing the pointer cancels. */
export function hint(bar, drag) {
  if (!bar.dragging) return;
  if (shown.get(bar)?.drag !== drag) shown.set(bar, new Hints(bar, drag));
  shown.get(bar).follow();
}

class Hints {
  drag;
  #bar;
  #root = make('div', 'hints');
  #label;
  #edges = [];
  #finenessAt;
  #bands = [];
  #side = null;
  #zone = 0;
  #cancelWatch;

  constructor(bar, drag) {
    [this.drag, this.#bar, this.#label] = [drag, bar, new GainLabel(bar, this.#root)];
    const distance = () => Math.abs(bar.getAttribute('position') - bar.origin) * drag.extent;
    const change = (cancels) => this.#offer(cancels);
    this.#cancelWatch = new CancelWatch({ farthest: drag.across, distance, change });
    this.#enter();
    const asked = { law: bar.law, frames: Number(bar.getAttribute('frames')) };
    Promise.all([findZones(asked, drag.extent), learn()]).then(
      ([zones]) => this.#draw(zones),
      () => {}, // The page goes, or the words cannot be had: a bar without hints.
    );
  }

  follow() {
    const { x, y, kind, deep, startY } = this.drag;
    emit(this.#bar, 'scrublift', { lift: kind === 'touch' ? Math.max(finger - y, 0) : 0 });
    const share = inView(Number(this.#bar.getAttribute('position')), this.#bar.range);
    // The labels are at the end of the bar that the bubble is not at.
    reflect(this.#root, { 'data-start': share > 0.5 });
    const zone = zoneAt(Math.abs(deep - startY), this.#edges, this.#zone);
    this.#cancelWatch.follow(x, zone > 0);
    this.#go(zone, deep < startY ? 0 : 1);
  }

  #enter() {
    const { shadowRoot: root } = this.#bar;
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    root.append(this.#root);
    const end = new AbortController();
    const leave = () => {
      end.abort();
      this.#cancelWatch.stop();
      this.#root.remove();
    };
    for (const type of ['scrubend', 'scrubcancel']) {
      this.#bar.addEventListener(type, leave, { signal: end.signal });
    }
  }

  #draw({ edges, finenessAt }) {
    [this.#edges, this.#finenessAt] = [edges, finenessAt];
    for (const [i, at] of edges.entries()) {
      const height = (edges[i + 1] ?? at + 40) - at;
      this.#bands.push(['above', 'below'].map((side) => this.#band(side, at, height)));
    }
    this.#root.append(...this.#bands.flat());
    this.#side = null;
    if (this.#bar.dragging) this.follow();
  }

  #band(side, at, height) {
    const { box, startY } = this.drag;
    const band = Object.assign(make('div', `zone ${side}`), { ariaHidden: 'true' });
    const y = box.top + startY + (side === 'above' ? -at - height : at);
    band.style.cssText = `left:${box.left}px;width:${box.width}px;top:${y}px;height:${height}px`;
    const label = make('span', '', this.#finenessAt(at).gain);
    [band.part, label.part] = ['zone', 'label'];
    band.append(label);
    return band;
  }

  /** Enters a zone: its label tells the gain and how many frames a pixel moves there. */
  #go(zone, side) {
    const isNew = zone !== this.#zone;
    if (isNew || side !== this.#side) this.#mark(zone, side);
    [this.#zone, this.#side] = [zone, side];
    if (zone > 0) {
      const { gain, worth } = this.#finenessAt(Math.abs(this.drag.deep - this.drag.startY));
      this.#label.show(`${gain} · ${worth}`, '.hairline', this.drag.box);
    } else if (!this.drag.cancels) this.#label.show('');
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
    this.drag.cancels = cancels;
    this.#label.show(cancels ? text('releaseToCancel') : '', '.ghost', this.drag.box);
  }
}

/** The label with the gain: below the bar, where neither bubble nor finger covers it. */
class GainLabel {
  #root;
  #element = make('span', 'word');

  constructor(bar, hints) {
    this.#root = bar.shadowRoot;
    // Screen readers get the same from the slider's own value text.
    Object.assign(this.#element, { part: 'label', ariaHidden: 'true' });
    hints.append(this.#element);
  }

  /** Shows words under one of the bar's lines, within the bar's box; none hide the label. */
  show(words, line, box) {
    const label = this.#element;
    if (label.textContent !== words) label.textContent = words;
    if (!words) return;
    const { left } = this.#root.querySelector(line).getBoundingClientRect();
    const x = clamp(left + 1 - label.offsetWidth / 2, box.left, box.right - label.offsetWidth);
    label.style.cssText = `left:${Math.round(x)}px;top:${box.bottom}px`;
  }
}
