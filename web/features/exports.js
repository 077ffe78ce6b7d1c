/** What is exported: the server's list, and who looks at it. */

import { text } from '../texts.js';
import { answerTo } from './answer.js';
import { toast } from './toast.js';

let list = null;
const watchers = new Set();

/** The last list, or null. */
export const exportsNow = () => list;

/** Calls with the list at each change, until what is given is called. */
export function watchExports(app, watch) {
  if (watchers.size === 0) begin(app);
  watchers.add(watch);
  if (list) watch(list);
  return () => watchers.delete(watch);
}

let begun = false;

function begin({ connection }) {
  connection.export();
  if (begun) return;
  begun = true;
  connection.addEventListener('exports', ({ detail }) => {
    if (list && watchers.size === 0) tellOfEnd(detail.cuts);
    list = detail;
    for (const watch of watchers) watch(list);
  });
  connection.addEventListener('opened', () => watchers.size > 0 && connection.export());
}

/** What ends while nobody looks is said. */
function tellOfEnd(cuts) {
  const ran = list.cuts.filter(({ state }) => /^(waiting|running)$/.test(state));
  const ended = cuts.find(({ id, state }) => (
    /^(done|failed)$/.test(state) && ran.some((one) => one.id === id)
  ));
  if (ended) toast(ended.message ?? text('exportDone', ended));
}

/** Asks for a plan; gives its id, or what stands against it. */
export async function plan(app, cut) {
  const answer = await answerTo(app, () => app.connection.export({ cut }));
  if (answer.type !== 'exports') return { why: objection(answer) };
  // The newest has the highest number.
  return { id: Math.max(...answer.cuts.map(({ id }) => id)) };
}

/** Starts or cancels a cut; gives what stands against it. */
export async function order(app, task) {
  const answer = await answerTo(app, () => app.connection.export(task));
  return answer.type === 'exports' ? undefined : objection(answer);
}

const objection = ({ type, message }) => (type === 'lost' ? text('exportLost') : message);

export const addressOf = (name) => `/api/v1/exports/${encodeURIComponent(name)}`;
