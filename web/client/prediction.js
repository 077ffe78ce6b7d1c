import { clamp } from '../geometry.js';

/** Whether a configuration is the standard one. */
function isStandard({ law, snap, overshoot = 'accumulate', press = 'hold' }) {
  const { kind, falloff, floor } = law ?? { kind: 'quadratic', falloff: 10000, floor: 0.01 };
  return kind === 'quadratic' && falloff === 10000 && floor === 0.01
    && (snap?.to ?? 'none') === 'none' && overshoot === 'accumulate' && press === 'hold';
}

/**
 * Predicts the playhead: its position at once, without waiting for the server. The prediction for
 * each message is kept until it is answered; a difference then shifts all later ones.
 */
export class Prediction {
  #model = null;
  #configuration;
  #frames;
  #waiting = [];
  #seq = 0;
  /** Whether the model is in step with the server. */
  #follows = false;

  /** Takes a model, in use from when the session is next idle. */
  adopt(model) {
    this.#model = model;
  }

  /** In 0...1, or null where it cannot be predicted. */
  get position() {
    return this.#follows ? this.#model.position : null;
  }

  /** Takes a message that is sent to the server. */
  sent({ type, seq, ...fields }) {
    if (/painted|marks|export/.test(type)) return;
    if (seq) this.#seq = seq;
    if (type === 'configure' || fields.control) this.#widen(fields);
    const isKnown = this.#model?.[type]?.(fields.samples ?? fields.to ?? fields);
    if (type === 'configure' && isKnown === false) this.#follows = false;
    // A begin has no number: the answer to the next message answers it.
    if (seq || type === 'begin') this.#wait(seq ?? this.#seq + 1);
  }

  /** Takes a message of the server. */
  received(message) {
    const { type, configuration, media, frames = media?.frames } = message;
    if (type === 'opened') [this.#waiting, this.#seq, this.#follows] = [[], 0, false];
    this.#configuration = configuration ?? this.#configuration;
    this.#frames = frames ?? this.#frames;
    if (this.#follows && (configuration || frames)) this.#report();
    if (type === 'opened') this.#compare(message.state);
    if (type === 'state') this.#compare(message);
  }

  #report() {
    this.#model.frames = this.#frames;
    this.#follows = this.#model.configure?.(this.#configuration) ?? true;
    this.#widen(this.#configuration);
  }

  /** Loads the whole model, unless the configuration is standard. */
  #widen({ control = 'bar', ...configuration }) {
    const model = this.#model;
    if (!model || model.configure || (control === 'bar' && isStandard(configuration))) return;
    this.#follows = false;
    import('./scrub-model.js').then(({ ScrubModel }) => this.adopt(new ScrubModel(model.wasm)));
  }

  #wait(seq) {
    this.#waiting.push({ seq, position: this.#model?.position });
  }

  #compare({ seq, phase, position, raw }) {
    let then = null;
    while (this.#waiting[0]?.seq <= seq) then = this.#waiting.shift();
    const isLast = this.#waiting.length === 0;
    if (!this.#model || !(then || isLast)) return;
    if (isLast && phase === 'idle') this.#rest(position, raw);
    else if (this.#follows) this.#shift(position - (then ?? this.#model).position);
  }

  #rest(position, raw) {
    if (!this.#follows) this.#report();
    this.#model.place(position, raw);
  }

  #shift(by) {
    if (by === 0) return;
    this.#model.hold(clamp(this.#model.position + by, 0, 1));
    for (const one of this.#waiting) one.position += by;
  }
}
