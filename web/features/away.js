import '../elements/vernier-filmstrip.js';
import { reflect } from '../elements/support.js';
import { style } from './sheet.js';

// At the top, where neither the bubble nor a zone is.
style('vernier-filmstrip { position: absolute !important; inset: 0 0 auto; }');

/** Follows a hand that has left the bar: the frames around it, and the bubble above a finger. */
export default function away(app) {
  const { bar, bubble, strip } = app.page;
  const show = ({ media, scrub }) => reflect(strip, frames(bar.dragging, media, scrub));
  app.watchers.add(show);
  show(app.state);
  bar.addEventListener('scrublift', ({ detail }) => reflect(bubble, detail));
  bar.addEventListener('scrubbegin', () => reflect(bubble, { lift: null }));
}

/** Single frames are worth to be seen while they lie under the hand. */
function frames(dragging, media, scrub) {
  const { gain, framesPerUnit, target } = scrub ?? {};
  const isFine = gain < 1 && framesPerUnit > 0 && framesPerUnit < 1;
  if (!dragging || !isFine || media.kind === 'audio') return { open: false };
  const { id, frames, width, height } = media;
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  return { open: true, source, frame: target.frame, frames, aspect: width / height };
}
