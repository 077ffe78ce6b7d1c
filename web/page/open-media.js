/** Opens media: from the server's list, or as the address says. */

import { previewWidth } from '../geometry.js';
import { readAddress, writeAddress } from './address.js';
import { app } from './app.js';
import { firstToOpen, opened } from './media-order.js';
import { seek, showRange, stop } from './scrubbing.js';

/** What had been opened before this page: its order stays while it is open. */
export const recent = opened();

export function followAddress({ newURL = location.hash } = {}) {
  // The page may have changed the address since.
  const { media, frame, room } = readAddress(newURL);
  const id = media ?? firstToOpen(app.state.list, recent)?.id;
  if (!id) return;
  if (id !== app.state.chosen) choose(id, frame);
  else if (frame !== null) goTo(frame);
  if (room !== app.room) app.perform(['room', room]);
}

/** Goes to a frame as soon as the media is open. */
function goTo(frame) {
  if (app.state.link === 'open') seek({ frame });
  else app.wanted = frame;
}

function choose(media, frame) {
  stop();
  scrollTo(0, 0);
  app.wanted = frame;
  showRange(null);
  app.dispatch({ type: 'choose', media });
  app.page.view.load(null);
  setPreviews();
  app.connection.open(media);
}

export function setPreviews() {
  const { page: { view }, state: { media }, connection } = app;
  const width = previewWidth(view.width, devicePixelRatio, media?.width);
  connection.configure({ preview: { width, quality: 80 } });
}

/** Keeps the frame in the address. Browsers allow few changes a second. */
let timer;
export function updateAddress() {
  timer ??= setTimeout(writeNow, 250);
}

export function writeNow() {
  timer = clearTimeout(timer);
  const { media, scrub } = app.state;
  if (!media || scrub.phase !== 'idle' || app.wanted !== null) return;
  if (scrub.target.frame === null) return;
  // Another media has been chosen, of which `hashchange` has yet to tell.
  if ((readAddress(location.hash).media ?? media.id) !== media.id) return;
  history.replaceState(null, '', writeAddress({
    media: media.id, frame: scrub.target.frame, room: app.room,
  }));
}

/** Seeks to the wanted frame once it is indexed, or to the last. */
export function seekWanted() {
  const { state: { media, scrub }, wanted } = app;
  // Of what lies elsewhere an index may be told of before any frame is known.
  if (wanted === null || !media) return;
  const known = wanted < media.frames;
  if (!known && media.index?.state === 'scanning') return;
  if (wanted !== scrub.target.frame) {
    app.firstSeq = app.connection.seek(known ? { frame: wanted } : { position: 1 });
  }
  app.wanted = null;
}
