/** What all parts of the page share. */

import { Prediction } from '../client/prediction.js';
import { initialState, isIndexing, isNotable, isRemote, reduce } from '../client/state.js';
import { VernierClient } from '../vernier-client.js';
import { page, render } from './render.js';

let state = initialState;
let rendering = null;
let indexing = null;
let fetching = null;

export const app = {
  page, dispatch, draw, drawSoon, connection: new VernierClient(), prediction: new Prediction(),
  /** The name of the room that the page is in, and whether its leader takes the page along. */
  room: null,
  led: false,
  /** The frame to seek to once it is indexed. */
  wanted: null,
  /** Pictures of earlier messages are not shown. */
  firstSeq: 0,
  /** Called with the state whenever it is drawn. */
  watchers: new Set(),
  /** Stops the shuttle, if it moves. */
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
  // Short scans are not shown.
  if (isIndexing(state)) indexing ??= setTimeout(showIndexing, 500);
  if (isRemote(state)) fetching ??= import('./fetching.js').then(({ default: show }) => show(app));
  for (const watch of app.watchers) watch(state);
}

function showIndexing() {
  indexing = null;
  if (isIndexing(state)) import('./indexing.js').then(({ default: show }) => show(app));
}

export function on(target, type, handle) {
  target.addEventListener(type, ({ detail }) => handle(detail));
}
