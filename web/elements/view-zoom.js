import { clamp } from '../geometry.js';
import { ImmediateDrag } from './immediate-drag.js';
import { reflect } from './support.js';

/** The most CSS pixels wide for each pixel of the media, and the factor of a key. */
const [most, step] = [8, 1.25];

/** How a wheel's units compare with pixels: pixels, lines, pages. */
const units = [1, 16, 400];

const keys = {
  '+': (zoom) => zoom.by(step), '=': (zoom) => zoom.by(step), '-': (zoom) => zoom.by(1 / step),
  z: (zoom) => zoom.to('toggle'), Escape: (zoom) => zoom.to('fit'),
  ArrowLeft: (zoom) => zoom.pan(0.1, 0), ArrowRight: (zoom) => zoom.pan(-0.1, 0),
  ArrowUp: (zoom) => zoom.pan(0, 0.1), ArrowDown: (zoom) => zoom.pan(0, -0.1),
};

/**
 * Zooms a view's picture: in steps by wheel or key, to actual pixels and back by double click or
 * tap. A drag or the arrow keys pan it. What is under the pointer stays there. The frame element
 * itself becomes wider, so that listeners to `viewresize` request wider pictures.
 */
export class Part {
  #view;
  #frame;
  #width = null;
  #x = 0;
  #y = 0;
  #from = null;

  constructor(view, find) {
    [this.#view, this.#frame] = [view, find('.frame')];
    view.addEventListener('keydown', (event) => event.defaultPrevented || this.#key(event));
    new ImmediateDrag(view, (type, detail) => this.#drag(type, detail));
    new ResizeObserver(() => this.#place()).observe(view);
  }

  /** Another media begins fitted to the view. */
  load() {
    this.#width = null;
    this.#place();
  }

  /** Handles the events of the view. */
  handle(event) {
    if (!this.#view.media?.width || event.type === 'keydown') return this.#key(event);
    const at = this.#within(event);
    if (event.type === 'dblclick') return this.to('toggle', at);
    return this.by(2 ** (-event.deltaY * units[event.deltaMode] / 300), at);
  }

  /** `fit`, `actual`: a pixel for each of the media's, or `toggle` between them. */
  to(scale, at = [0, 0]) {
    const isFit = scale === 'fit' || (scale === 'toggle' && this.#width !== null);
    this.#go(isFit ? 0 : this.#actual, at);
  }

  by(factor, at = [0, 0]) {
    this.#go((this.#width ?? this.#fit) * factor, at);
  }

  /** Pans by shares of the view. */
  pan(x, y) {
    this.#x += x * this.#view.clientWidth;
    this.#y += y * this.#view.clientHeight;
    this.#place();
  }

  get #fit() {
    const { width, height } = this.#view.media;
    const space = this.#view.getBoundingClientRect();
    return Math.min(space.width, (space.height * width) / height);
  }

  /** The next wider CSS width with a whole number of device pixels for each of the media's. */
  get #actual() {
    const one = this.#view.media.width / devicePixelRatio;
    return one * (Math.floor(this.#fit / one + 0.01) + 1);
  }

  /** A pointer's place, from the middle of the view. */
  #within({ clientX, clientY }) {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    return [clientX - left - width / 2, clientY - top - height / 2];
  }

  #go(width, [x, y]) {
    if (!this.#view.media?.width) return;
    const before = this.#width ?? this.#fit;
    const high = Math.max((this.#view.media.width / devicePixelRatio) * most, this.#actual);
    this.#width = width > this.#fit ? Math.min(width, high) : null;
    const ratio = (this.#width ?? this.#fit) / before;
    [this.#x, this.#y] = [x - (x - this.#x) * ratio, y - (y - this.#y) * ratio];
    this.#place();
  }

  /** Keeps a picture that is large enough over the whole view. Edges lie on whole pixels. */
  #place() {
    const { style } = this.#frame;
    reflect(this.#view, { zoomed: this.#width !== null });
    if (this.#width === null) {
      [this.#x, this.#y] = [0, 0];
      style.removeProperty('--width');
      style.translate = this.#view.style.touchAction = this.#view.style.cursor = '';
      return;
    }
    const { media } = this.#view;
    const space = this.#view.getBoundingClientRect();
    const height = (this.#width * media.height) / media.width;
    this.#x = held(this.#x, this.#width, space.width);
    this.#y = held(this.#y, height, space.height);
    style.setProperty('--width', `${this.#width}px`);
    const [x, y] = [whole(this.#x, this.#width, space.width), whole(this.#y, height, space.height)];
    style.translate = `${x}px ${y}px`;
    // Pinching stays the browser's own zoom.
    this.#view.style.touchAction = 'pinch-zoom';
    this.#view.style.cursor = 'grab';
  }

  /** Zoom keys come by way of the view; the others count only while the picture is zoomed. */
  #key(event) {
    const isOurs = this.#width !== null || event.defaultPrevented;
    if (!keys[event.key] || !isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key](this);
  }

  #drag(type, { x, y, samples }) {
    if (type === 'begin') this.#from = [x - this.#x, y - this.#y];
    if (type !== 'move' || this.#width === null) return;
    const [, atX, atY] = samples.at(-1);
    [this.#x, this.#y] = [atX - this.#from[0], atY - this.#from[1]];
    this.#place();
  }
}

/** Limits an offset from the middle, so that nothing beyond the picture is shown. */
function held(offset, size, space) {
  const most = Math.max((size - space) / 2, 0);
  return clamp(offset, -most, most);
}

function whole(offset, size, space) {
  const middle = (space - size) / 2;
  return Math.round(middle + offset) - middle;
}
