const reasons = { 1008: 'refused', 1013: 'full' };
const formats = { 1: 'image/jpeg', 2: 'image/webp' };

/**
 * A session with a server, which goes on when the socket is lost; `/api/asyncapi.json` describes
 * the messages. What is sent while the link is not `open` is lost, but for the configuration.
 *
 * @fires link - `detail.link`: `connecting`, `open`, `lost`, `full` or `refused`.
 * @fires message - `detail`: any message of the server. Also fired by its type, as `state`.
 * @fires preview - `detail`: what `decodePreview` returns. Each one wants `painted`.
 */
export class VernierClient extends EventTarget {
  #url;
  #platform;
  #socket = null;
  #isOpen = false;
  #media = null;
  #resume;
  #wanted = {};
  #told = {};
  #gesture = 0;
  #seq = 0;
  #attempt = 0;
  #retry = null;

  /** @param {string} server - Its origin. @param platform - What tests replace. */
  constructor(
    server = new URL(import.meta.url).origin,
    platform = { WebSocket: globalThis.WebSocket, random: Math.random },
  ) {
    super();
    this.#url = `${server.replace(/^http/, 'ws')}/api/v1/scrub`;
    this.#platform = platform;
  }

  /** Opens the media with this id, on a new socket. @param {string} media */
  open(media) {
    this.#media = media;
    this.#resume = undefined;
    this.#attempt = 0;
    this.#dial();
  }

  /** Ends the session. */
  close() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#leave();
  }

  /** Tries again now, where it waits to. */
  retry() {
    if (this.#retry !== null) this.#dial();
  }

  /** Changes what is named, now and for sockets to come. @param {object} change */
  configure(change) {
    Object.assign(this.#wanted, change);
    if (this.#isOpen) this.#tell();
  }

  /** A hand takes hold. @param {{x: number, y: number, extent?: number}} hand */
  begin(hand) {
    this.#gesture += 1;
    this.#send('begin', { gesture: this.#gesture, ...hand });
  }

  /** The hand moves. @param {[t: number, x: number, y: number][]} samples */
  move(samples) {
    return this.#answered('move', { gesture: this.#gesture, samples });
  }

  /** The hand lets go. */
  end() {
    return this.#answered('end', { gesture: this.#gesture });
  }

  /** The hand takes it back. */
  cancel() {
    return this.#answered('cancel', { gesture: this.#gesture });
  }

  /** Goes to, say, `{ frame: 7 }`. @returns {number} The `seq` of the `state` that answers. */
  seek(to) {
    return this.#answered('seek', { to });
  }

  /** The preview that answers `seq` is shown, or dropped. @param {number} seq */
  painted(seq) {
    this.#send('painted', { seq });
  }

  #answered(type, fields) {
    if (!this.#isOpen) return 0;
    this.#seq += 1;
    this.#send(type, { seq: this.#seq, ...fields });
    return this.#seq;
  }

  #send(type, fields) {
    if (this.#isOpen) this.#socket.send(JSON.stringify({ type, ...fields }));
  }

  #tell() {
    const news = Object.entries(this.#wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.#told[name]),
    );
    if (news.length > 0) this.#send('configure', Object.fromEntries(news));
    this.#told = { ...this.#wanted };
  }

  #dial() {
    this.close();
    this.#seq = 0;
    this.#emit('link', { link: 'connecting' });
    const socket = new this.#platform.WebSocket(this.#url, 'vernier.v1');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#ask(socket);
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lose(code);
    this.#socket = socket;
  }

  #ask(socket) {
    const { preview } = this.#wanted;
    this.#told = { preview };
    const open = { type: 'open', media: this.#media, resume: this.#resume, preview };
    socket.send(JSON.stringify(open));
  }

  /** Lets go of the socket without taking it for lost. */
  #leave() {
    this.#isOpen = false;
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #receive(data) {
    if (typeof data !== 'string') {
      const preview = decodePreview(data);
      return preview && this.#emit('preview', preview);
    }
    const message = JSON.parse(data);
    if (message.type === 'opened') this.#enter(message.session);
    this.#emit('message', message);
    this.#emit(message.type, message);
  }

  #enter(session) {
    this.#isOpen = true;
    this.#resume = session;
    this.#attempt = 0;
    this.#tell();
    this.#emit('link', { link: 'open' });
  }

  #lose(code) {
    this.#leave();
    const delay = retryDelay(this.#attempt++, this.#platform.random());
    this.#retry = setTimeout(() => this.#dial(), delay);
    this.#emit('link', { link: reasons[code] ?? 'lost' });
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * Milliseconds before the next attempt: doubling from 250 to 8000, less up to a half at random, so
 * that clients do not all come at once.
 */
export function retryDelay(attempt, random) {
  return Math.max(250, Math.min(8000, 250 * 2 ** attempt) * (1 - random / 2));
}

/** A picture, and whether it is the target's own. Null for a version that is not known here. */
export function decodePreview(buffer) {
  if (buffer.byteLength <= 32) return null;
  const view = new DataView(buffer);
  const type = formats[view.getUint8(3)];
  if (view.getUint16(0) !== 0x564e || view.getUint8(2) !== 1 || !type) return null;
  const flags = view.getUint16(4);
  return {
    exact: (flags & 1) !== 0,
    key: (flags & 2) !== 0,
    damaged: (flags & 4) !== 0,
    width: view.getUint16(6),
    height: view.getUint16(8),
    seq: view.getUint32(12),
    frame: view.getUint32(16),
    pts: view.getBigInt64(20),
    decoded: view.getUint32(28),
    picture: new Blob([new Uint8Array(buffer, 32)], { type }),
  };
}
