const reasons = { 1008: 'refused', 1013: 'full' };
const moved = 1012;
/** Milliseconds in which all clients of a server go to others. */
const soon = 200;
const formats = { 1: 'image/jpeg', 2: 'image/webp' };

/** A session with a server; see `vernier-client.d.ts`. */
export class VernierClient extends EventTarget {
  #url;
  #socket = null;
  #isOpen = false;
  #media = null;
  #stream;
  #resume;
  #room;
  #wanted = {};
  #sent = {};
  #gesture = 0;
  #seq = 0;
  #attempt = 0;
  #retry = null;
  #interrupted = null;

  constructor(server = new URL(import.meta.url).origin) {
    super();
    this.#url = `${server.replace(/^http/, 'ws')}/api/v1/scrub`;
  }

  open(media, stream) {
    this.#media = media;
    this.#stream = stream;
    this.#resume = this.#room = undefined;
    this.#attempt = 0;
    this.#connect();
  }

  join(room) {
    this.#room = room;
    this.#connect();
  }

  close() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#drop();
  }

  retry() {
    if (this.#retry !== null) this.#connect();
  }

  get interrupted() {
    return this.#interrupted;
  }

  configure(change) {
    Object.assign(this.#wanted, change);
    if (this.#isOpen) this.#update();
  }

  begin(drag) {
    this.#gesture += 1;
    this.#send('begin', { gesture: this.#gesture, ...drag });
  }

  move(samples) {
    return this.#answered('move', { gesture: this.#gesture, samples });
  }

  end() {
    return this.#answered('end', { gesture: this.#gesture });
  }

  cancel() {
    return this.#answered('cancel', { gesture: this.#gesture });
  }

  seek(to) {
    return this.#answered('seek', { to });
  }

  marks(change) {
    return this.#answered('marks', change);
  }

  transport(playing) {
    return this.#answered('transport', playing);
  }

  export(task) {
    return this.#answered('export', task);
  }

  tell(type, fields) {
    this.#send(type, fields);
  }

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
    if (!this.#isOpen) return;
    const message = { type, ...fields };
    this.#socket.send(JSON.stringify(message));
    this.#emit('sent', message);
  }

  #update() {
    const changes = Object.entries(this.#wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.#sent[name]),
    );
    if (changes.length > 0) this.#send('configure', Object.fromEntries(changes));
    this.#sent = { ...this.#wanted };
  }

  #connect() {
    this.close();
    this.#seq = 0;
    this.#emit('link', { link: 'connecting' });
    // A proxy before several servers goes by the media in the address.
    const address = `${this.#url}?media=${encodeURIComponent(this.#media)}`;
    const socket = new WebSocket(address, 'vernier.v1');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#sendOpen(socket);
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#lose(code);
    this.#socket = socket;
  }

  #sendOpen(socket) {
    const { preview } = this.#wanted;
    this.#sent = { preview };
    const open = {
      type: 'open', media: this.#media, stream: this.#stream, resume: this.#resume, preview,
      ...this.#room,
    };
    socket.send(JSON.stringify(open));
  }

  /** Closes the socket, but reports no loss. */
  #drop() {
    this.#isOpen = false;
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #receive(data) {
    if (typeof data !== 'string') {
      const preview = decodePreview(data);
      return this.#emit(preview ? 'preview' : 'binary', preview ?? data);
    }
    const message = JSON.parse(data);
    if (message.type === 'opened') this.#opened(message);
    this.#emit('message', message);
    this.#emit(message.type, message);
  }

  #opened({ session, resumed }) {
    this.#isOpen = true;
    const drag = resumed?.drag;
    this.#interrupted = drag?.gesture === this.#gesture ? drag : null;
    this.#resume = session;
    this.#attempt = 0;
    this.#update();
    this.#emit('link', { link: 'open' });
  }

  #lose(code) {
    this.#drop();
    // Another server waits for this one's clients.
    const moves = code === moved && this.#attempt === 0;
    const delay = moves ? Math.random() * soon : retryDelay(this.#attempt, Math.random());
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
    this.#emit('link', { link: moves ? 'connecting' : (reasons[code] ?? 'lost') });
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Milliseconds, partly random, so that not all clients return at once. */
export function retryDelay(attempt, random) {
  return Math.max(250, Math.min(8000, 250 * 2 ** attempt) * (1 - random / 2));
}

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
    frame: view.getUint32(16) === 0xffffffff ? null : view.getUint32(16),
    pts: view.getBigInt64(20),
    decoded: view.getUint32(28),
    picture: new Blob([new Uint8Array(buffer, 32)], { type }),
  };
}
