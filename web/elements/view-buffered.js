import { emit } from './support.js';

/** Tells what a view's player has of its file, whenever that changes. */
export function tellOfBuffered(view, video) {
  const tell = () => {
    const { buffered } = video;
    const ranges = Array.from(buffered, (_, i) => [buffered.start(i), buffered.end(i)]);
    emit(view, 'playbackbuffered', { ranges });
  };
  for (const type of ['progress', 'suspend', 'timeupdate', 'emptied']) video.addEventListener(type, tell);
}
