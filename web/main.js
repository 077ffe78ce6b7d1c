import { app, on } from './app.js';
import { BarModel } from './bar-model.js';
import { listen } from './first-events.js';
import { follow, look, rest, seek } from './following.js';
import {
  askForPictures, followAddress, keepAddress, land, loadLibrary, writeNow,
} from './opening.js';
import { speak } from './texts.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-ruler.js';
import './elements/vernier-view.js';

const { page: { view, bar }, connection, prediction, dispatch } = app;

// For what is loaded later.
Object.assign(app, { follow, seek, rest, loadLibrary, writeNow });
listen(app);

on(connection, 'sent', (message) => {
  prediction.sent(message);
  app.drawSoon();
});
on(connection, 'link', (link) => dispatch({ type: 'link', ...link }));
on(connection, 'message', (message) => {
  const before = app.state;
  dispatch(message);
  prediction.heard(message);
  const { in: first, out = first, segments } = message;
  if (out >= 0 || segments?.length) app.perform(['showMarks']);
  if (message.configuration) bar.law = message.configuration.law;
  if (message.type === 'opened') opened(before);
  if (message.type === 'index') land();
  keepAddress();
});

on(connection, 'preview', (preview) => {
  if (preview.seq >= app.landing) view.show(preview);
  else connection.painted(preview.seq);
});
on(view, 'pictureseen', ({ seq }) => connection.painted(seq));
on(view, 'picturepainted', (picture) => dispatch({ type: 'painted', ...picture }));
on(view, 'viewresize', askForPictures);

function opened({ media, scrub }) {
  app.landing = 0;
  if (media) {
    app.wanted ??= scrub.target.frame;
    view.reset();
    loadLibrary();
  } else {
    view.load(app.state.media, `/api/v1/media/${encodeURIComponent(app.state.media.id)}/file`);
  }
  askForPictures();
  connection.marks();
  land();
  bar.restart();
}

follow(bar);
bar.addEventListener('scrublift', () => app.perform(['lift']), { once: true });
on(bar, 'scrubrange', ({ range }) => look(range));
addEventListener('hashchange', followAddress);
addEventListener('online', () => connection.retry());

// Without the model, the page shows what the server answers.
BarModel.load(fetch('scrub-model.wasm')).then((model) => prediction.adopt(model), () => {});

try {
  if (localStorage.length || !location.hash) app.perform(['recall', location.hash]);
} catch {
  // A browser may refuse to remember.
}
speak().then(app.draw, () => {});
app.draw();
loadLibrary();
