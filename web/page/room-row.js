import { make, reflect } from '../elements/support.js';
import { text } from '../texts.js';
import { writeAddress } from './address.js';
import { wordButton } from './buttons.js';
import { adoptStyle } from './late-style.js';
import { toast } from './toast.js';

adoptStyle(`
  .room { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; min-width: 0; }
  .room ul {
    display: flex; flex: 1 1 12rem; flex-wrap: wrap; gap: 2px 0.9rem; min-width: 0; max-height: 5.2rem;
    margin: 0; padding: 0 0.2rem; overflow: hidden auto; list-style: none; font-size: 0.87rem;
  }
  .room li { display: flex; align-items: center; gap: 0.4em; min-width: 0; max-width: 100%; }
  .room li bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .room small { color: var(--ink-2); font-size: 1em; white-space: nowrap; }
  .room li.away > * { text-decoration: line-through; }
  .room i {
    flex: none; width: 0.8em; height: 0.8em; border: 1px solid var(--ink); border-radius: 50%;
    background: var(--member);
  }
  .room button { border: 1px solid var(--line); background: var(--panel); font-weight: 400; }
  .room button[aria-pressed='true'] { border-color: var(--accent); border-width: 2px; font-weight: 700; }
  .room :disabled { opacity: 0.35; cursor: default; }
  .room input { width: 9rem; }
  .room .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stage[data-led]::before {
    content: ''; position: absolute; inset: 0; z-index: 1; border: 4px solid var(--member);
    border-radius: inherit; pointer-events: none;
  }
  .led {
    position: absolute; inset-block-start: 12px; inset-inline-end: 12px; z-index: 1; max-width: 60%;
    padding: 1px 12px; overflow: hidden; border-radius: 20px; background: #000c; color: #fff;
    font-size: 0.85rem; text-overflow: ellipsis; white-space: nowrap; pointer-events: none;
  }
  @media (max-width: 35em) {
    .room ul { flex-basis: 100%; }
    .room button { flex: 1 1 auto; padding: 0 0.8rem; }
    .room input { flex: 1 1 7rem; width: auto; }
  }
`);

/** A colour for a member's number, far from those of the numbers before it. Pure. */
export function colourOf(number) {
  return `hsl(${Math.round(number * 137.5 + 205) % 360} 75% 50%)`;
}

/** What a member is called. */
export function nameOf({ name, colour }) {
  return name || text('roomGuest', { number: colour + 1 });
}

/** The row below the controls: who is there, and what one can do. */
export class RoomRow {
  #app;
  #room = null;
  #name = null;
  #element = make('section', 'room wide');
  #list = make('ul', '');
  /** Says that a room has shrunk to one server; where there is only one, nothing has. */
  #apart = make('small', '');
  #reachesAll = false;
  #heard = Object.assign(make('div', 'heard'), { role: 'status' });
  #led = make('div', 'led');
  #follow;
  #lead;
  #field = Object.assign(make('input', ''), { maxLength: 40, autocomplete: 'nickname' });
  #copy;
  #leave;

