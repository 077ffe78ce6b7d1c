import { framesOf } from '../client/frame-index.js';
import { ScrubModel } from '../client/scrub-model.js';

let known = null;

/** Gives the prediction the stops of live snaps that depend on the media. */
export default function knowStops(app) {
  if (known) return;
  known = new Stops(app);
  app.watchers.add(() => known.look());
  app.model.then(({ wasm }) => known.teach(new KnowingModel(wasm)), () => {});
  known.look();
}

/** The session's model, which finds the stops by itself. */
class KnowingModel extends ScrubModel {
  configure(configuration, marks = known.of(configuration.snap)) {
    return super.configure(configuration, marks);
  }
}

/** The positions of a media's frames, in every bit as the server computes them. */
class Stops {
  #app;
  /** The media and version that is being loaded or known; its ticks from the first frame on. */
  #key = null;
  #ticks = null;
  #keyframes = [];

  constructor(app) {
    this.#app = app;
  }

  /** Takes the model that is to know the stops. */
  teach(model) {
    this.#app.prediction.adopt(model);
    this.#tell();
  }

  /** Loads what the chosen snap needs. */
  look() {
    const { media, settings: { snap, when } } = this.#app.state;
    const isNeeded = ['frame', 'keyframe', 'second'].includes(snap) && when === 'live';
    const key = keyOf(media);
    if (!isNeeded || key === null || key === this.#key) return;
    [this.#key, this.#ticks, this.#keyframes] = [key, null, []];
    this.#load(media, key).catch(() => { this.#key = null; });
  }

  /**
   * The stops of a live snap; undefined where they are not known. With a snap on release the drag is
   * free, and the page tells beforehand where it will land.
   */
  of(snap) {
    const { media } = this.#app.state;
    if (snap?.when !== 'live') return undefined;
    if (snap.to === 'chapter' && keyOf(media)) return media.chapters.map(({ position }) => position);
    if (!this.#ticks || keyOf(media) !== this.#key) return undefined;
    const span = media.end - media.first;
    const ticks = {
      frame: () => this.#ticks, keyframe: () => this.#keyframes,
      time: () => timed(this.#ticks, snap.seconds, media.timebase, span),
    }[snap.to]?.();
    return ticks?.map((tick) => tick / span);
  }

  async #load(media, key) {
    const { pts, keyframes } = await framesOf(media);
    if (key !== this.#key) return;
    const fromFirst = (one) => one - media.first;
    [this.#ticks, this.#keyframes] = [pts.map(fromFirst), keyframes.map(fromFirst)];
    this.#tell();
  }

  /** Has the prediction follow, from where the drag is by now. */
  #tell() {
    this.#app.prediction.learned();
    this.#app.drawSoon();
  }
}

/** Names what is known for good: not while a file is still being scanned. */
function keyOf(media) {
  return media?.index?.state === 'complete' ? `${media.id} ${media.version}` : null;
}

/** The ticks of the frames that are shown every so many seconds. Pure. */
export function timed(ticks, seconds, timebase, span) {
  const found = [];
  for (let [i, frame] = [0, 0]; tickAt(i * seconds, timebase) <= span; i += 1) {
    while (ticks[frame + 1] <= tickAt(i * seconds, timebase)) frame += 1;
    found.push(ticks[frame]);
  }
  return found;
}

/** The tick at a time: one that begins within half a millisecond counts as begun. */
function tickAt(seconds, [numerator, denominator]) {
  const ticks = (seconds * denominator) / numerator;
  const isAlmostThere = (numerator / denominator) * (Math.ceil(ticks) - ticks) <= 0.0005;
  return isAlmostThere ? Math.round(ticks) : Math.floor(ticks);
}
