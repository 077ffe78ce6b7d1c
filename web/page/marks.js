/** The marks of a media, which the server keeps and changes on request. */

import { text } from '../texts.js';
import { request } from './request.js';
import { keep, recall } from './settings.js';
import { toast } from './toast.js';

/** Where an older page kept marks in the browser, and the media whose marks are being sent. */
const storedName = 'vernier.marks';
const adopting = new Set();

/** Edits run one after the other, each on the marks that the one before has left. */
let pending = Promise.resolve();

/**
 * Sends an edit, a list of them, or what a function makes of the newest marks. Gives whether the
 * server has accepted all.
 */
export function edit(app, change) {
  const { chosen } = app.state;
  pending = pending.then(() => carryOut(app, chosen, change)).catch(() => false);
  return pending;
}

async function carryOut(app, media, change) {
  const marks = await newest(app, media);
  if (!marks) return false;
  const edits = [typeof change === 'function' ? await change(marks) : change].flat();
  for (const one of edits) if (!(await send(app, one))) return false;
  return edits.length > 0;
}

async function send(app, change) {
  const { version } = app.state.marks;
  const answer = await request(app, () => app.connection.marks({ version, edit: change }));
  if (answer.type !== 'marks') await showRefusal(app, version, answer);
  return answer.type === 'marks';
}

/** The marks, once the server has indexed every frame; null if another media is opened first. */
function newest(app, media) {
  return new Promise((done) => {
    const look = ({ marks, chosen }) => {
      if (chosen === media && marks.version === undefined) return;
      app.watchers.delete(look);
      done(chosen === media ? marks : null);
    };
    app.watchers.add(look);
    look(app.state);
    if (app.watchers.has(look)) toast(text('marksWait'));
  });
}

/** Shows why an edit was refused; with the newest marks if somebody else has changed them. */
async function showRefusal(app, version, { type, message }) {
  if (type === 'lost') return toast(text('marksLost'));
  const now = await request(app, () => app.connection.marks());
  toast(now.version > version ? text('marksStale') : text('marksRefused', { why: message }));
}

/** Sets the in or out mark on a frame that is about to be known, or removes it from there. */
export function mark(app, which, arriving) {
  return edit(app, async (marks) => {
    const frame = await arriving;
    if (frame !== null) return pointEdits(marks, which, frame);
    toast(text('marksLost'));
    return [];
  });
}

/** Adds a segment from the in mark to the out mark. */
export async function addSegment(app) {
  if (!isFree(app)) return;
  let name;
  const isAdded = await edit(app, ({ in: first, out: last, segments }) => {
    name = text('segmentName', { number: segments.length + 1 });
    if (first !== undefined && last !== undefined) return { add: { name, first, last } };
    toast(text('segmentNeedsMarks'));
    return [];
  });
  if (isAdded) toast(text('segmentAdded', { name }));
}

/** Goes to a mark, also to one that has just been set and is still being sent. */
export async function goTo(app, which) {
  await pending;
  const { [which]: frame } = app.state.marks;
  if (isFree(app) && frame !== undefined) app.seek({ frame });
}

function isFree({ state, page }) {
  return state.media && !page.bar.dragging;
}

/**
 * Sends marks that an older page kept in this browser to the server, once. The server's own marks
 * stay; where there are any, the browser's become a segment.
 */
export async function adoptStoredMarks(app) {
  const { media: { id }, marks } = app.state;
  const { [id]: kept, ...others } = recall(storedName);
  if (!kept || adopting.has(id)) return;
  adopting.add(id);
  const edits = keptEdits(kept, marks);
  for (const change of edits) if (!(await edit(app, change))) return adopting.delete(id);
  keep(storedName, others);
  adopting.delete(id);
  if (edits.length > 0) toast(text('marksAdopted'));
}

/** The edits that set or remove an in or out mark; one beyond the other removes that. Pure. */
export function pointEdits(marks, which, frame) {
  if (marks[which] === frame) return [{ [which]: null }];
  const isTurned = which === 'in' ? marks.out < frame : marks.in > frame;
  return [...(isTurned ? [{ [which === 'in' ? 'out' : 'in']: null }] : []), { [which]: frame }];
}

/** The edits that add marks kept in this browser to the server's. Pure. */
export function keptEdits(kept, marks) {
  const { in: first = kept.out, out: last = kept.in } = kept;
  if (!first) return [];
  const isEmpty = marks.in === undefined && marks.out === undefined;
  if (isEmpty) return ['in', 'out'].filter((which) => kept[which]).map((which) => (
    { [which]: kept[which].frame }
  ));
  if (marks.in === kept.in?.frame && marks.out === kept.out?.frame) return [];
  return [{ add: { name: text('keptHere'), first: first.frame, last: last.frame } }];
}
