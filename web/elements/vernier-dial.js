import { DialDrag } from './dial-gears.js';
import { emit, make, reflect, shadow } from './support.js';

/** Milliseconds between values: a screen reader reads each aloud. */
const speakEvery = 250;

const attach = shadow(`
  <svg viewBox="-50 -50 100 100" aria-hidden="true">
    <circle class="track" part="track" r="46"/>
    <circle class="fill" part="fill" r="46" pathLength="1"/>
    <g class="wheel" part="wheel">
      <circle class="face" r="39"/>
      <circle class="ticks" part="ticks" r="35"/>
      <circle class="grip" part="grip" cy="-24" r="7"/>
    </g>
    <circle class="touch" r="32"/>
  </svg>
  <div class="middle" part="middle"><slot></slot><div class="gears" part="gears" aria-hidden="true"></div></div>
`, `
  :host {
    display: inline-grid; position: relative; width: 8rem; min-width: 44px; aspect-ratio: 1;
    border-radius: 50%; cursor: grab; outline: none; font-variant-numeric: tabular-nums;
    touch-action: none; user-select: none; -webkit-user-select: none;
    /* It has a hole, in which pointers reach its content and what lies below. */
    pointer-events: none;
  }
  .touch { stroke: transparent; stroke-width: 36; pointer-events: stroke; }
  :host(:is([progress], [disabled])) .touch { pointer-events: none; }
  ::slotted(*) { pointer-events: auto; }
  :host([dragging]) { cursor: grabbing; }
  :host([disabled]) { opacity: 0.45; cursor: default; }
  :host([progress]) { cursor: default; touch-action: auto; }
  :host([progress]) .wheel { display: none; }
  svg, .middle { position: absolute; inset: 0; }
  .middle { display: grid; place-items: center; pointer-events: none; text-align: center; }
  circle { fill: none; }
  .track, .fill { stroke: var(--track, #8884); stroke-width: 7; }
  .fill {
    stroke: var(--accent, #e0740c); stroke-dasharray: 0 2;
    transform: rotate(calc(var(--start, 0deg) - 90deg));
  }
  .wheel { rotate: var(--start, 0deg); }
  .face { fill: var(--panel, #8882); }
  .ticks { stroke: var(--ink-2, #888); stroke-width: 5; transform: rotate(-90deg); }
  .grip { fill: var(--track, #8884); stroke: var(--ink-2, #888); stroke-width: 1.5; }
  :host([dragging]) .grip { fill: var(--accent, #e0740c); }
  :host(:focus-visible) { outline: 2px solid var(--focus, Highlight); outline-offset: 3px; }
  @media (forced-colors: active) {
    .track { stroke: GrayText; }
    .fill, .ticks { stroke: Highlight; }
    .grip { fill: Highlight; }
  }
  .middle { container-type: inline-size; align-content: center; }
  .gears {
    display: flex; flex-wrap: wrap; justify-content: center; gap: round(2cqi, 1px);
    width: 26cqi;
    color: var(--ink-2, GrayText); font-size: 11cqi; line-height: 1.15;
  }
  .gears:empty { display: none; }
  .gears b { width: 100%; font-weight: 600; }
  .gears i { width: round(3cqi, 1px); aspect-ratio: 1; border: 1px solid; border-radius: 50%; }
  .gears .on { background: currentColor; }
  :host([gear]) .gears { color: var(--accent, #e0740c); }
  :host([gear]) .gears b { animation: gear 0.16s ease-out; }
  @keyframes gear { from { transform: scale(1.35); } }
  @media (prefers-reduced-motion: reduce) { .gears b { animation: none !important; } }
  @media (forced-colors: active) {
    :host([gear]) .gears { color: Highlight; }
    .gears .on { background: CanvasText; }
  }
`);

/** The destination of each key, for a dial of so many frames a turn. */
const destinations = {
  ArrowRight: () => ({ frames: 1 }), ArrowUp: () => ({ frames: 1 }),
  ArrowLeft: () => ({ frames: -1 }), ArrowDown: () => ({ frames: -1 }),
  PageUp: (turn) => ({ frames: turn }), PageDown: (turn) => ({ frames: -turn }),
  Home: () => ({ position: 0 }), End: () => ({ position: 1 }),
};

/** A jog wheel, or a plain ring. `vernier-dial.d.ts` says what pages need to know. */
class VernierDial extends HTMLElement {
  static observedAttributes = [
    'position', 'frame', 'frames', 'turn', 'gears', 'gear', 'mode', 'progress', 'valuetext',
    'disabled',
  ];

