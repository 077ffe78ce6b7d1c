/** The exports: the server's list of cuts and files, requests to change it, and a plan in words. */

import { text } from '../texts.js';
import { request } from './request.js';
import { toast } from './toast.js';

let list = null;
const watchers = new Set();

/** The last list received, or null. */
export const exportsNow = () => list;

/** Calls `watch` with the list at each change; gives a function that ends this. */
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
    if (list && watchers.size === 0) announceEnd(detail.cuts);
    list = detail;
    for (const watch of watchers) watch(list);
  });
  connection.addEventListener('opened', () => watchers.size > 0 && connection.export());
}

/** Announces a cut that ends while its dialog is closed. */
function announceEnd(cuts) {
  const ran = list.cuts.filter(({ state }) => /^(waiting|running)$/.test(state));
  const ended = cuts.find(({ id, state }) => (
    /^(done|failed)$/.test(state) && ran.some((one) => one.id === id)
  ));
  if (ended) toast(ended.message ?? text('exportDone', ended));
}

/** Requests a plan; gives its id, or why there is none. */
export async function plan(app, cut) {
  const answer = await request(app, () => app.connection.export({ cut }));
  if (answer.type !== 'exports') return { why: refusal(answer) };
  // The newest has the highest number.
  return { id: Math.max(...answer.cuts.map(({ id }) => id)) };
}

/** Starts or cancels a cut; gives why it was refused, if it was. */
export async function control(app, task) {
  const answer = await request(app, () => app.connection.export(task));
  return answer.type === 'exports' ? undefined : refusal(answer);
}

const refusal = ({ type, message }) => (type === 'lost' ? text('exportLost') : message);

export const addressOf = (name) => `/api/v1/exports/${encodeURIComponent(name)}`;

/** What a cut will be, in sentences, before it is begun. Pure. */
export function planWords(cut) {
  const { first, last, shown = { first, last }, copied = 0, encoded = 0 } = cut;
  return [
    edge('starts', shown.first, first), edge('ends', shown.last, last),
    text(encoded > 0 ? 'planEncoded' : 'planCopied', { copied, encoded }), ...dropWords(cut),
  ];
}

/** What a cut leaves out, as a sentence, if it does. Pure. */
export function dropWords({ dropped = [] }) {
  const parts = dropped.map((part) => text(`dropped-${part.what}`, part));
  return parts.length === 0 ? [] : [text('planDropped', { parts: parts.join(', ') })];
}

/** Where an end of the cut lies, and how far that is from the mark. */
function edge(name, frame, mark) {
  const side = frame === mark ? 'Exactly' : frame < mark ? 'Before' : 'After';
  return text(`${name}${side}`, { frame, by: Math.abs(frame - mark) });
}

/** A suggested file name: the media's, with the segment or frames. Pure. */
export function exportName(media, segment, { first, last }) {
  const [, stem, ending = ''] = /^(.*?)(\.\w{1,4})?$/.exec(media);
  const part = segment?.replace(/[\\/:*?"<>|]+/g, ' ').trim() || `${first}-${last}`;
  return `${stem} ${part}${ending}`;
}
