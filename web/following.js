/** The hand: where it leads, the scrubber goes. */

import { reflect } from './elements/support.js';
import { app, on } from './app.js';

const { page: { view, bar, bubble, ruler }, connection } = app;

/** Goes where a control is moved: the bar, or a dial. */
export function follow(control) {
  on(control, 'scrubbegin', (detail) => {
    rest();
    app.wanted = null;
    connection.begin(detail);
  });
  on(control, 'scrubmove', ({ samples }) => {
    connection.move(samples);
    // Samples come right before a frame is drawn: in this very one the bar is to follow.
    app.draw();
  });
  on(control, 'scrubend', () => connection.end());
  on(control, 'scrubcancel', () => connection.cancel());
  on(control, 'scrubseek', ({ to }) => seek(to));
}

/** Brings a part of the track into view, or all of it. */
export function look(range) {
  for (const one of [bar, bubble, ruler]) reflect(one, { range });
}

export function seek(to) {
  rest();
  app.wanted = null;
  connection.seek(to);
  app.perform(['peek']);
}

export function rest() {
  view.pause();
  app.halt?.();
}
