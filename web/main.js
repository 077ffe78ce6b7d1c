import { readAddress, writeAddress } from './address.js';
import { Connection } from './connection.js';
import { previewWidth } from './geometry.js';
import { actionFor, keyTable, pageSeek } from './keys.js';
import { render } from './render.js';
import { initialState, reduce } from './state.js';
import { createStore } from './store.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-media-list.js';
import './elements/vernier-ruler.js';
import './elements/vernier-view.js';

const view = document.getElementById('view');
const bar = document.getElementById('bar');
const store = createStore(reduce, initialState, render, requestAnimationFrame);
const connection = new Connection(new URL('/api/v1/scrub', location.href.replace(/^http/, 'ws')).href);

/** The frame to land on once the server can: of a link, or the one a lost socket left. */
let wanted = null;
let gesture = 0;

// The library

async function loadLibrary() {
  try {
    const response = await fetch('/api/v1/media');
    if (!response.ok) throw new Error(response.statusText);
    store.dispatch({ type: 'library', list: (await response.json()).media });
  } catch {
    store.dispatch({ type: 'library-failed' });
  }
  const { chosen, list } = store.state;
  if (!chosen) followAddress();
  if (list.length === 0) setTimeout(loadLibrary, 5000);
}

function followAddress() {
  const { media, frame } = readAddress(location.hash);
  const id = media ?? store.state.list[0]?.id;
  if (!id) return;
  if (id !== store.state.chosen) choose(id, frame);
  else if (frame !== null) seek({ frame });
}

function choose(media, frame) {
  wanted = frame;
  store.dispatch({ type: 'choose', media });
  view.load(null);
  askForPictures();
  connection.open(media);
}

/** The address follows the frame at rest; browsers allow no more than a few changes a second. */
let addressTimer = null;
function keepAddress() {
  addressTimer ??= setTimeout(() => {
    addressTimer = null;
    const { media, scrub } = store.state;
    if (!media || scrub.phase !== 'idle' || wanted !== null) return;
    history.replaceState(null, '', writeAddress({ media: media.id, frame: scrub.target.frame }));
  }, 250);
}

// The server

connection.addEventListener('link', ({ detail }) => {
  store.dispatch({ type: 'link', ...detail });
});

connection.addEventListener('message', ({ detail: message }) => {
  if (message.type === 'opened') return opened(message);
  store.dispatch(message);
  if (message.type === 'index') land();
  if (message.type === 'state') keepAddress();
});

connection.addEventListener('preview', ({ detail }) => view.show(detail));

function opened(message) {
  const { media, scrub } = store.state;
  store.dispatch(message);
  if (media) {
    wanted ??= scrub.target.frame;
    view.reset();
    loadLibrary();
  } else {
    view.load(message.media, `/api/v1/media/${encodeURIComponent(message.media.id)}/file`);
  }
  askForPictures();
  land();
  keepAddress();
  if (bar.dragging) bar.restart();
}

/** Goes to the frame that is wanted, or to the last where there are not that many. */
function land() {
  if (wanted === null) return;
  const { media, scrub } = store.state;
  const known = wanted < media.frames;
  if (!known && media.index?.state === 'scanning') return;
  if (scrub.target.frame !== wanted) connection.send('seek', { to: known ? { frame: wanted } : { position: 1 } });
  wanted = null;
}

function askForPictures() {
  const width = previewWidth(view.width, devicePixelRatio, store.state.media?.width);
  connection.configurePreview({ width, quality: 80 });
}

// The hand

bar.addEventListener('scrubbegin', ({ detail }) => {
  view.pause();
  wanted = null;
  gesture += 1;
  connection.send('begin', { gesture, control: 'bar', ...detail });
  peek(0);
});
bar.addEventListener('scrubmove', ({ detail }) => connection.send('move', { gesture, ...detail }));
bar.addEventListener('scrubend', () => connection.send('end', { gesture }));
bar.addEventListener('scrubcancel', () => connection.send('cancel', { gesture }));

// The picture

view.addEventListener('pictureseen', ({ detail }) => connection.send('painted', detail));
view.addEventListener('picturepainted', ({ detail }) => store.dispatch({ type: 'painted', ...detail }));
view.addEventListener('viewresize', askForPictures);
view.addEventListener('playbacktime', ({ detail }) => store.dispatch({ type: 'playback', ...detail }));
view.addEventListener('playbackfailed', () => store.dispatch({ type: 'unplayable' }));
view.addEventListener('playbackstopped', ({ detail }) => {
  store.dispatch({ type: 'playback', time: null });
  const { duration, frameRate } = store.state.media;
  // A quarter of a frame on: the player's clock may round to just before the frame it shows.
  const inside = frameRate?.[0] > 0 ? frameRate[1] / frameRate[0] / 4 : 0;
  connection.send('seek', { to: { time: Math.min(detail.time + inside, duration) } });
});

// Keys and buttons

function perform(action) {
  const { media, scrub } = store.state;
  if (!media) return;
  if (action.type === 'cancel') return bar.cancel();
  if (bar.dragging) return;
  if (action.type === 'toggle') return view.playing ? view.pause() : view.play(scrub.target.time);
  seek(action.type === 'page' ? pageSeek(action.by, media, scrub.target.time) : action.to);
}

function seek(to) {
  view.pause();
  wanted = null;
  connection.send('seek', { to });
  peek(1200);
}

/** Opens the bubble for a moment, as for a hand. */
let peeking = null;
function peek(milliseconds) {
  clearTimeout(peeking);
  store.dispatch({ type: 'peek', peek: milliseconds > 0 });
  if (milliseconds > 0) peeking = setTimeout(() => store.dispatch({ type: 'peek', peek: false }), milliseconds);
}

addEventListener('keydown', (event) => {
  const action = actionFor(event);
  if (!action) return;
  event.preventDefault();
  if (action.type !== 'toggle' || !event.repeat) perform(action);
});

document.getElementById('deck').addEventListener('click', (event) => {
  const key = event.target.closest('[data-key]')?.dataset.key;
  if (key) perform(keyTable.find(({ keys }) => keys.includes(key)).action);
});

document.getElementById('list').addEventListener('mediarequest', ({ detail }) => {
  location.hash = writeAddress({ media: detail.media });
  scrollTo({ top: 0 });
});
document.querySelector('#banner button').addEventListener('click', () => connection.retry());
document.querySelector('#notice button').addEventListener('click', loadLibrary);
document.getElementById('keys').append(
  ...keyTable.flatMap(({ shown, does }) => [term('dt', shown), term('dd', does)]),
);

function term(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());
document.addEventListener('visibilitychange', () => document.hidden || connection.retry());

render(initialState);
loadLibrary();
