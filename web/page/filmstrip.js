import { reflect } from '../elements/support.js';
import '../elements/vernier-filmstrip.js';

/** Shows the filmstrip while frames are chosen singly, and lifts the bubble above a finger. */
export default function filmstrip(app) {
  const { bar, bubble, strip, view } = app.page;
  strip.view = view;
  const show = (state) => reflect(strip, isFine(app.page, state) ? frames(state) : { open: false });
  app.watchers.add(show);
  show(app.state);
  bar.addEventListener('scrublift', ({ detail }) => reflect(bubble, detail));
  bar.addEventListener('scrubbegin', () => reflect(bubble, { lift: null }));
}

/** While a pixel of a drag is less than a frame, while the dial turns, and after a step. */
function isFine({ bar, drawer }, { media, scrub, peek, playback }) {
  if (!scrub || playback || media.kind === 'audio' || scrub.target.frame === null) return false;
  const { gain, framesPerUnit } = scrub;
  if (bar.dragging) return gain < 1 && framesPerUnit > 0 && framesPerUnit < 1;
  return peek === 'step' || drawer.querySelector('vernier-dial[dragging]') !== null;
}

function frames({ media, scrub: { target } }) {
  const { id, version, frames, width, height } = media;
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  return { open: true, source, version, frame: target.frame, frames, aspect: width / height };
}
