import '../elements/vernier-filmstrip.js';
import { reflect } from '../elements/support.js';
import { style } from './sheet.js';

style('vernier-filmstrip { position: absolute !important; inset: auto 0 0; }');

/** Shows the frames around the one under the hand, unless that has let go meanwhile. */
export default function filmstrip({ strip, bar }, { id, frames, width, height }, frame) {
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  reflect(strip, { open: bar.dragging, source, frame, frames, aspect: width / height });
}
