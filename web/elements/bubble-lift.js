import { clamp } from '../geometry.js';
import { reflect } from './support.js';

/** CSS pixels that stay free above a bubble, and that it must fall to be small again. */
const [margin, hysteresis] = [8, 24];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host([grown]) { width: 100%; }
  :host([grown]) .box {
    display: flex; align-items: center; justify-content: space-between; font-size: 1.25em;
  }
  :host([grown]) .line { flex-direction: column; align-items: end; gap: 0; line-height: 1.3; }
`);

/** Moves a bubble above a finger; where there is no room for that, it grows to both sides of it. */
export function lift(bubble) {
  const { adoptedStyleSheets } = bubble.shadowRoot;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  const wanted = Number(bubble.getAttribute('lift'));
  const { top } = bubble.parentElement.getBoundingClientRect();
  const room = Math.max(top - bubble.offsetHeight - margin, 0);
  const least = wanted + (bubble.hasAttribute('grown') ? hysteresis : 0);
  reflect(bubble, { grown: wanted > 0 && room < least });
  bubble.style.translate = `0 ${-Math.round(clamp(wanted, 0, room))}px`;
}
