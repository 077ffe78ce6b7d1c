import { readAddress, writeAddress } from './address.js';
import { previewWidth } from './geometry.js';
import { actionFor, actions, pageSeek } from './keys.js';
import { Prediction } from './prediction.js';
import { reflect } from './elements/support.js';
import { page, render } from './render.js';
import { ScrubModel } from './scrub-model.js';
import { initialState, reduce } from './state.js';
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

/** Changes the state, and draws it with the next animation frame. */
function dispatch(event) {
  state = reduce(state, event);
  rendering ??= requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(rendering);
  rendering = null;
  render(state, prediction.position);
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
  scrollTo(0, 0);
  wanted = frame;
  dispatch({ type: 'choose', media });
  view.load(null);
  look(null);
  askForPictures();
  connection.open(media);
}

/** The address follows the frame at rest. Browsers allow few changes a second. */
let addressTimer = null;
function keepAddress() {
  addressTimer ??= setTimeout(() => {
    addressTimer = null;
    const { media, scrub } = state;
    if (!media || scrub.phase !== 'idle' || wanted !== null) return;
    history.replaceState(null, '', writeAddress({ media: media.id, frame: scrub.target.frame }));
  }, 250);
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

on(bar, 'scrubbegin', (detail) => {
  reflect(page.bubble, { lift: 0 });
  view.pause();
  wanted = null;
  connection.begin(detail);
  peek(0);
});
on(bar, 'scrubmove', ({ samples }) => {
  connection.move(samples);
  // Samples come right before a frame is drawn: in this very one the bar is to follow.
  draw();
});
on(bar, 'scrubend', () => connection.end());
on(bar, 'scrubcancel', () => connection.cancel());
on(bar, 'scrubseek', ({ to }) => seek(to));
on(bar, 'scrublift', (lift) => reflect(page.bubble, lift));
on(bar, 'scrubrange', ({ range }) => look(range));

/** Brings a part of the track into view, or all of it. */
function look(range) {
  for (const one of [bar, page.bubble, page.ruler]) reflect(one, { range });
}

// The picture

on(view, 'pictureseen', ({ seq }) => connection.painted(seq));
on(view, 'picturepainted', (picture) => dispatch({ type: 'painted', ...picture }));
on(view, 'viewresize', askForPictures);
on(view, 'playbacktime', ({ time }) => dispatch({ type: 'playback', time }));
on(view, 'playbackfailed', () => dispatch({ type: 'unplayable' }));
on(view, 'playbackstopped', ({ time }) => {
  dispatch({ type: 'playback', time: null });
  const { duration, frameRate } = state.media;
  // A quarter of a frame on: the player's clock may round to just before the frame it shows.
  const inside = frameRate?.[0] > 0 ? frameRate[1] / frameRate[0] / 4 : 0;
  connection.seek({ time: Math.min(time + inside, duration) });
});

// Keys and buttons

function perform(action) {
  const { media, scrub } = state;
  if (action.type === 'cancel') return bar.cancel();
  if (!media || bar.dragging) return;
  const { time } = scrub.target;
  if (action.type === 'toggle') return view.playing ? view.pause() : view.play(time);
  seek(action.type === 'page' ? pageSeek(action.by, media, time) : action.to);
}

function seek(to) {
  view.pause();
  wanted = null;
  connection.seek(to);
  peek(1200);
}

let peeking = null;
function peek(milliseconds) {
  clearTimeout(peeking);
  dispatch({ type: 'peek', peek: milliseconds > 0 });
  if (milliseconds > 0) peeking = setTimeout(() => peek(0), milliseconds);
}

addEventListener('keydown', (event) => {
  const action = actionFor(event);
  if (!action) return;
  event.preventDefault();
  if (action.type !== 'toggle' || !event.repeat) perform(action);
});

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button?.dataset.key) perform(actions[button.dataset.key]);
  if (button?.id === 'reconnect') connection.retry();
  if (button?.id === 'reload') loadLibrary();
});

addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());

// Without the model, the page shows what the server answers.
ScrubModel.load(fetch('scrub-model.wasm')).then((model) => prediction.adopt(model), () => {});

draw();
loadLibrary();
