/** Modules that are loaded when they are needed. */

const modules = {};
const again = {};

/**
 * A module by its name. All who ask share one import, as two need not end in their order; what could
 * not be had is asked for by another address, as Firefox keeps failures.
 */
export function load(name) {
  modules[name] ??= import(`../${name}.js${again[name] ?? ''}`).catch((error) => {
    again[name] = `${again[name] ?? '?'}1`;
    delete modules[name];
    throw error;
  });
  return modules[name];
}
