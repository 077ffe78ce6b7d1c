/** What keys and buttons ask for. Loaded with the first of them. */

import { actionFor, actions } from './keys.js';
import { play, skip, toggle } from './playing.js';
import { choices, recallAll, set } from './settings.js';

const later = (load, name = 'default') => (
  async (app, ...given) => (await load())[name](app, ...given)
);
/** Imports that have to wait for the same file need not end in the order in which they began. */
const once = (load, loading = null) => () => (
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  })
);
const marks = once(() => import('./features/marks.js'));
const ofMarks = (name) => later(marks, name);

const commands = {
  toggle,
  skip,
  play,
  set,
  recall: recallAll,
  seek: (app, to) => isFree(app) && app.seek(to),
  page: (app, by) => isFree(app) && app.seek(pageSeek(by, app.state)),
  peek,
  cancel: ({ page }) => page.bar.cancel(),
  choose: nextChoice,
  reconnect: ({ connection }) => connection.retry(),
  reload: ({ loadLibrary }) => loadLibrary(),
  shuttle: later(() => import('./features/shuttle.js')),
  // The frame that was in view, however long the rest takes to come.
  mark: (app, which) => ofMarks('mark')(app, which, app.state),
  goToMark: ofMarks('goTo'),
  segment: ofMarks('addSegment'),
  editMarks: ofMarks('edit'),
  showMarks: later(() => import('./features/marks-row.js')),
  marksFiles: later(() => import('./features/marks-files.js')),
  clearMarks: later(() => import('./features/clear-marks.js')),
  export: later(() => import('./features/export-sheet.js')),
  goTo: later(() => import('./features/go-to.js')),
  zoom: async ({ page }, notches) => {
    (await import('./elements/bar-zoom.js')).zoomHere(page.bar, notches);
  },
  picture: ({ page }) => page.view.zoom('toggle'),
  pan: ({ page }, x, y) => page.view.pan(x, y),
  lift: later(() => import('./features/away.js')),
  copy: later(() => import('./features/copy.js')),
  panel: (app) => switchOver(app, 'panel'),
  list: (app) => switchOver(app, 'list'),
  tools: (app) => switchOver(app, 'tools'),
  fine: (app) => switchOver(app, 'fine'),
  loop: (app) => switchOver(app, 'loop'),
  search: later(() => import('./features/search.js')),
  settings: later(() => import('./features/settings-sheet.js')),
  help: later(() => import('./features/help.js')),
  // Without a server there is none, and no other way to say so.
  notice: (app) => import('./features/notice.js').then(({ default: show }) => show(app), () => {}),
};

/** Hears a key, a click or a choice. */
export function hear(app, event) {
  const { name, value } = event.target;
  if (event.type === 'change') return choices[name] && perform(app, ['set', name, value]);
  if (event.type === 'click') return press(app, event.target);
  const action = actionFor(event);
  if (!action) return;
  event.preventDefault();
  perform(app, action);
}

function press(app, target) {
  const { dataset, id } = target.closest('a, button') ?? target;
  // The frame that is left stays in the history.
  if (dataset.id) app.writeNow();
  if (dataset.key) perform(app, actions[dataset.key]);
  else if (id in commands) perform(app, [id]);
}

export async function perform(app, [command, ...given]) {
  try {
    await commands[command](app, ...given);
  } catch (error) {
    app.dispatch({ type: 'error', code: 'not-loaded', message: error.message });
  }
}

function isFree({ state, page }) {
  return state.media && !page.bar.dragging;
}

/** The next of a setting's choices, also in mid-drag. */
function nextChoice(app, name) {
  const at = choices[name].indexOf(app.state.settings[name]);
  set(app, name, choices[name][(Math.max(at, 0) + 1) % choices[name].length]);
}

function switchOver(app, name) {
  set(app, name, app.state.settings[name] === 'on' ? 'off' : 'on');
}

let peeking = null;

/** Shows the bubble for a moment, though no hand holds the bar. */
function peek({ dispatch }) {
  clearTimeout(peeking);
  dispatch({ type: 'peek', peek: true });
  peeking = setTimeout(() => dispatch({ type: 'peek', peek: false }), 1200);
}

/** A chapter on or back where there are any, else a minute. Pure. */
export function pageSeek(by, { media: { chapters, duration }, scrub }) {
  if (chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(scrub.target.time + by * 60, 0), duration) };
}
