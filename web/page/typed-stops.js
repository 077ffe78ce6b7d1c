import { positionOf } from '../client/frame-index.js';
import { destination } from './typed-place.js';
import { find } from './typed-target.js';

/** The most stops in a list, of which each is asked for. */
export const most = 100;

/** None, always the same. */
const none = [];

/** The stops of a typed list in the media that is open. */
export class TypedStops {
  #key = null;
  #stops = none;
  #report;

  /** `report` is called when stops have been found. */
  constructor(report) {
    this.#report = report;
  }

  /** The positions, ascending; none until they are found, once every frame is known. */
  of({ media, settings: { stops: list } }) {
    const isKnown = media && media.index?.state !== 'scanning';
    const key = isKnown ? JSON.stringify([media.id, media.version, list]) : null;
    if (key !== this.#key) {
      [this.#key, this.#stops] = [key, none];
      if (key) this.#find(media, list, key).catch(() => { this.#key = null; });
    }
    return this.#stops;
  }

  async #find(media, list, key) {
    const { stops } = await stopsIn(media, placesIn(list ?? '').places);
    if (key !== this.#key || stops.length === 0) return;
    this.#stops = stops;
    this.#report();
  }
}

/**
 * The places of a list, with commas or spaces between them: destinations of the protocol, and
 * `unknown`, the first that is none. A step from the playhead is not a place. Pure.
 */
export function placesIn(list) {
  const labels = list.normalize('NFKC').split(/[,、\s]+(?![\s%])/).filter((one) => one.trim());
  const found = labels.map(destination);
  const isPlace = (to) => to !== null && to.frames === undefined;
  return { places: found.filter(isPlace), unknown: labels.find((_, i) => !isPlace(found[i])) };
}

/** The positions of places in a media, ascending; and `why` the first that is not in it is not. */
export async function stopsIn(media, places) {
  const found = await Promise.all(places.slice(0, most).map(async (to) => (
    to.position === undefined ? find(media, to) : { position: to.position }
  )));
  const inside = found.filter(({ why }) => why === undefined);
  const stops = inside.map(({ target, position }) => position ?? positionOf(target, media));
  return { stops: ascending(stops), why: found.find(({ why }) => why !== undefined)?.why };
}

/** Numbers in their order, each once. Pure. */
export function ascending(numbers) {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
