import { reflect } from '../elements/support.js';
import { text } from '../texts.js';
import { fileSize } from './file-size.js';

/** Shows the progress of the index scan, of this media and of each opened from now on. */
export default function indexing(app) {
  const { bar, index } = app.page;
  const [why, share] = [document.createElement('span'), document.createElement('span')];
  // Read out once, unlike the share.
  why.role = 'status';
  index.replaceChildren(why, share);
  app.watchers.add(show);
  show(app.state);

  function show(state) {
    reflect(bar, { indexed: indexedShare(state) });
    const { state: how, progress, reason, remote } = told(state) ?? { state: 'complete' };
    index.hidden = how === 'complete';
    const percent = Math.floor(progress * 100);
    say(why, reason && how === 'scanning' ? text('decodingWhy', { why: text(`why-${reason}`) }) : '');
    const scan = remote ? 'indexingRemote' : 'indexing';
    const key = how === 'failed' ? 'indexFailed' : reason ? 'decoding' : scan;
    say(share, text(key, { percent, ...bytes(remote) }));
  }
}

/** How far the index is of the media that is open or being opened, as far as that is told. */
function told({ media, awaited, problem }) {
  if (media) return media.index;
  return problem ? null : awaited;
}

/** What has come of a media elsewhere, as people read it. */
function bytes(remote) {
  return remote && { fetched: fileSize(remote.fetched), size: fileSize(remote.size) };
}

function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** The share of the track that is indexed, by bytes read or the target that is exact. Pure. */
export function indexedShare({ media, scrub }) {
  if (media?.index?.state !== 'scanning') return 1;
  const { progress, reason } = media.index;
  // What is decoded counts only once all of it is.
  const read = reason ? 0 : progress;
  return scrub.target.exact ? Math.max(read, scrub.position) : read;
}
