/** The page as a whole: what all of its parts work with. */

import { Prediction } from './prediction.js';
import { page, render } from './render.js';
import { initialState, isIndexing, isNotable, reduce } from './state.js';
import { VernierClient } from './vernier-client.js';

let state = initialState;
let rendering = null;
let indexing = null;

export const app = {
  page, dispatch, draw, drawSoon, connection: new VernierClient(), prediction: new Prediction(),
  /** The frame to land on once the server can. */
  wanted: null,
  /** The first number whose pictures count. */
  landing: 0,
  /** Called with the state whenever it is drawn. */
  watchers: new Set(),
  /** Stops what moves by itself, beside the player. */
  halt: null,
  get state() {
    return state;
  },
};

/** Changes the state, and draws it with the next animation frame. */
function dispatch(event) {
  state = reduce(state, event);
  drawSoon();
}

function drawSoon() {
  rendering ??= requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(rendering);
  rendering = null;
  render(state, app.prediction.position);
  if (isNotable(state)) app.perform(['notice']);
  // Short scans are not worth a word.
  if (isIndexing(state)) indexing ??= setTimeout(showIndexing, 500);
  for (const watch of app.watchers) watch(state);
}

function showIndexing() {
  indexing = null;
  if (isIndexing(state)) import('./features/indexing.js').then(({ default: show }) => show(app));
}

export function on(target, type, hear) {
  target.addEventListener(type, ({ detail }) => hear(detail));
}
