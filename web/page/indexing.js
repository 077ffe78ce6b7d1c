import { reflect } from '../elements/support.js';
import { text } from '../texts.js';

let watching = false;

/** Shows the progress of the index scan, of this media and of each opened from now on. */
export default function indexing(app) {
  if (watching) return;
  watching = true;
  app.watchers.add(show);
  show(app.state);

  function show(state) {
    const { bar, index } = app.page;
    reflect(bar, { indexed: indexedShare(state) });
    const { state: how, progress } = state.media?.index ?? { state: 'complete' };
    index.hidden = how === 'complete';
    const percent = Math.floor(progress * 100);
    index.textContent = text(how === 'failed' ? 'indexFailed' : 'indexing', { percent });
  }
}

/** The share of the track that is indexed, by bytes read or the target that is exact. Pure. */
export function indexedShare({ media, scrub }) {
  if (media?.index?.state !== 'scanning') return 1;
  const { progress } = media.index;
  return scrub.target.exact ? Math.max(progress, scrub.position) : progress;
}
