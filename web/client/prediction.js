import { clamp } from '../geometry.js';

/** Messages that move nothing. */
const silent = ['painted', 'heard', 'marks', 'export', 'follow', 'lead', 'transport', 'ping'];
/** Messages that end a drag, or begin another. */
const turning = ['begin', 'end', 'cancel', 'seek'];
/** The least motion, in units of x, that loses nothing in any sum. */
const nudge = 1 / 1024;

/**
 * Predicts the playhead: its position at once, without waiting for the server. The prediction for
 * each message is kept until it is answered; a difference then shifts all later ones.
 */
export class Prediction {
  #model = null;
  #configuration = null;
  #frames = 0;
  /** What has been sent and not answered: `{seq, position}` each. */
  #waiting = [];
  #seq = 0;
  /** Whether the model is in step with the server. */
  #follows = false;
  #isDragging = false;
  /** The last sample of a drag since its snap was chosen. */
  #last = null;
  /** The last state of the server. */
  #told = null;

  /** Takes a model, in use from when the session is idle, or has `learned`. */
  adopt(model) {
    this.#model = model;
    if (this.#told && this.#waiting.length === 0) this.#compare(this.#told);
  }

  /** The model may know by now what it lacked: then it follows, also in a drag that it has seen. */
  learned() {
    if (this.#follows || !this.#configuration) return;
    if (this.#isDragging !== this.#model.state.scrubbing) return;
    this.#adjust();
    if (!this.#follows) return;
    // What was noted without that knowledge says nothing of the answers to come.
    for (const one of this.#waiting) one.position = undefined;
    this.#catchUp();
  }

  /** In 0...1, or null where it cannot be predicted. */
  get position() {
    return this.#follows ? this.#model.position : null;
  }

  /** Takes a message that is sent to the server. */
  sent(message) {
    if (silent.includes(message.type)) return;
    const { type, seq, ...fields } = message;
    if (seq) this.#seq = seq;
    this.#note(type, fields);
    if (this.#model) this.#follow(message);
    // A begin has no number: the answer to the next message answers it.
    if (seq || type === 'begin') this.#wait(seq ?? this.#seq + 1);
  }

  /** Takes a message of the server. */
  received(message) {
    const { type, configuration, media, framesOnTrack: frames = media?.framesOnTrack } = message;
    if (type === 'opened') this.#forget();
    this.#configuration = configuration ?? this.#configuration;
    this.#frames = frames ?? this.#frames;
    if (this.#follows && (configuration || frames)) this.#adjust();
    if (type === 'opened') this.#compare(message.state);
    if (type === 'state') this.#compare(message);
  }

  #forget() {
    this.#waiting = [];
    this.#seq = 0;
    this.#follows = this.#isDragging = false;
  }

  #note(type, { samples, ...fields }) {
    if (turning.includes(type)) this.#isDragging = type === 'begin';
    if (turning.includes(type) || fields.snap) this.#last = null;
    if (type === 'move') this.#last = samples.at(-1);
    if (type === 'configure') this.#configuration = { ...this.#configuration, ...fields };
  }

  #follow({ type, samples, to, ...fields }) {
    const model = this.#model;
    if (type === 'begin') model.begin(fields);
    if (type === 'move') model.move(samples);
    if (type === 'end') model.end();
    if (type === 'cancel') model.cancel();
    if (type === 'seek') model.seek(to);
    if (type !== 'configure') return;
    if (!model.configure(fields)) this.#follows = false;
    else this.learned();
  }

  /** Goes to the stop of the pointer's place, where the server is: only motion goes to a stop. */
  #catchUp() {
    if (!this.#last) return;
    const [t, x, y] = this.#last;
    this.#model.move([[t, x + nudge, y], [t, x, y]]);
  }

  /** Gives the model what is known of the media and the session. */
  #adjust() {
    this.#model.frames = this.#frames;
    this.#follows = this.#model.configure(this.#configuration);
  }

  #wait(seq) {
    this.#waiting.push({ seq, position: this.#model?.position });
  }

  #compare(state) {
    const { seq, phase, position, raw } = this.#told = state;
    let then = null;
    while (this.#waiting[0]?.seq <= seq) then = this.#waiting.shift();
    const isLast = this.#waiting.length === 0;
    if (!this.#model || !(then || isLast)) return;
    if (isLast && phase === 'idle') this.#rest(position, raw);
    else if (this.#follows) this.#shift(position - ((then ?? this.#model).position ?? position));
  }

  #rest(position, raw) {
    if (!this.#follows) this.#adjust();
    this.#model.place(position, raw);
  }

  #shift(by) {
    if (by === 0) return;
    this.#model.hold(clamp(this.#model.position + by, 0, 1));
    for (const one of this.#waiting) one.position += by;
  }
}
