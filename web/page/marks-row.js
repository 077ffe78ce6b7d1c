import { framesOf } from '../client/frame-index.js';
import { make, reflect } from '../elements/support.js';
import { clock } from '../format.js';
import { language, text } from '../texts.js';
import { iconButton, wordButton } from './buttons.js';
import { adoptStyle } from './late-style.js';
import { adoptStoredMarks, edit } from './marks.js';
import { segmentList } from './segments.js';

adoptStyle(`
  .marks { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; min-width: 0; }
  .marks button:not(.icon) {
    border: 1px solid var(--line); background: var(--panel); font-weight: 400;
  }
  .marks :disabled { opacity: 0.35; cursor: default; }
  .marks b { color: var(--accent); margin-inline-end: 0.5em; }
  .marks p { font-size: 0.87rem; font-variant-numeric: tabular-nums; padding: 0 0.5rem; }
  .marks i { flex: 1; }
  @media (max-width: 62em) { .marks .number { display: none; } }
  @media (max-width: 90em) { body:has(#media:not([hidden])) .marks .number { display: none; } }
  @media (max-width: 35em) {
    .marks button:not(.icon) { padding: 0 0.9rem; }
    .marks i { flex-basis: 100%; }
  }
`);

/** With more frames than this, the list of all frames is fetched instead of each target. */
const mostTargets = 40;

/** Milliseconds until frames that could not be asked for are asked for again. */
const pause = 1000;

let known = { media: null, targets: new Map() };

let following = null;

/** Shows the marks of this media and of each that is opened from now on. */
export default function follow(app) {
  if (following) return;
  const list = segmentList(app);
  app.page.side.append(list.element);
  following = (state) => show(app, state, list);
  app.watchers.add(following);
  following(app.state);
}

let shown = {};

async function show(app, { media, marks }, list) {
  if (shown.marks === marks && shown.language === language) return;
  shown = { marks, language };
  const { version, in: first, out: last, segments = [] } = marks;
  const ends = [first, last].filter((frame) => frame !== undefined);
  hide(app.page, list.element, ends.length + segments.length === 0);
  if (version !== undefined) adoptStoredMarks(app);
  const frames = [...ends, ...segments.flatMap((one) => [one.first, one.last])];
  const targets = await targetsOf(media, frames).catch(() => null);
  // The marks may have changed meanwhile.
  if (shown.marks !== marks) return;
  if (!targets) return showLater(app, marks);
  showOnBar(app, marks, ends, segments, targets);
  replace(app.page.marks, [...chips(app, marks, targets), ...tools(app, marks)], app.page.bar);
  list.show(segments, targets, media);
}

/** Shows marks whose frames could not be asked for once the server may answer again. */
function showLater({ drawSoon }, marks) {
  setTimeout(() => {
    if (shown.marks === marks) shown = {};
    drawSoon();
  }, pause);
}

/** Hides an empty row and list; the focus goes from them to the bar. */
function hide({ marks, bar }, list, isEmpty) {
  const { activeElement } = document;
  if (isEmpty && (marks.contains(activeElement) || list.contains(activeElement))) bar.focus();
  marks.hidden = isEmpty;
  if (isEmpty) list.hidden = true;
}

function replace(row, parts, bar) {
  const nameOf = ({ title, firstChild }) => title || firstChild?.textContent;
  const { activeElement } = document;
  const held = row.contains(activeElement) ? nameOf(activeElement) : null;
  row.replaceChildren(...parts);
  const same = parts.find((one) => nameOf(one) === held && !one.disabled);
  if (held !== null) (same ?? bar).focus();
}

/** Draws the marks on the bar, and sets the times between which a loop plays. */
function showOnBar({ page, dispatch }, marks, ends, segments, targets) {
  page.bar.stops = ends.map((frame) => targets.get(frame).position);
  const at = (frame) => targets.get(frame).position;
  reflect(page.bar, {
    segments: segments.map(({ first, last }) => `${at(first)} ${at(last)}`).join(', '),
  });
  const between = { from: targets.get(marks.in)?.time, to: targets.get(marks.out)?.time };
  dispatch({ type: 'between', between });
}

function chips(app, marks, targets) {
  const both = ['in', 'out'].filter((which) => marks[which] !== undefined);
  const buttons = both.map((which) => {
    const { frame, time, timecode } = targets.get(marks[which]);
    const button = wordButton('', () => app.seek({ frame }));
    const number = make('span', 'number', ' · ');
    number.append(make('bdi', '', text('frameName', { frame })));
    button.append(make('b', '', text(which)), make('bdi', '', timecode ?? clock(time)), number);
    return button;
  });
  if (both.length < 2) return buttons;
  const count = marks.out - marks.in + 1;
  return [...buttons, make('p', '', text(count === 1 ? 'byFrame' : 'byFrames', { count }))];
}

function tools(app, { in: first, out: last, canUndo, canRedo }) {
  const load = (name) => () => app.perform([name]);
  const add = wordButton(text('addSegment'), load('segment'));
  add.disabled = first === undefined || last === undefined;
  const undo = iconButton('undoMarks', 'undo', () => edit(app, { undo: true }));
  const redo = iconButton('redoMarks', 'redo', () => edit(app, { redo: true }));
  [undo.disabled, redo.disabled] = [!canUndo, !canRedo];
  return [
    add, wordButton(text('export'), load('export')), make('i', ''), undo, redo,
    iconButton('marksFiles', 'files', load('marksFiles')),
    iconButton('clear', 'remove', load('clearMarks')),
  ];
}

/** A map from frames to `{frame, time, timecode, position}`; the list of all has no timecodes. */
async function targetsOf(media, frames) {
  if (frames.length === 0) return new Map();
  if (known.media !== media.id) known = { media: media.id, targets: new Map() };
  const { targets } = known;
  const missing = [...new Set(frames)].filter((frame) => !targets.has(frame));
  const found = missing.length > mostTargets ? await allTargets(media) : await Promise.all(
    missing.map((frame) => fetchTarget(media, frame)),
  );
  for (const target of found) targets.set(target.frame, withPosition(target, media));
  return targets;
}

async function fetchTarget({ id }, frame) {
  return (await ask(`${encodeURIComponent(id)}/target?frame=${frame}`)).json();
}

async function allTargets(media) {
  const { first, timebase: [numerator, denominator] } = media;
  const { pts } = await framesOf(media);
  return pts.map((one, frame) => (
    { frame, pts: one, time: ((one - first) * numerator) / denominator }
  ));
}

async function ask(address) {
  const answer = await fetch(`/api/v1/media/${address}`);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

function withPosition({ frame, pts, time, timecode }, { first, end }) {
  return { frame, time, timecode, position: (pts - first) / (end - first) };
}
