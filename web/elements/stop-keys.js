import { clamp } from '../geometry.js';

/** Where a key leads from a stop; `on` is 1 or -1, whichever is to the right. */
const ways = {
  ArrowRight: (value, on) => value + on, ArrowLeft: (value, on) => value - on,
  ArrowUp: (value) => value + 1, ArrowDown: (value) => value - 1,
  PageUp: (value) => value + 2, PageDown: (value) => value - 2,
  Home: () => 0, End: () => Infinity,
};

/** The stop that a key leads to, if it is one for stops. */
export function stopOf({ key, ctrlKey, metaKey, altKey, shiftKey }, stops) {
  if (ctrlKey || metaKey || altKey || shiftKey || !(key in ways)) return undefined;
  const on = stops.matches(':dir(rtl)') ? -1 : 1;
  return clamp(ways[key](stops.value, on), 0, stops.count);
}
