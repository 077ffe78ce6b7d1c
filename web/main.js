import { BarModel } from './client/bar-model.js';
import { app, on } from './page/app.js';
import { listen } from './page/command-loader.js';
import {
  followAddress, loadLibrary, seekWanted, setPreviews, updateAddress, writeNow,
} from './page/open-media.js';
import { follow, seek, showRange, stop } from './page/scrubbing.js';
import { speak } from './texts.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-ruler.js';
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
  const { in: first, out = first, segments } = message;
  if (out >= 0 || segments?.length) app.perform(['showMarks']);
  if (message.configuration) bar.law = message.configuration.law;
  if (message.type === 'opened') opened(before);
  if (message.type === 'index') seekWanted();
  updateAddress();
});

on(connection, 'preview', (preview) => {
  if (preview.seq >= app.firstSeq) view.show(preview);
  else connection.painted(preview.seq);
});
on(view, 'pictureseen', ({ seq }) => connection.painted(seq));
on(view, 'picturepainted', (picture) => dispatch({ type: 'painted', ...picture }));
on(view, 'viewresize', setPreviews);

function opened({ media, scrub }) {
  app.firstSeq = 0;
  if (media) {
    app.wanted ??= scrub.target.frame;
    view.reset();
    loadLibrary();
  } else {
    view.load(app.state.media, `/api/v1/media/${encodeURIComponent(app.state.media.id)}/file`);
  }
  setPreviews();
  connection.marks();
  seekWanted();
  bar.restart();
}

follow(bar);
bar.addEventListener('scrublift', () => app.perform(['lift']), { once: true });
on(bar, 'scrubrange', ({ range }) => showRange(range));
addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());

// Without the model, nothing is predicted.
BarModel.load(fetch('scrub-model.wasm')).then((model) => prediction.adopt(model), () => {});

try {
  if (localStorage.length || !location.hash) app.perform(['recall', location.hash]);
} catch {
  // A browser may deny storage.
}
speak().then(app.draw, () => {});
app.draw();
loadLibrary();
