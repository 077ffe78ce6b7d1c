/** Snapping to stops that are sent as a list: those of the marks, and those that are typed. */

import { reflect } from '../elements/support.js';
import { ascending, TypedStops } from './typed-stops.js';

let sent = null;

/** Keeps the server's list of stops in step with what is chosen. */
export default function snapToListed(app) {
  if (sent !== null) return;
  sent = '';
  const typed = new TypedStops(() => app.drawSoon());
  const look = () => follow(app, typed);
  app.watchers.add(look);
  look();
}

function follow({ state, page: { bar }, connection }, typed) {
  const { media, settings: { snap, when } } = state;
  const listed = snap === 'stops' ? typed.of(state) : [];
  reflect(bar, { listed: listed.join(' ') });
  const stops = {
    marks: () => stopsOn(bar.marks.stops, bar.getAttribute('segments')), stops: () => listed,
  }[media && snap]?.();
  const wanted = stops ? JSON.stringify([media.id, when, stops]) : '';
  if (wanted === sent) return;
  sent = wanted;
  if (stops?.length > 0) connection.configure({ snap: { to: 'stops', stops, when } });
  else if (stops) connection.configure({ snap: { to: 'none', when } });
}

/** The positions of marks and of the ends of segments, ascending, each once. Pure. */
export function stopsOn(marks, segments) {
  const ends = segments?.split(/[ ,]+/).map(Number) ?? [];
  return ascending([...marks, ...ends]);
}
