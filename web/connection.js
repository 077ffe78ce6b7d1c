import { decodePreview } from './preview.js';

const numbered = ['move', 'end', 'cancel', 'seek'];
const reasons = { 1008: 'refused', 1013: 'full' };

/**
 * Milliseconds before the next attempt: doubling from 250 to 8000, less up to a half at random, so
 * that the clients of a restarted server do not all come at once.
 */
export function retryDelay(attempt, random) {
  return Math.max(250, Math.min(8000, 250 * 2 ** attempt) * (1 - random / 2));
}

/**
 * The socket to the server, for one media at a time, which mends itself.
 *
 * @fires link - `detail.link` is `connecting`, `open`, `lost`, `full` or `refused`.
 * @fires message - `detail` is a message of the server.
 * @fires preview - `detail` is a picture, as `decodePreview` reads it.
 */
export class Connection extends EventTarget {
  #url;
  #platform;
  #socket = null;
  #media = null;
  #resume;
  #preview;
  #seq = 0;
  #attempt = 0;
  #retry = null;

  /** @param platform - What tests replace. */
  constructor(url, platform = { WebSocket: globalThis.WebSocket, random: Math.random }) {
    super();
    this.#url = url;
    this.#platform = platform;
  }

  /** Opens a media, on a socket of its own. */
  open(media) {
    this.#media = media;
    this.#resume = undefined;
    this.#attempt = 0;
    this.#dial();
  }

  /** Tries again now, where it waits to. */
  retry() {
    if (this.#retry !== null) this.#dial();
  }

  /** Says what pictures to send, on this socket and on those to come. */
  configurePreview(preview) {
    if (JSON.stringify(preview) === JSON.stringify(this.#preview)) return;
    this.#preview = preview;
    this.send('configure', { preview });
  }

  /** Sends a message, with the next number where it needs one, and returns it; null while away. */
  send(type, fields) {
    if (this.#socket?.readyState !== 1) return null;
    const message = { type, ...(numbered.includes(type) && { seq: ++this.#seq }), ...fields };
    this.#socket.send(JSON.stringify(message));
    return message;
  }

  #dial() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#leave();
    this.#seq = 0;
    this.#emit('link', { link: 'connecting' });
    const socket = new this.#platform.WebSocket(this.#url, 'vernier.v1');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () =>
      this.send('open', { media: this.#media, resume: this.#resume, preview: this.#preview });
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lose(code);
    this.#socket = socket;
  }

  /** Lets go of the socket without taking it for lost. */
  #leave() {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
  }

  #receive(data) {
    if (typeof data !== 'string') {
      const preview = decodePreview(data);
      return preview && this.#emit('preview', preview);
    }
    const message = JSON.parse(data);
    if (message.type === 'opened') {
      this.#resume = message.session;
      this.#attempt = 0;
      this.#emit('link', { link: 'open' });
    }
    this.#emit('message', message);
  }

  #lose(code) {
    this.#socket = null;
    const delay = retryDelay(this.#attempt++, this.#platform.random());
    this.#retry = setTimeout(() => this.#dial(), delay);
    this.#emit('link', { link: reasons[code] ?? 'lost' });
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
