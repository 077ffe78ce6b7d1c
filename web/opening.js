/** What is open: what there is, what the address names, and the frame to land on. */

import { readAddress, writeAddress } from './address.js';
import { app } from './app.js';
import { look, rest, seek } from './following.js';
import { previewWidth } from './geometry.js';

export async function loadLibrary() {
  try {
    const response = await fetch('/api/v1/media');
    app.dispatch({ type: 'library', list: (await response.json()).media });
  } catch {
    app.dispatch({ type: 'library-failed' });
  }
  if (!app.state.chosen) followAddress();
  if (app.state.list.length === 0) setTimeout(loadLibrary, 5000);
}

export function followAddress({ newURL = location.hash } = {}) {
  // The page may write over it.
  const { media, frame } = readAddress(newURL);
  const id = media ?? app.state.list[0]?.id;
  if (!id) return;
  if (id !== app.state.chosen) choose(id, frame);
  else if (frame !== null) seek({ frame });
}

function choose(media, frame) {
  rest();
  scrollTo(0, 0);
  app.wanted = frame;
  look(null);
  app.dispatch({ type: 'choose', media });
  app.page.view.load(null);
  askForPictures();
  app.connection.open(media);
}

export function askForPictures() {
  const { page: { view }, state: { media }, connection } = app;
  const width = previewWidth(view.width, devicePixelRatio, media?.width);
  connection.configure({ preview: { width, quality: 80 } });
}

/** The address follows the frame at rest. Browsers allow few changes a second. */
let timer;
export function keepAddress() {
  timer ??= setTimeout(writeNow, 250);
}

export function writeNow() {
  timer = clearTimeout(timer);
  const { media, scrub } = app.state;
  if (!media || scrub.phase !== 'idle' || app.wanted !== null) return;
  history.replaceState(null, '', writeAddress({ media: media.id, frame: scrub.target.frame }));
}

/** Goes to the frame that is wanted, or to the last. */
export function land() {
  const { state: { media, scrub }, wanted } = app;
  if (wanted === null) return;
  const known = wanted < media.frames;
  if (!known && media.index?.state === 'scanning') return;
  if (wanted !== scrub.target.frame) {
    app.landing = app.connection.seek(known ? { frame: wanted } : { position: 1 });
  }
  app.wanted = null;
}
