import { ScrubModel } from '../scrub-model.js';

/** A model beside the one that follows the film: for one control, or to be asked what would be. */
export function ownModel() {
  return ScrubModel.load(fetch(new URL('../scrub-model.wasm', import.meta.url)));
}
