/** Undo and redo of moves: the server keeps what can be undone, the page what has been. */

import { arrival } from './arrival.js';

/** Where each undo began, the last one last; promises, as an answer may be on its way. */
let undone = [];
/** Whether the next seek is one of these, which forgets nothing. */
let isOurs = false;

/** The connections whose moves are noted. */
const watched = new WeakSet();

/** Another move from now on leaves nothing to redo. */
export default function watch({ connection }) {
  if (watched.has(connection)) return;
  watched.add(connection);
  connection.addEventListener('sent', ({ detail: { type } }) => {
    if (!isOurs && (type === 'begin' || type === 'seek')) undone = [];
  });
  connection.addEventListener('link', () => { undone = []; });
}

export function undo(app) {
  watch(app);
  undone.push(arrival(app));
  seek(app, { undo: true });
}

export async function redo(app) {
  const target = await undone.pop();
  if (target) seek(app, { frame: target.frame });
}

function seek(app, to) {
  isOurs = true;
  app.seek(to);
  isOurs = false;
}
