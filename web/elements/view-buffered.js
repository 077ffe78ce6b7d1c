import { emit, reflect } from './support.js';

/** Tells what a view's player has of its file, whenever that changes; its `bar` shows it. */
export function tellOfBuffered(view, video) {
  const tell = () => {
    const { buffered } = video;
    const ranges = Array.from(buffered, (_, i) => [buffered.start(i), buffered.end(i)]);
    emit(view, 'playbackbuffered', { ranges });
    show(view.getRootNode().getElementById?.(view.getAttribute('bar')), ranges);
  };
  for (const type of ['progress', 'suspend', 'timeupdate', 'emptied']) video.addEventListener(type, tell);
}

function show(bar, ranges) {
  if (bar) reflect(bar, { buffered: shares(ranges, Number(bar.getAttribute('duration'))) });
}

/** Parts of a duration, as a bar takes them. Pure. */
export function shares(ranges, duration) {
  const at = (time) => Math.min(time / duration, 1);
  return ranges.map(([from, to]) => `${at(from)} ${at(to)}`).join(', ');
}
