/**
 * Holds one state, changes it by a pure function, and tells one listener, at most once per
 * `schedule`: a hundred messages a second are one rendering per frame.
 *
 * @param {(state, event) => object} reduce
 * @param {object} initial
 * @param {(state) => void} render
 * @param {(callback: () => void) => void} schedule
 */
export function createStore(reduce, initial, render, schedule) {
  let state = initial;
  let scheduled = false;

  function flush() {
    scheduled = false;
    render(state);
  }

  return {
    get state() {
      return state;
    },
    dispatch(event) {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      if (!scheduled) schedule(flush);
      scheduled = true;
    },
  };
}