  constructor(app, { follow, lead, rename, leave }) {
    this.#app = app;
    this.#list.role = 'list';
    this.#follow = wordButton('', () => follow(!this.#mine?.follows));
    this.#lead = wordButton('', () => lead(this.#room?.leader !== this.#room?.you));
    this.#copy = wordButton('', () => this.#copyAddress());
    this.#leave = wordButton('', leave);
    this.#field.addEventListener('change', () => rename(this.#field.value.trim()));
    this.#field.addEventListener('keydown', ({ key }) => key === 'Enter' && this.focus());
    this.#element.append(
      this.#list, this.#apart, this.#follow, this.#lead, this.#field, this.#copy, this.#leave, this.#heard,
    );
    this.#led.ariaHidden = 'true';
  }

  get #mine() {
    return this.#room?.members.find(({ id }) => id === this.#room.you);
  }

  get #isApart() {
    return this.#reachesAll && this.#room?.reach === 'node';
  }

  open({ room, name }) {
    this.#name = room;
    this.#field.value = name;
    this.#app.page.marks.before(this.#element);
    this.#label();
    this.focus();
  }

  close() {
    const hadFocus = this.#element.contains(document.activeElement);
    this.#room = null;
    this.#reachesAll = false;
    this.#element.remove();
    this.draw(this.#app.state);
    if (hadFocus) this.#app.page.bar.focus();
  }

  focus() {
    this.#follow.focus();
  }

  /** Shows who is there, and says what has changed since `before`. */
  show(room, before) {
    const wasApart = this.#isApart;
    this.#room = room;
    this.#reachesAll ||= room.reach === 'all';
    this.#list.replaceChildren(...room.members.map((one) => this.#item(one)));
    this.#label();
    const news = changes(room, before?.room === room.room ? before : null);
    if (this.#isApart !== wasApart) news.push(text(wasApart ? 'roomTogether' : 'roomApart'));
    if (news.length > 0) this.#heard.textContent = news.join(' ');
  }

  /** Says who has changed the marks. */
  tellMarked(id) {
    const member = this.#room?.members.find((one) => one.id === id);
    if (member) this.#heard.textContent = text('roomMarked', { name: nameOf(member) });
  }

  /** Shows on the picture whom one follows. */
  draw({ media }) {
    const stage = this.#app.page.view.parentElement;
    const leader = this.#room?.members.find(({ id }) => id === this.#room.leader);
    const isLed = Boolean(media && leader && this.#mine?.follows);
    reflect(stage, { 'data-led': isLed });
    if (!isLed) return this.#led.remove();
    stage.style.setProperty('--member', colourOf(leader.colour));
    const words = text('roomFollowing', { name: nameOf(leader) });
    if (this.#led.textContent !== words) this.#led.textContent = words;
    if (!this.#led.isConnected) stage.append(this.#led);
    return undefined;
  }

  #item(member) {
    const item = make('li', member.here ? '' : 'away');
    item.style.setProperty('--member', colourOf(member.colour));
    const said = [
      member.id === this.#room.you && text('roomYou'),
      member.id === this.#room.leader && text('roomLeads'),
      member.follows && text('roomFollows'), !member.here && text('roomAway'),
    ].filter(Boolean);
    const dot = Object.assign(make('i', ''), { ariaHidden: 'true' });
    item.append(dot, make('bdi', '', nameOf(member)));
    if (said.length > 0) item.append(make('small', '', said.join(' · ')));
    return item;
  }

  #label() {
    const leads = this.#room !== null && this.#room.leader === this.#room.you;
    const follows = this.#mine?.follows ?? false;
    this.#element.ariaLabel = text('room');
    this.#apart.textContent = this.#isApart ? text('roomApart') : '';
    this.#field.ariaLabel = this.#field.placeholder = text('roomYourName');
    this.#follow.textContent = text('roomFollow');
    this.#follow.ariaPressed = String(follows);
    this.#follow.disabled = leads;
    this.#lead.textContent = text('roomLead');
    this.#lead.ariaPressed = String(leads);
    this.#copy.textContent = text('roomCopy');
    this.#leave.textContent = text('roomLeave');
  }

  async #copyAddress() {
    const place = { media: this.#app.state.media?.id, room: this.#name };
    const link = new URL(writeAddress(place), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast(text('roomCopied'));
    } catch {
      const field = Object.assign(make('input', ''), { value: link, readOnly: true });
      field.ariaLabel = text('roomCopy');
      toast(text('linkToCopy'), field);
      field.select();
    }
  }
}

/** What has changed in a room, in words; at first, only whether somebody leads. */
function changes(room, before) {
  const called = (id, { members }) => nameOf(members.find((one) => one.id === id));
  const ids = ({ members }) => members.map(({ id }) => id);
  const others = (list, known) => (before ? ids(list).filter((id) => !ids(known).includes(id)) : []);
  const news = [
    ...others(room, before).map((id) => text('roomCame', { name: called(id, room) })),
    ...others(before, room).map((id) => text('roomLeft', { name: called(id, before) })),
  ];
  if (before && before.leader === room.leader) return news;
  if (room.leader === room.you) return [...news, text('roomYouLead')];
  if (room.leader) return [...news, text('roomNowLeads', { name: called(room.leader, room) })];
  return before ? [...news, text('roomNobody')] : news;
}
