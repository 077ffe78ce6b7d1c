import { make } from '../elements/support.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  .toast {
    position: fixed; inset: auto 0 max(24px, env(safe-area-inset-bottom)); z-index: 9;
    display: flex; align-items: center; gap: 0.8rem; width: fit-content;
    max-width: calc(100vw - 24px); min-height: 44px; margin: 0 auto; padding: 0.5rem 1.2rem;
    border-radius: 26px; background: var(--bubble); color: var(--bubble-ink);
    box-shadow: 0 6px 24px #0004; animation: appear 0.2s both;
  }
  /* What only says something is in nobody's way. */
  .toast:not(:has(button, input)) { pointer-events: none; }
  .toast button { margin-inline-end: -1.2rem; color: var(--bubble-accent); }
  .toast input { min-width: 0; width: 18rem; }
`);

let box = null;
let leaving = null;

/** Shows a message for a few seconds, longer if there is `more` to press. */
export function toast(words, ...more) {
  box ??= Object.assign(make('div', 'toast'), { role: 'status' });
  document.body.append(box);
  box.replaceChildren(make('span', '', words), ...more);
  clearTimeout(leaving);
  leaving = setTimeout(() => box.remove(), more.length > 0 ? 12000 : 4000);
}
