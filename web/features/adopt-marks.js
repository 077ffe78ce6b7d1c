/** Marks that a browser kept before servers did go to the server, once. */

import { keep, recall } from '../settings.js';
import { text } from '../texts.js';
import { keptEdits } from './mark-edits.js';
import { edit } from './marks.js';
import { toast } from './toast.js';

const place = 'vernier.marks';
const busy = new Set();

/** Nothing is lost: what the server has already stays, and what is kept here becomes a segment. */
export async function adopt(app) {
  const { media: { id }, marks } = app.state;
  const { [id]: kept, ...others } = recall(place);
  if (!kept || busy.has(id)) return;
  busy.add(id);
  const edits = keptEdits(kept, marks);
  for (const change of edits) if (!(await edit(app, change))) return busy.delete(id);
  keep(place, others);
  busy.delete(id);
  if (edits.length > 0) toast(text('marksAdopted'));
}
