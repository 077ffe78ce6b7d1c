import { ScrubModel } from '../scrub-model.js';

/** A model for one control, whose stops or whose knob have nothing to do with the film. */
export function ownModel() {
  return ScrubModel.load(fetch(new URL('../scrub-model.wasm', import.meta.url)));
}
