import { make, viewRange } from '../elements/support.js';
import { inView } from '../geometry.js';
import { adoptStyle } from './late-style.js';
import { colourOf, nameOf } from './room-row.js';

adoptStyle(`
  .cursors { position: absolute; inset: 0; overflow-x: clip; pointer-events: none; }
  .cursors > * {
    position: absolute; inset-block: 4px; left: 0; width: 3px; margin-left: -1.5px;
    border-radius: 2px; background: var(--member); box-shadow: 0 0 0 1px var(--surface);
  }
  .cursors > .scrubbing { width: 5px; margin-left: -2.5px; }
  .cursors > .away { opacity: 0.4; }
  .cursors b {
    position: absolute; bottom: 100%; left: 50%; width: max-content; max-width: 8rem;
    padding: 0 0.5em; overflow: hidden; translate: -50%; border-radius: 4px;
    background: var(--surface); color: var(--ink); font-size: 0.72rem; font-weight: 400;
    text-overflow: ellipsis; white-space: nowrap;
  }
  @media (forced-colors: active) { .cursors > * { background: Highlight; } }
`);

const box = Object.assign(make('div', 'cursors'), { ariaHidden: 'true' });

/** Each member's own mark on the bar. */
const marks = new Map();

/** Shows on the bar, and on the pictures along it, where the others stand; none without a room. */
export function showCursors({ bar }, room, places) {
  const shown = room ? room.members.filter((one) => isShown(one, room, places)) : [];
  for (const id of [...marks.keys()]) {
    if (!shown.some((one) => one.id === id)) remove(id);
  }
  if (shown.length === 0) return box.remove();
  if (!box.isConnected) bar.after(box);
  Object.assign(box.style, { top: `${bar.offsetTop}px`, height: `${bar.offsetHeight}px` });
  for (const member of shown) place(member, places.get(member.id), bar);
  return undefined;
}

/** A follower stands where the leader does, and whom one follows where one stands oneself. */
function isShown({ id, follows }, { you, leader, members }, places) {
  if (id === you || !places.has(id) || (follows && leader !== null)) return false;
  return id !== leader || !members.find((one) => one.id === you)?.follows;
}

function remove(id) {
  marks.get(id).remove();
  marks.delete(id);
}

function place(member, { position, scrubbing }, bar) {
  const mark = marks.get(member.id) ?? add(member.id);
  const at = inView(position, viewRange(bar));
  mark.hidden = at < 0 || at > 1;
  mark.className = `${scrubbing ? 'scrubbing' : ''} ${member.here ? '' : 'away'}`.trim();
  mark.style.setProperty('--member', colourOf(member.colour));
  mark.style.left = `${Math.round(at * bar.clientWidth)}px`;
  const name = nameOf(member);
  if (mark.textContent !== name) mark.firstChild.textContent = name;
}

function add(id) {
  const mark = make('div', '');
  mark.append(make('b', ''));
  marks.set(id, mark);
  box.append(mark);
  return mark;
}
