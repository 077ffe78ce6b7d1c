/** The room that the page is in with others: entering, leaving, leading and following. */

import { text } from '../texts.js';
import { writeAddress } from './address.js';
import { wordButton } from './buttons.js';
import { showCursors } from './room-cursors.js';
import { RoomPlaying } from './room-playing.js';
import { RoomRow } from './room-row.js';
import { keep, recall } from './settings.js';
import { toast } from './toast.js';

/** Milliseconds between two signs that the page is there. */
const signEvery = 4000;

let room = null;

/** Enters the room with a name, or leaves it if that is null; without one, opens another. */
export default function enter(app, name) {
  if (!app.state.chosen) return undefined;
  room ??= new Room(app);
  if (name === undefined && app.room !== null) return room.row.focus();
  return room.enter(name === undefined ? newName() : name);
}

/** 50 bits of chance: a room is entered by whoever knows its name. */
function newName() {
  const digits = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(digits, (digit) => (digit % 32).toString(32)).join('');
}

class Room {
  /** What `open` says of the room, each time that the link is made. */
  #entry = null;
  /** The newest `room` message, and where other members stand. */
  #known = null;
  #cursors = new Map();
  /** Whether the page has gone its own way, of which the server may not have heard yet. */
  #alone = false;
  #app;
  #playing;
  #signed = 0;

  constructor(app) {
    this.#app = app;
    this.row = new RoomRow(app, {
      follow: (on) => app.connection.tell('follow', { on }),
      lead: (on) => app.connection.tell('lead', { on }),
      rename: (name) => this.#rename(name),
      leave: () => this.enter(null),
    });
    this.#playing = new RoomPlaying(app);
    this.#listen();
    setInterval(() => this.#sign(), signEvery);
    app.watchers.add((state) => this.#draw(state));
  }

  enter(name) {
    const { connection } = this.#app;
    this.#app.room = name;
    this.#entry = name && {
      room: name, name: String(recall('vernier.member').name ?? '').slice(0, 40), follow: false,
    };
    this.#forget();
    if (name) this.row.open(this.#entry);
    else this.row.close();
    connection.join(this.#entry ?? undefined);
    this.#app.writeNow();
  }

  #forget() {
    [this.#known, this.#cursors] = [null, new Map()];
    this.#lead();
    this.#app.drawSoon();
  }

  #rename(name) {
    keep('vernier.member', { name });
    Object.assign(this.#entry, { name });
    this.#app.connection.join(this.#entry);
  }

  #listen() {
    const { connection, page } = this.#app;
    const on = (type, take) => connection.addEventListener(type, ({ detail }) => {
      if (this.#entry) take(detail);
    });
    on('room', (message) => this.#know(message));
    on('cursor', ({ member, ...place }) => {
      this.#cursors.set(member, place);
      this.#app.drawSoon();
    });
    on('marked', ({ by }) => this.row.tellMarked(by));
    on('sent', (message) => this.#noteSent(message));
    on('state', ({ by }) => by && page.view.led());
    on('error', (error) => this.#explain(error));
    on('opened', () => { [this.#signed, this.#alone] = [0, false]; });
  }

  #know(message) {
    const before = this.#known;
    this.#known = message;
    const mine = message.members.find(({ id }) => id === message.you);
    // A link that is made anew goes on as this one was.
    this.#entry.follow = mine?.follows ?? false;
    this.#alone &&= this.#entry.follow;
    this.#lead();
    for (const id of this.#cursors.keys()) {
      if (!message.members.some((one) => one.id === id)) this.#cursors.delete(id);
    }
    this.row.show(message, before);
    this.#app.drawSoon();
    // The server asks for a sign by telling again what is known.
    if (performance.now() - this.#signed > signEvery / 2) this.#sign();
  }

  /** Learns whether the page leads, or is taken along. */
  #lead() {
    const { leader = null, you, epoch } = this.#known ?? {};
    const leads = leader !== null && leader === you;
    this.#app.led = leader !== null && !leads && this.#entry.follow && !this.#alone;
    this.#playing.know({ leads, epoch: this.#app.led ? epoch : null });
  }

  /** Who seeks or drags follows no longer, whatever the server has told before it hears of that. */
  #noteSent({ type, on, control }) {
    const isOwn = type === 'seek' || (type === 'begin' && control !== 'confirm');
    if (!isOwn && type !== 'follow') return;
    this.#alone = isOwn || !on;
    this.#lead();
  }

  #sign() {
    if (!this.#known) return;
    this.#signed = performance.now();
    this.#app.connection.tell('ping', { t: this.#signed });
  }

  #explain({ code, media, message }) {
    if (code === 'busy') toast(text('roomBusy'));
    if (code === 'wrong-media') this.#offer(media);
    if (code === 'too-many') {
      this.enter(null);
      toast(text('roomRefused', { why: message }));
    }
  }

  /** The room looks at something else: that can be opened instead. */
  #offer(media) {
    const room = this.#app.room;
    this.enter(null);
    const open = wordButton(text('roomOpenOther'), () => {
      location.hash = writeAddress({ media, room });
    });
    toast(text('roomOther'), open);
  }

  #draw(state) {
    const isOpen = this.#entry !== null && state.media !== null;
    showCursors(this.#app.page, isOpen ? this.#known : null, this.#cursors);
    this.row.draw(state);
  }
}
