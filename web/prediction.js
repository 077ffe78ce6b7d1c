import { clamp } from './geometry.js';

/**
 * Says at once where the hand has come to; what the server answers is the truth.
 *
 * The model is given every message that is sent. What it makes of one waits for the server's
 * answer: where they differ, that place and all that came after it move by the difference.
 */
export class Prediction {
  #model = null;
  #known = {};
  #waiting = [];
  #seq = 0;
  /** Whether the model stood where the server stood, and was told everything since. */
  #follows = false;

  /** Takes a model; it follows from the next rest on. */
  adopt(model) {
    this.#model = model;
  }

  /** In 0...1, or null where only the server knows. */
  get position() {
    return this.#follows ? this.#model.state.position : null;
  }

  /** Hears a message on its way to the server. */
  sent({ type, seq, ...fields }) {
    const model = this.#model;
    if (seq) this.#seq = seq;
    if (type === 'configure' && !model?.configure(fields)) this.#follows = false;
    if (type === 'begin') model?.begin(fields);
    if (type === 'move') model?.move(fields.samples);
    if (type === 'end') model?.end();
    if (type === 'cancel') model?.cancel();
    if (type === 'seek') model?.seek(fields.to);
    // Whatever answers the next number answers a begin, which has none.
    if (seq || type === 'begin') this.#wait(seq ?? this.#seq + 1);
  }

  /** Hears a message of the server. */
  heard(message) {
    const { type, configuration, media, frames = media?.frames } = message;
    if (type === 'opened') [this.#waiting, this.#seq, this.#follows] = [[], 0, false];
    if (configuration) this.#learn({ configuration });
    if (frames) this.#learn({ frames });
    if (type === 'opened') this.#compare(message.state);
    if (type === 'state') this.#compare(message);
  }

  #learn(news) {
    Object.assign(this.#known, news);
    if (this.#follows) this.#tell();
  }

  #tell() {
    const { configuration, frames } = this.#known;
    this.#model.frames = frames;
    this.#follows = this.#model.configure(configuration);
  }

  #wait(seq) {
    this.#waiting.push({ seq, position: this.#model?.state.position });
  }

  #compare({ seq, phase, position, raw }) {
    let then = null;
    while (this.#waiting[0]?.seq <= seq) then = this.#waiting.shift();
    const isLast = this.#waiting.length === 0;
    if (!this.#model || !(then || isLast)) return;
    if (isLast && phase === 'idle') this.#rest(position, raw);
    else if (this.#follows) this.#shift(position - (then ?? this.#model.state).position);
  }

  #rest(position, raw) {
    if (!this.#follows) this.#tell();
    this.#model.place(position, raw);
  }

  #shift(way) {
    if (way === 0) return;
    this.#model.hold(clamp(this.#model.state.position + way, 0, 1));
    for (const one of this.#waiting) one.position += way;
  }
}
