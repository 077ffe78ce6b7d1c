import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  .panel {
    display: grid; position: absolute; inset-block-start: 12px; inset-inline-start: 12px;
    grid-template-columns: auto auto; gap: 0.1rem 1rem;
    margin: 0; padding: 0.7rem 1rem; border-radius: 10px;
    background: #000c; color: #fff; font: 0.8rem/1.5 ui-monospace, monospace; pointer-events: none;
  }
  .panel dt { color: #ccc; }
  .panel dd { margin: 0; text-align: end; unicode-bidi: plaintext; font-variant-numeric: tabular-nums; }
  @media (max-width: 35em) {
    .panel { inset: 4px auto auto 4px; padding: 0.3rem 0.6rem; font-size: 10px; line-height: 1.3; }
  }
`);

/** A member of an RFC 9651 dictionary: its key, and its value if a token or a string. */
const member = /(?:^|,)[ \t]*([a-z*][\w.*-]*)(?:=(?:"([^"]*)"|([^\s,;]*)))?(?:[ \t]*;[^,]*)?[ \t]*/gy;

let panel = null;

/** Shows technical facts of the frame in view, and its latency. */
export default function show(app) {
  if (panel) return;
  panel = make('dl', 'panel');
  app.page.view.after(panel);
  const measured = measure(app);
  const typeOf = askForTypes(() => draw(app.state));
  const draw = (state) => {
    panel.hidden = state.settings.panel !== 'on';
    if (!panel.hidden) fill(rows(state, { ...measured, type: typeOf(state) }));
  };
  app.watchers.add(draw);
  draw(app.state);
}

/** Measures the time from a message until its picture is painted. */
function measure({ connection, page }) {
  const asked = new Map();
  const found = {};
  connection.addEventListener('sent', ({ detail: { type, seq } }) => {
    if (type === 'painted' || !seq) return;
    asked.set(seq, performance.now());
    asked.delete(seq - 200);
  });
  page.view.addEventListener('picturepainted', ({ detail: { seq } }) => {
    const since = asked.get(seq);
    if (since) found.latency = `${Math.round(performance.now() - since)} ms`;
  });
  return found;
}

/** Gives the picture type of the frame at rest; `done` is called when it has been fetched. */
function askForTypes(done) {
  let [asked, type] = [];
  return ({ media, scrub, playback }) => {
    const isSeen = media && media.kind !== 'audio';
    if (!isSeen || playback || scrub.phase !== 'idle' || scrub.target.frame === null) return null;
    const id = encodeURIComponent(media.id);
    const frame = `frames/${scrub.target.frame}.jpg?width=16&v=${media.version}`;
    const address = `/api/v1/media/${id}/${frame}`;
    if (address === asked) return type;
    [asked, type] = [address, null];
    fetch(address).then(({ headers }) => {
      if (address !== asked) return;
      type = pictureType(headers.get('Vernier-Picture')) ?? '–';
      done();
    }, () => {});
    return type;
  };
}

function rows({ media, scrub, painted, link }, { latency, type }) {
  if (!media) return { link: text(`link-${link}`) };
  const { frame, pts, key, keyframe } = scrub.target;
  const [numerator, denominator] = media.timebase;
  return {
    frame,
    shown: painted && `${painted.frame ?? '–'}${painted.exact ? '' : ' ≈'}`,
    pts,
    timebase: `${numerator}/${denominator}`,
    kind: text(key ? 'isKey' : 'isNotKey'),
    type,
    fromKey: frame === null || keyframe.frame === null ? '–' : frame - keyframe.frame,
    decoded: painted?.decoded,
    latency,
    size: painted && `${painted.width} × ${painted.height}`,
    position: scrub.position.toFixed(6),
    gain: scrub.gain,
    link: text(`link-${link}`),
  };
}

function fill(found) {
  const known = Object.entries(found).filter(([, value]) => value !== undefined && value !== null);
  panel.replaceChildren(...known.flatMap(([name, value]) => [
    make('dt', '', text(`panel-${name}`)), make('dd', '', String(value)),
  ]));
}

/** The picture type (I, P, B) in a `Vernier-Picture` header, or null. Pure. */
export function pictureType(header) {
  const members = [...(header ?? '').matchAll(member)];
  const [, , quoted, plain] = members.findLast(([, key]) => key === 'type') ?? [];
  return quoted ?? plain ?? null;
}
