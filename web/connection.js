import { decodePreview } from './preview.js';

const protocol = 'vernier.v1';
const numbered = new Set(['move', 'end', 'cancel', 'seek']);

/** Close codes after which the page says something other than "lost". */
const reasons = { 1008: 'refused', 1013: 'full' };

/**
 * How long to wait before the next attempt: doubling from 0.25 s to 8 s, and up to half of it
 * left out at random, so that the clients of a restarted server do not all come at once.
 *
 * @param {number} attempt - 0 for the first.
 * @param {number} random - 0...1.
 * @returns {number} Milliseconds.
 */
export function retryDelay(attempt, random) {
  const longest = Math.min(8000, 250 * 2 ** attempt);
  return Math.max(250, longest * (1 - random / 2));
}

/**
 * The socket to the server for one media at a time, which mends itself.
 *
 * @fires link - `detail.link` is `connecting`, `open`, `lost`, `full` or `refused`; with
 *   `detail.retryIn` in milliseconds while it waits to try again.
 * @fires message - `detail` is a message of the server.
 * @fires preview - `detail` is a `Preview`.
 */
export class Connection extends EventTarget {
  #url;
  #platform;
  #socket = null;
  #media = null;
  #resume = null;
  #preview = null;
  #seq = 0;
  #attempt = 0;
  #retry = null;

  /**
   * @param {string} url - Of the socket, `ws:` or `wss:`.
   * @param {object} [platform] - What the tests replace.
   */
  constructor(url, platform = { WebSocket: globalThis.WebSocket, random: Math.random }) {
    super();
    this.#url = url;
    this.#platform = platform;
  }

  /** Opens a media, on a socket of its own, at once. */
  open(media) {
    this.#media = media;
    this.#resume = null;
    this.#attempt = 0;
    this.#dial();
  }

  /** Tries again now, where it is waiting to. */
  retry() {
    if (this.#retry !== null) this.#dial();
  }

  /** What pictures to ask for; `null` for none. Applies at once, and to every socket to come. */
  configurePreview(preview) {
    if (JSON.stringify(preview) === JSON.stringify(this.#preview)) return;
    this.#preview = preview;
    this.send('configure', { preview });
  }

  /**
   * Sends a message, numbered where the protocol numbers it.
   *
   * @returns {number | null} Its `seq`, or null when there is no socket to send it on.
   */
  send(type, fields = {}) {
    if (this.#socket?.readyState !== 1) return null;
    const message = numbered.has(type) ? { type, seq: ++this.#seq, ...fields } : { type, ...fields };
    this.#socket.send(JSON.stringify(message));
    return message.seq ?? 0;
  }

  #dial() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#leave();
    this.#seq = 0;
    this.#announce('connecting');
    const socket = new this.#platform.WebSocket(this.#url, protocol);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lose(code);
    this.#socket = socket;
  }

  /** Lets go of the socket without taking it for a loss. */
  #leave() {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #greet() {
    const resume = this.#resume === null ? {} : { resume: this.#resume };
    const preview = this.#preview === null ? {} : { preview: this.#preview };
    this.send('open', { media: this.#media, ...resume, ...preview });
  }

  #receive(data) {
    if (typeof data !== 'string') {
      const preview = decodePreview(data);
      if (preview) this.#emit('preview', preview);
      return;
    }
    const message = JSON.parse(data);
    if (message.type === 'opened') {
      this.#resume = message.session ?? null;
      this.#attempt = 0;
      this.#announce('open');
    }
    this.#emit('message', message);
  }

  #lose(code) {
    this.#socket = null;
    const retryIn = retryDelay(this.#attempt, this.#platform.random());
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#dial(), retryIn);
    this.#announce(reasons[code] ?? 'lost', retryIn);
  }

  #announce(link, retryIn) {
    this.#emit('link', { link, retryIn });
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
