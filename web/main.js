import { readAddress, writeAddress } from './address.js';
import { BarModel } from './bar-model.js';
import { listen } from './first-events.js';
import { reflect } from './elements/support.js';
import { previewWidth } from './geometry.js';
import { Prediction } from './prediction.js';
import { page, render } from './render.js';
import { initialState, isIndexing, isNotable, reduce } from './state.js';
import { speak } from './texts.js';
import { VernierClient } from './vernier-client.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-ruler.js';
import './elements/vernier-view.js';

const { view, bar } = page;
const connection = new VernierClient();
const prediction = new Prediction();

let state = initialState;
let rendering = null;
/** The frame to land on once the server can. */
let wanted = null;
/** The first number whose pictures count. */
let landing = 0;

/** What the parts that are loaded when they are first asked for work with. */
const app = {
  page, connection, dispatch, follow, seek, rest, loadLibrary, writeNow,
  /** Called with the state whenever it is drawn. */
  watchers: new Set(),
  /** Stops what moves by itself, beside the player. */
  halt: null,
  get state() {
    return state;
  },
};

/** Changes the state, and draws it with the next animation frame. */
function dispatch(event) {
  state = reduce(state, event);
  rendering ??= requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(rendering);
  rendering = null;
  render(state, prediction.position);
  if (isNotable(state)) app.perform(['notice']);
  if (isIndexing(state)) indexing ??= setTimeout(showIndexing, 500);
  for (const watch of app.watchers) watch(state);
}

/** Short scans are not worth a word. */
let indexing = null;
function showIndexing() {
  indexing = null;
  if (isIndexing(state)) import('./features/indexing.js').then(({ default: show }) => show(app));
}

function on(target, type, hear) {
  target.addEventListener(type, ({ detail }) => hear(detail));
}

// What to open

async function loadLibrary() {
  try {
    const response = await fetch('/api/v1/media');
    dispatch({ type: 'library', list: (await response.json()).media });
  } catch {
    dispatch({ type: 'library-failed' });
  }
  if (!state.chosen) followAddress();
  if (state.list.length === 0) setTimeout(loadLibrary, 5000);
}

function followAddress() {
  const { media, frame } = readAddress(location.hash);
  const id = media ?? state.list[0]?.id;
  if (!id) return;
  if (id !== state.chosen) choose(id, frame);
  else if (frame !== null) seek({ frame });
}

function choose(media, frame) {
  rest();
  scrollTo(0, 0);
  wanted = frame;
  look(null);
  dispatch({ type: 'choose', media });
  view.load(null);
  askForPictures();
  connection.open(media);
}

/** The address follows the frame at rest. Browsers allow few changes a second. */
let addressTimer = null;
function keepAddress() {
  addressTimer ??= setTimeout(writeNow, 250);
}

function writeNow() {
  addressTimer = clearTimeout(addressTimer);
  const { media, scrub } = state;
  if (!media || scrub.phase !== 'idle' || wanted !== null) return;
  history.replaceState(null, '', writeAddress({ media: media.id, frame: scrub.target.frame }));
}

// The server

on(connection, 'sent', (message) => {
  prediction.sent(message);
  rendering ??= requestAnimationFrame(draw);
});
on(connection, 'link', (link) => dispatch({ type: 'link', ...link }));
on(connection, 'preview', (preview) => {
  if (preview.seq >= landing) view.show(preview);
  else connection.painted(preview.seq);
});
on(connection, 'message', (message) => {
  const before = state;
  dispatch(message);
  prediction.heard(message);
  if (message.configuration) bar.law = message.configuration.law;
  if (message.type === 'opened') opened(before);
  if (message.type === 'index') land();
  keepAddress();
});

function opened({ media, scrub }) {
  landing = 0;
  if (media) {
    wanted ??= scrub.target.frame;
    view.reset();
    loadLibrary();
  } else {
    view.load(state.media, `/api/v1/media/${encodeURIComponent(state.media.id)}/file`);
  }
  askForPictures();
  land();
  bar.restart();
}

/** Goes to the frame that is wanted, or to the last. */
function land() {
  const { media, scrub } = state;
  const known = wanted < media.frames;
  if (wanted !== null && !known && media.index?.state === 'scanning') return;
  if (wanted !== null && wanted !== scrub.target.frame) {
    landing = connection.seek(known ? { frame: wanted } : { position: 1 });
  }
  wanted = null;
}

function askForPictures() {
  const width = previewWidth(view.width, devicePixelRatio, state.media?.width);
  connection.configure({ preview: { width, quality: 80 } });
}

// The hand

/** Goes where a control is moved: the bar, or a dial. */
function follow(control) {
  on(control, 'scrubbegin', (detail) => {
    rest();
    wanted = null;
    connection.begin(detail);
  });
  on(control, 'scrubmove', ({ samples }) => {
    connection.move(samples);
    // Samples come right before a frame is drawn: in this very one the bar is to follow.
    draw();
  });
  on(control, 'scrubend', () => connection.end());
  on(control, 'scrubcancel', () => connection.cancel());
  on(control, 'scrubseek', ({ to }) => seek(to));
}
follow(bar);
bar.addEventListener('scrublift', () => {
  import('./features/away.js').then(({ default: away }) => away(app), () => {});
}, { once: true });
on(bar, 'scrubrange', ({ range }) => look(range));

/** Brings a part of the track into view, or all of it. */
function look(range) {
  for (const one of [bar, page.bubble, page.ruler]) reflect(one, { range });
}

function seek(to) {
  rest();
  wanted = null;
  connection.seek(to);
  app.perform(['peek']);
}

function rest() {
  view.pause();
  app.halt?.();
}

// The picture

on(view, 'pictureseen', ({ seq }) => connection.painted(seq));
on(view, 'picturepainted', (picture) => dispatch({ type: 'painted', ...picture }));
on(view, 'viewresize', askForPictures);

listen(app);
addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());

// Without the model, the page shows what the server answers.
BarModel.load(fetch('scrub-model.wasm')).then((model) => prediction.adopt(model), () => {});

try {
  if (localStorage.length || !location.hash) app.perform(['recall']);
} catch {
  // A browser may refuse to remember.
}
speak().then(draw);
draw();
loadLibrary();
