import { make } from '../elements/support.js';
import { clock } from '../format.js';
import { keep, recall } from '../settings.js';
import { language, text } from '../texts.js';
import { style } from './sheet.js';

const place = 'vernier.marks';

style(`
  .marks { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; grid-column: 1 / -1; }
  .marks button { border: 1px solid var(--line); background: var(--panel); font-weight: 400; }
  .marks b { color: var(--accent); margin-inline-end: 0.5em; }
  .marks p { font-size: 0.87rem; font-variant-numeric: tabular-nums; padding: 0 0.5rem; }
`);

/** Marks the frame in view, or takes the mark from it that it has. */
export default async function mark(app, which) {
  follow(app);
  if (!app.state.media || app.page.bar.dragging) return;
  const here = await frameInView(app.state);
  const { [which]: before, ...rest } = app.state.marks;
  const marks = before?.frame === here.frame ? rest : { ...rest, [which]: here };
  const isTurned = marks.in?.frame > marks.out?.frame;
  put(app, isTurned ? { [which]: here } : marks);
}

export function clear(app) {
  put(app, {});
}

function put(app, marks) {
  app.dispatch({ type: 'marks', marks });
  keep(place, { ...recall(place), [app.state.media.id]: marks });
}

/** While it plays, only the server knows the frame of a time. */
async function frameInView({ media, scrub, playback }) {
  if (!playback) return only(scrub.target);
  const query = `time=${Math.min(playback.time, media.duration)}`;
  const response = await fetch(`/api/v1/media/${encodeURIComponent(media.id)}/target?${query}`);
  return only(await response.json());
}

function only({ frame, time, timecode }) {
  return { frame, time, timecode };
}

let following = null;

/** Shows the marks of each media that is opened from now on. */
export function follow(app) {
  if (following) return;
  following = (state) => show(app, state);
  app.watchers.add(following);
  following(app.state);
}

let shown;

function show(app, { media, marks }) {
  const { id } = media ?? {};
  if (id && shown?.id !== id) {
    shown = { id };
    return app.dispatch({ type: 'marks', marks: recall(place)[id] ?? {} });
  }
  if (shown?.marks === marks && shown.language === language) return;
  shown = { id, marks, language };
  const both = ['in', 'out'].filter((which) => marks[which]);
  app.page.bar.stops = both.map((which) => marks[which].time / media.duration);
  const list = app.page.marks;
  list.hidden = both.length === 0;
  list.className = 'marks';
  const jumps = both.map((which) => jump(app, which, marks[which]));
  list.replaceChildren(...jumps, ...rest(app, marks));
}

function jump(app, which, { frame, time, timecode }) {
  const button = Object.assign(make('button', ''), { type: 'button' });
  const words = text('frameName', { frame });
  button.append(make('b', '', text(which)), `${timecode ?? clock(time)} · ${words}`);
  button.addEventListener('click', () => app.seek({ frame }));
  return button;
}

function rest(app, marks) {
  const button = Object.assign(make('button', '', text('clear')), { type: 'button' });
  button.addEventListener('click', () => clear(app));
  if (!marks.in || !marks.out) return [button];
  const frames = marks.out.frame - marks.in.frame + 1;
  return [make('p', '', text('between', { frames })), button];
}
