/** A sign that bytes of the picture are on their way, of a media that lies elsewhere. */

import { isExact } from '../client/state.js';
import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';

/** Milliseconds: shorter waits are not shown, and what is shown stays so long at least. */
const patience = 300;
const least = 700;

adoptStyle(`
  .fetching:not(:empty)::before {
    content: ''; display: inline-block; width: 9px; height: 9px; margin-inline-end: 0.5em;
    border-radius: 50%; background: currentColor; animation: fetching 1.2s ease-in-out infinite alternate;
  }
  @keyframes fetching { to { opacity: 0.25; } }
  @media (prefers-reduced-motion: reduce) { .fetching:not(:empty)::before { animation: none; } }
`);

/** Shows the sign when it is due, of this media and of each opened from now on. */
export default function fetching(app) {
  const sign = make('span', 'fetching');
  // What is live is there before it says anything.
  sign.role = 'status';
  app.page.index.before(sign);
  const turn = lasting((isShown) => { sign.textContent = isShown ? text('fetching') : ''; });
  const watch = (state) => turn(isFetching(state));
  app.watchers.add(watch);
  watch(app.state);
}

/** Whether the picture in view is not the wanted one, and somebody waits for bytes. Pure. */
export function isFetching(state) {
  const { media, playback } = state;
  return Boolean(media?.index?.remote?.waiting) && !playback && !isExact(state);
}

/** Calls `show` with what has been wanted for a while, and not before the last has been seen. */
export function lasting(show) {
  let shown = false;
  let timer = null;
  let since = -Infinity;
  const change = () => {
    timer = null;
    shown = !shown;
    since = performance.now();
    show(shown);
  };
  return (wanted) => {
    if (wanted === shown) {
      clearTimeout(timer);
      timer = null;
    } else {
      timer ??= setTimeout(change, shown ? since + least - performance.now() : patience);
    }
  };
}
