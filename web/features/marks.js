/** What is marked: the server keeps it, and changes it at the page's wish. */

import { text } from '../texts.js';
import { answerTo } from './answer.js';
import { pointEdits } from './mark-edits.js';
import { toast } from './toast.js';

/** One change after the other: each is made for what the one before it has left. */
let turn = Promise.resolve();

/**
 * Makes a change, or what a function makes of the newest marks, also several one after the other.
 * Gives whether the server has made them.
 */
export function edit(app, change) {
  const { chosen } = app.state;
  turn = turn.then(() => carryOut(app, chosen, change)).catch(() => false);
  return turn;
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
  const answer = await answerTo(app, () => app.connection.marks({ version, edit: change }));
  if (answer.type !== 'marks') await complain(app, version, answer);
  return answer.type === 'marks';
}

/** The marks, which the server knows once it knows every frame; null where the media is left. */
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

/** Whoever changes what someone else has changed meanwhile is to see that first. */
async function complain(app, version, { type, message }) {
  if (type === 'lost') return toast(text('marksLost'));
  const now = await answerTo(app, () => app.connection.marks());
  toast(now.version > version ? text('marksStale') : text('marksRefused', { why: message }));
}

/** Marks the frame in view, or takes the mark from it that it has. */
export function mark(app, which, state) {
  if (!isFree(app)) return false;
  const frame = frameInView(state);
  return edit(app, async (marks) => pointEdits(marks, which, await frame));
}

/** Makes a segment of what lies from the in mark to the out mark. */
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

export function goTo(app, which) {
  const { [which]: frame } = app.state.marks;
  if (isFree(app) && frame !== undefined) app.seek({ frame });
}

function isFree({ state, page }) {
  return state.media && !page.bar.dragging;
}

/** While it plays, only the server knows the frame of a time. */
export async function frameInView({ media, scrub, playback }) {
  if (!playback) return scrub.target.frame;
  const query = `time=${Math.min(playback.time, media.duration)}`;
  const response = await fetch(`/api/v1/media/${encodeURIComponent(media.id)}/target?${query}`);
  return (await response.json()).frame;
}
