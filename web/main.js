import { ScrubModel } from './client/scrub-model.js';
import { addOnce, app, on } from './page/app.js';
import { listen } from './page/commands.js';
import filmstrip from './page/filmstrip.js';
import { followLaw } from './page/law.js';
import { loadLibrary } from './page/library.js';
import { rememberOpened } from './page/media-order.js';
import {
  followAddress, seekWanted, setPreviews, updateAddress, writeNow,
} from './page/open-media.js';
import { follow, seek, showRange, stop } from './page/scrubbing.js';
import { recallAll } from './page/settings.js';
import { speak } from './texts.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-view.js';

const { page: { view, bar }, connection, prediction, dispatch } = app;

// For late modules.
Object.assign(app, { follow, seek, stop, loadLibrary, writeNow });
listen(app);

on(connection, 'sent', (message) => {
  prediction.sent(message);
  app.drawSoon();
});
on(connection, 'link', (link) => dispatch({ type: 'link', ...link }));
on(connection, 'message', (message) => {
  const before = app.state;
  dispatch(message);
  prediction.received(message);
  if (hasMarks(message)) app.perform(['showMarks']);
  if (message.configuration) bar.law = message.configuration.law;
  if (message.type === 'opened') opened(before, message);
  if (message.type === 'index') seekWanted();
  updateAddress();
});

on(connection, 'preview', (preview) => {
  if (preview.seq >= app.firstSeq) view.show(preview);
  else connection.painted(preview.seq);
});
on(view, 'pictureseen', ({ seq }) => connection.painted(seq));
on(view, 'picturepainted', (picture) => {
  dispatch({ type: 'painted', ...picture });
  // What is said of the picture is to change with it.
  app.draw();
});
on(view, 'viewresize', setPreviews);

function hasMarks({ type, in: first, out: last, segments }) {
  return type === 'marks' && (first !== undefined || last !== undefined || segments.length > 0);
}

/** What the first picture does not need. */
const more = [
  'page/overview', 'page/cancel-button', 'page/history', 'page/waveform',
  'elements/vernier-ruler', 'elements/bubble-lift',
];

function opened({ media, scrub }, { resumed }) {
  setTimeout(() => more.forEach(addOnce), 300);
  app.firstSeq = 0;
  rememberOpened(app.state.media);
  if (media) {
    // A drag goes on from where it was; else the server may know less than it has answered.
    const knowsMore = !resumed || (resumed.seq < scrub.seq && !connection.interrupted);
    if (knowsMore) app.wanted ??= scrub.target.frame;
    view.reset();
    loadLibrary();
  } else {
    view.load(app.state.media, `/api/v1/media/${encodeURIComponent(app.state.media.id)}/file`);
  }
  setPreviews();
  connection.marks();
  seekWanted();
  bar.restart(connection.interrupted);
}

follow(bar);
filmstrip(app);
followLaw(app);
on(bar, 'scrubrange', ({ range }) => showRange(range));
addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());

// Without the model, nothing is predicted.
app.model = ScrubModel.load(fetch('scrub-model.wasm'));
app.model.then((model) => prediction.adopt(model), () => {});

recallAll(app, location.hash).catch(({ message }) => {
  dispatch({ type: 'error', code: 'not-loaded', message });
});
speak(app.state.settings.language).then(app.draw, () => {});
app.draw();
loadLibrary();
