import { load as loadPath } from '../elements/support.js';

/** A module that is loaded when it is needed, by its name. */
export const load = (name) => loadPath(`../${name}.js`);
