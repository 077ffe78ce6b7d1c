/** Connects the controls with the session. */

import { reflect } from '../elements/support.js';
import { app, on } from './app.js';

const { page: { view, bar, bubble, ruler }, connection } = app;

/** Sends the gestures and seeks of the bar or a dial. */
export function follow(control) {
  on(control, 'scrubbegin', (detail) => {
    stop();
    app.wanted = null;
    connection.begin(detail);
  });
  on(control, 'scrubmove', ({ samples }) => {
    connection.move(samples);
    // Right before a frame is drawn: the bar is to follow in this one.
    app.draw();
  });
  on(control, 'scrubend', () => connection.end());
  on(control, 'scrubcancel', () => connection.cancel());
  on(control, 'scrubseek', ({ to }) => seek(to));
}

/** Shows a part of the track, or all of it. */
export function showRange(range) {
  for (const one of [bar, bubble, ruler]) reflect(one, { range });
}

/** Seeks, and returns the number of the message. */
export function seek(to) {
  stop();
  app.wanted = null;
  const seq = connection.seek(to);
  app.perform(['peek', 'frames' in to]);
  return seq;
}

/** Stops player and shuttle, for what one does oneself. */
export function stop() {
  // Who stops what a room's leader plays is where that has come to.
  if (view.playing) app.led = false;
  view.pause();
  app.halt?.();
}
