import { reflect } from '../elements/support.js';
import '../elements/vernier-filmstrip.js';

/** Shows the filmstrip during a fine drag, and lifts the bubble above a finger. */
export default function filmstrip(app) {
  const { bar, bubble, strip } = app.page;
  const show = ({ media, scrub }) => reflect(strip, frames(bar.dragging, media, scrub));
  app.watchers.add(show);
  show(app.state);
  bar.addEventListener('scrublift', ({ detail }) => reflect(bubble, detail));
  bar.addEventListener('scrubbegin', () => reflect(bubble, { lift: null }));
}

/** The strip is open while a pixel of the drag is less than a frame. */
function frames(dragging, media, scrub) {
  const { gain, framesPerUnit, target } = scrub ?? {};
  const isFine = gain < 1 && framesPerUnit > 0 && framesPerUnit < 1;
  if (!dragging || !isFine || media.kind === 'audio') return { open: false };
  const { id, version, frames, width, height } = media;
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  return { open: true, source, version, frame: target.frame, frames, aspect: width / height };
}
