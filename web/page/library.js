/** The server's list of media. */

import { app } from './app.js';
import { inOrder } from './media-order.js';
import { followAddress, recent } from './open-media.js';

/** Asks for it; again every five seconds while nothing is there. */
export async function loadLibrary() {
  try {
    const response = await fetch('/api/v1/media');
    app.dispatch({ type: 'library', list: inOrder((await response.json()).media, recent) });
  } catch {
    app.dispatch({ type: 'library-failed' });
  }
  if (!app.state.chosen) followAddress();
  if (app.state.list.length === 0) setTimeout(loadLibrary, 5000);
}
