/** What all parts of the page share. */

import { Prediction } from '../client/prediction.js';
import { initialState, isIndexing, isNotable, isRemote, reduce } from '../client/state.js';
import { VernierClient } from '../vernier-client.js';
import { load } from './load.js';
import { page, render } from './render.js';

let state = initialState;
let rendering = null;
let indexing = null;
const added = new Set();

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
  if (isRemote(state)) addOnce('page/fetching');
  for (const watch of app.watchers) watch(state);
}

function showIndexing() {
  indexing = null;
  if (isIndexing(state)) addOnce('page/indexing');
}

/** Adds what a module has, once; where it could not be loaded, the next call does. */
export function addOnce(name) {
  if (added.has(name)) return;
  added.add(name);
  load(name).then(({ default: add }) => add?.(app), () => added.delete(name));
}

export function on(target, type, handle) {
  target.addEventListener(type, ({ detail }) => handle(detail));
}
