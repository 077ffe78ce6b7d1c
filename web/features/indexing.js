import { reflect } from '../elements/support.js';
import { exactShare } from '../exact-share.js';
import { text } from '../texts.js';

let watching = false;

/** Shows how far the index is, of this media and of each that is opened from now on. */
export default function indexing(app) {
  if (watching) return;
  watching = true;
  app.watchers.add(show);
  show(app.state);

  function show(state) {
    const { bar, index } = app.page;
    reflect(bar, { indexed: exactShare(state) });
    const { state: how, progress } = state.media?.index ?? { state: 'complete' };
    index.hidden = how === 'complete';
    const percent = Math.floor(progress * 100);
    index.textContent = text(how === 'failed' ? 'indexFailed' : 'indexing', { percent });
  }
}