  #find = attach(this);
  #speaking = null;
  #drag = this.#makeDrag();
  /** The position where a drag began. */
  #from = null;

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#press(event));
  }

  connectedCallback() {
    this.#describe();
  }

  disconnectedCallback() {
    this.#drag.finish('end');
  }

  attributeChangedCallback(name) {
    if (['position', 'frames', 'turn', 'mode'].includes(name)) this.#draw();
    if (name === 'position' && this.hasAttribute('dragging')) this.#tell('input');
    if (/gear|mode/.test(name)) this.#showGears();
    if (this.isConnected) this.#speaking ??= setTimeout(() => this.#describe(), speakEvery);
  }

  /** Cancels the drag in progress. */
  cancel() {
    this.#drag.finish('cancel');
  }

  restart(followed) {
    this.#drag.restart(followed);
  }

  get #turn() {
    return Number(this.getAttribute('turn')) || 25;
  }

  /** The factors by speed; always 1 where the angle is the position. */
  get #gears() {
    const gears = this.getAttribute('gears')?.split(' ').map(Number) ?? [];
    const areGears = gears.length > 0 && gears.every((one) => one > 0);
    return areGears && !this.#isAbsolute ? gears : [1];
  }

  get #isAbsolute() {
    return this.getAttribute('mode') === 'absolute';
  }

  #makeDrag() {
    return new DialDrag(this, (type, detail) => this.#report(type, detail), {
      gears: () => this.#gears,
      isAtEnd: (change) => Number(this.getAttribute('position')) === (change > 0 ? 1 : 0),
      start: () => turnsOf(getComputedStyle(this).getPropertyValue('--start')),
    });
  }

  #tell(type) {
    emit(this, type, { value: Number(this.getAttribute('position')) });
  }

  #report(type, detail) {
    if (this.hasAttribute('progress')) return;
    this.toggleAttribute('dragging', type === 'begin' || type === 'move');
    if (type === 'begin' && !detail.isResumed) this.#from = this.getAttribute('position');
    reflect(this, { gear: this.#drag.gear > 0 && this.#gears[this.#drag.gear] });
    if (type !== 'begin') {
      emit(this, `scrub${type}`, detail);
      if (type === 'end' && this.getAttribute('position') !== this.#from) this.#tell('change');
      // The server knows only where the drag began anew.
      if (type === 'cancel' && detail.isNew) this.#seek({ position: Number(this.#from) });
      return;
    }
    const [turn, mode] = this.#isAbsolute
      ? [{ position: 1 }, 'absolute'] : [{ frames: this.#turn }, 'jog'];
    const { x, y, continues } = detail;
    const how = { control: 'dial', x, y, turn, mode, ...(continues && { continues }) };
    emit(this, 'scrubbegin', how);
  }

  #seek(to) {
    emit(this, 'scrubseek', { to });
  }

  #press(event) {
    if (event.key === 'Escape' && this.#drag.isHolding) return this.cancel();
    const to = destinations[event.key]?.(this.#turn);
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!to || !isOurs || this.matches('[disabled], [progress]')) return;
    event.preventDefault();
    if (!this.#drag.isHolding) this.#seek(to);
  }

  #draw() {
    const position = Number(this.getAttribute('position'));
    const all = Number(this.getAttribute('frames')) / this.#turn;
    this.#find('.fill').style.strokeDasharray = `${position} 2`;
    const shown = position * (this.#isAbsolute ? 1 : all);
    // The wheel turns with the pointer: without what the gears add.
    this.#find('.wheel').style.transform = `rotate(${shown - this.#drag.added}turn)`;
    const ticks = this.#find('.ticks');
    const count = this.#isAbsolute ? 60 : Math.min(this.#turn, 120);
    ticks.setAttribute('pathLength', count);
    ticks.style.strokeDasharray = '0.14 0.86';
  }

  #showGears() {
    const gears = this.#gears;
    const gear = gears.indexOf(Number(this.getAttribute('gear')));
    this.#find('.gears').replaceChildren(...gearDots(gears, Math.max(gear, 0)));
  }

  #describe() {
    this.#speaking = null;
    const isProgress = this.hasAttribute('progress');
    const number = (name) => Number(this.getAttribute(name));
    const isOff = isProgress || this.hasAttribute('disabled');
    reflect(this, {
      role: isProgress ? 'progressbar' : 'slider',
      tabindex: isOff ? null : '0',
      'aria-disabled': this.hasAttribute('disabled') && 'true',
      'aria-valuemin': '0',
      'aria-valuemax': isProgress ? 100 : Math.max(number('frames') - 1, 0),
      'aria-valuenow': isProgress ? Math.round(number('position') * 100) : number('frame'),
      'aria-valuetext': this.getAttribute('valuetext'),
    });
  }
}

/** The gears as dots, and the factor of the one in use; nothing for a single gear. */
function gearDots(gears, gear) {
  if (gears.length < 2) return [];
  const dots = gears.map((_, i) => make('i', i <= gear ? 'on' : ''));
  return [make('b', '', `×${gears[gear]}`), ...dots];
}

/** A CSS angle in turns. */
function turnsOf(angle) {
  const units = { deg: 360, grad: 400, rad: 2 * Math.PI, turn: 1 };
  const [, number, unit] = /^\s*(-?[\d.]+)(deg|grad|rad|turn)/.exec(angle) ?? [0, 0, 'deg'];
  return Number(number) / units[unit];
}

customElements.define('vernier-dial', VernierDial);
