import { loadScrubModel } from '../client/scrub-model.js';
import { trimmed } from '../format.js';
import { text } from '../texts.js';

const standard = { kind: 'quadratic', falloff: 10000, floor: 0.01 };
/** Gains worth an edge, from the coarsest. */
const steps = [0.75, 0.5, 0.25, 0.1, 0.01];
/** CSS pixels: how far zones reach, the least between two edges, and the hysteresis at an edge. */
const reach = 320;
const apart = 20;
const hysteresis = 8;

let model = null;

/** The distances at which a bar's gain changes, and `finenessAt` a distance, in words. */
export async function findZones({ law = standard, frames }, extent) {
  model ??= loadScrubModel();
  const gains = probe(await model, { law, frames, extent });
  const finenessAt = (distance) => {
    const gain = gains[Math.min(Math.round(distance), reach - 1)];
    return fineness({ gain, framesPerUnit: (gain * frames) / extent });
  };
  return { edges: findEdges(gains), finenessAt };
}

function findEdges(gains) {
  const finest = gains.at(-1);
  if (finest === 1) return [];
  const places = [...steps.filter((gain) => gain > finest), finest]
    .map((gain) => gains.findIndex((one) => one <= gain));
  return spread(places);
}

/** The gain and the frames for each pixel, in words. */
export function fineness({ gain, framesPerUnit }) {
  return {
    gain: gain < 1 ? `×${gain < 0.01 ? Number(gain.toPrecision(2)) : trimmed(gain, 2)}` : '',
    worth: framesPerUnit > 0 ? worth(framesPerUnit) : '',
  };
}

function worth(frames) {
  if (frames < 1) return text('frameEvery', { count: trimmed(1 / frames, frames > 0.1 ? 1 : 0) });
  const count = trimmed(frames, frames < 10 ? 1 : 0);
  return text(count === '1' ? 'framePer' : 'framesPer', { count });
}

/** The number of the zone at a distance, 0 on the bar, coming from another zone. */
export function zoneAt(distance, edges, from) {
  const isIn = (at, i) => distance >= at - (i < from ? hysteresis : 0);
  return edges.filter(isIn).length;
}

/** The model's gain at each distance. */
function probe(scrubModel, { law, frames, extent }) {
  scrubModel.frames = frames;
  scrubModel.configure({ law });
  const gains = Array.from({ length: reach }, (_, y) => {
    scrubModel.begin({ x: 0, y: 0, extent });
    scrubModel.move([[0, 0, y]]);
    return scrubModel.state.gain;
  });
  scrubModel.end();
  return gains;
}

/** Leaves out edges too close to a finer one. */
function spread(places) {
  return places.reduceRight((kept, place) => (
    kept.length > 0 && kept[0] - place < apart ? kept : [place, ...kept]
  ), []);
}
