import { clamp } from './geometry.js';

/** Whether a configuration says nothing but what holds anyway. */
function isStandard({ law, snap, overshoot = 'accumulate', press = 'hold' }) {
  const { kind, falloff, floor } = law ?? { kind: 'quadratic', falloff: 10000, floor: 0.01 };
  return kind === 'quadratic' && falloff === 10000 && floor === 0.01
    && (snap?.to ?? 'none') === 'none' && overshoot === 'accumulate' && press === 'hold';
}

/**
 * Says at once where the hand has come to; the server's answer is the truth. What the model makes
 * of a message waits for it: where they differ, all that came after moves by the difference.
 */
export class Prediction {
  #model = null;
  #configuration;
  #frames;
  #waiting = [];
  #seq = 0;
  /** Whether the model stood where the server stood, and heard everything since. */
  #follows = false;

  /** Takes a model, which follows from the next rest on. */
  adopt(model) {
    this.#model = model;
  }

  /** In 0...1, or null where only the server knows. */
  get position() {
    return this.#follows ? this.#model.position : null;
  }

  /** Hears a message on its way to the server. */
  sent({ type, seq, ...fields }) {
    if (/painted|marks|export/.test(type)) return;
    if (seq) this.#seq = seq;
    if (type === 'configure' || fields.control) this.#widen(fields);
    const isKnown = this.#model?.[type]?.(fields.samples ?? fields.to ?? fields);
    if (type === 'configure' && isKnown === false) this.#follows = false;
    // Whatever answers the next number answers a begin, which has none.
    if (seq || type === 'begin') this.#wait(seq ?? this.#seq + 1);
  }

  /** Hears a message of the server. */
  heard(message) {
    const { type, configuration, media, frames = media?.frames } = message;
    if (type === 'opened') [this.#waiting, this.#seq, this.#follows] = [[], 0, false];
    this.#configuration = configuration ?? this.#configuration;
    this.#frames = frames ?? this.#frames;
    if (this.#follows && (configuration || frames)) this.#tell();
    if (type === 'opened') this.#compare(message.state);
    if (type === 'state') this.#compare(message);
  }

  #tell() {
    this.#model.frames = this.#frames;
    this.#follows = this.#model.configure?.(this.#configuration) ?? true;
    this.#widen(this.#configuration);
  }

  /** Whatever is not standard needs the whole model, which follows from the next rest on. */
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
    if (!this.#follows) this.#tell();
    this.#model.place(position, raw);
  }

  #shift(way) {
    if (way === 0) return;
    this.#model.hold(clamp(this.#model.position + way, 0, 1));
    for (const one of this.#waiting) one.position += way;
  }
}
