/** Snapping to marks and to the ends of segments, which are sent as listed stops. */

let sent = null;

/** Keeps the stops in step with the marks while they are chosen. */
export default function snapToMarks(app) {
  if (sent !== null) return;
  sent = '';
  app.watchers.add(() => look(app));
  look(app);
}

function look({ state: { media, settings: { snap, when } }, page: { bar }, connection }) {
  const isChosen = media && snap === 'marks';
  const stops = stopsOn(bar.marks.stops, bar.getAttribute('segments'));
  const wanted = isChosen ? JSON.stringify([media.id, when, stops]) : '';
  if (wanted === sent) return;
  sent = wanted;
  if (isChosen && stops.length > 0) connection.configure({ snap: { to: 'stops', stops, when } });
  else if (isChosen) connection.configure({ snap: { to: 'none', when } });
}

/** The positions of marks and of the ends of segments, ascending, each once. Pure. */
export function stopsOn(marks, segments) {
  const ends = segments?.split(/[ ,]+/).map(Number) ?? [];
  return [...new Set([...marks, ...ends])].sort((one, other) => one - other);
}
