import { ownModel } from './own-model.js';
import { emit, reflect } from './support.js';

/**
 * What slides a knob: the model decides, once. It tells whoever listens of the hand, so that a
 * server may decide as well, and `show` of how far the knob is on its way.
 */
export class ConfirmSlide {
  #element;
  #show;
  #model = null;
  isHeld = false;

  constructor(element, show) {
    [this.#element, this.#show] = [element, show];
  }

  async load() {
    this.#model ??= await ownModel();
  }

  get isReady() {
    return this.#model !== null && !this.#element.matches('[disabled], [confirmed]');
  }

  begin(x, y, extent) {
    const hand = { control: 'confirm', action: this.#action, x, y, extent };
    this.#model.begin(hand);
    this.isHeld = true;
    reflect(this.#element, { dragging: true });
    emit(this.#element, 'scrubbegin', hand);
  }

  move(samples) {
    this.#model.move(samples);
    if (!this.#element.matches('[confirmed]')) this.#show(this.#model.state.share);
    emit(this.#element, 'scrubmove', { samples });
    this.#decide();
  }

  finish(type) {
    this.#model[type]();
    this.isHeld = false;
    emit(this.#element, `scrub${type}`);
    this.#decide();
  }

  /** All of the way at once, for those who slide nothing. */
  pass() {
    this.begin(0, 0, 1);
    this.move([[0, 1, 0]]);
    this.finish('end');
  }

  get #action() {
    return this.#element.getAttribute('action') ?? '';
  }

  /** What the model has decided by the last call, if anything. */
  #decide() {
    const { decision } = this.#model.state;
    if (!decision) return;
    reflect(this.#element, { dragging: false, confirmed: decision === 'confirmed' });
    this.#show(decision === 'confirmed' ? 1 : 0);
    emit(this.#element, decision, { action: this.#action });
  }
}
