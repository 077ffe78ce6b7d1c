/** The commands of keys and buttons. */

import { frameInView, watchArrival } from './arrival.js';
import { actionFor, actions } from './keys.js';
import { load } from './load.js';
import { choices, set } from './settings.js';

const later = (module, name = 'default') => (
  async (app, ...given) => (await load(`page/${module}`))[name](app, ...given)
);
const skip = later('player', 'skip');
const shuttle = later('shuttle');
const ofMarks = (name) => later('marks', name);
const copy = later('copy');
const seekPage = later('page-seek');
const undo = later('history', 'undo');
const redo = later('history', 'redo');

const commands = {
  toggle: later('player', 'toggle'),
  skip: (app, by) => (app.page.view.playing ? skip(app, by) : commands.seek(app, { frames: by })),
  set,
  seek: (app, to) => isFree(app) && app.seek(to),
  page: (app, by) => isFree(app) && seekPage(app, by),
  undo: (app) => isFree(app) && undo(app),
  redo: (app) => isFree(app) && redo(app),
  peek,
  cancel: ({ page }) => page.bar.cancel(),
  choose: nextChoice,
  reconnect: ({ connection }) => connection.retry(),
  reload: ({ loadLibrary }) => loadLibrary(),
  // With K held, J and L step.
  shuttle: (app, by) => (by !== 0 && isKHeld ? commands.seek(app, { frames: by }) : shuttle(app, by)),
  // What is sent while the module is loaded must not change the frame.
  mark: (app, which) => isFree(app) && ofMarks('mark')(app, which, frameInView(app)),
  goToMark: ofMarks('goTo'),
  segment: ofMarks('addSegment'),
  editMarks: ofMarks('edit'),
  showMarks: later('marks-row'),
  marksFiles: later('marks-files'),
  clearMarks: later('clear-marks'),
  export: later('export-dialog'),
  room: later('room'),
  goTo: later('go-to'),
  zoom: async ({ page }, notches) => {
    (await load('elements/bar-zoom')).zoomHere(page.bar, notches);
  },
  picture: ({ page }) => page.view.zoom('toggle'),
  pan: ({ page }, x, y) => page.view.pan(x, y),
  copy: copyFrame,
  panel: (app) => toggleSetting(app, 'panel'),
  list: (app) => toggleSetting(app, 'list'),
  tools: (app) => toggleSetting(app, 'tools'),
  fine: (app) => toggleSetting(app, 'fine'),
  loop: (app) => toggleSetting(app, 'loop'),
  search: later('media-list', 'search'),
  settings: later('settings-dialog'),
  help: later('help'),
  // Without a server the module cannot be loaded, and nothing can be shown.
  notice: (app) => load('page/notice').then(({ default: show }) => show(app), () => {}),
};

/** Passes keys, clicks and choices to their commands; sets the app's `perform`. */
export function listen(app) {
  app.perform = (action) => perform(app, action);
  watchArrival(app.connection);
  watchK();
  for (const type of ['keydown', 'click', 'change']) {
    addEventListener(type, (event) => event.defaultPrevented || handle(app, event));
  }
}

let isKHeld = false;

function watchK() {
  for (const type of ['keydown', 'keyup']) {
    addEventListener(type, ({ key }) => {
      if (key.toLowerCase() === 'k') isKHeld = type === 'keydown';
    });
  }
  addEventListener('blur', () => { isKHeld = false; });
}

function handle(app, event) {
  const { name, value } = event.target;
  if (event.type === 'change') return choices[name] && perform(app, ['set', name, value]);
  if (event.type === 'click') return press(app, event.target);
  const action = actionFor(event);
  // Wherever the focus is, keys are not for what is behind a dialog.
  if (!action || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  perform(app, action);
}

function press(app, target) {
  const { dataset, id } = target.closest('a, button') ?? target;
  // The history entry that is left is to name the last frame.
  if (dataset.id) app.writeNow();
  if (dataset.key) perform(app, actions[dataset.key]);
  else if (id in commands) perform(app, [id]);
}

/** Commands that wait for their module, or for an answer; the page is busy while there are any. */
let pending = 0;

async function perform(app, [command, ...given]) {
  note(1);
  try {
    await commands[command](app, ...given);
  } catch (error) {
    app.dispatch({ type: 'error', code: 'not-loaded', message: error.message });
  }
  note(-1);
}

function note(change) {
  pending += change;
  document.documentElement.toggleAttribute('data-busy', pending > 0);
}

function isFree({ state, page }) {
  return state.media && !page.bar.dragging;
}

/** The next of a setting's choices, also during a drag. */
function nextChoice(app, name) {
  const at = choices[name].indexOf(app.state.settings[name]);
  return set(app, name, choices[name][(Math.max(at, 0) + 1) % choices[name].length]);
}

function toggleSetting(app, name) {
  return set(app, name, app.state.settings[name] === 'on' ? 'off' : 'on');
}

/** Copies the frame in view, where playback stops. */
function copyFrame(app, what) {
  if (!app.state.media) return undefined;
  app.stop();
  return copy(app, what, frameInView(app));
}

let peeking = null;

/** Shows the bubble for a moment without a drag; after a step by frames the filmstrip as well. */
function peek({ dispatch }, isStep) {
  clearTimeout(peeking);
  dispatch({ type: 'peek', peek: isStep ? 'step' : true });
  peeking = setTimeout(() => dispatch({ type: 'peek', peek: false }), 1200);
}
