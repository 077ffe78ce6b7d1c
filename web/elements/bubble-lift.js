import { clamp } from '../geometry.js';
import { reflect } from './support.js';

/** CSS pixels that stay free above a bubble, and its hysteresis between wide and normal. */
const [margin, hysteresis] = [8, 24];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host([grown]) { width: 100%; }
  :host([grown]) .box {
    display: flex; align-items: center; justify-content: space-between; font-size: 1.25em;
  }
  :host([grown]) .line { flex-direction: column; align-items: end; gap: 0; line-height: 1.3; }
`);

/** Moves a bubble above a finger; without enough space above, it becomes as wide as the bar. */
export function lift(bubble) {
  const { adoptedStyleSheets } = bubble.shadowRoot;
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  const wanted = Number(bubble.getAttribute('lift'));
  const { top } = bubble.parentElement.getBoundingClientRect();
  const space = Math.max(top - bubble.offsetHeight - margin, 0);
  const least = wanted + (bubble.hasAttribute('grown') ? hysteresis : 0);
  reflect(bubble, { grown: wanted > 0 && space < least });
  bubble.style.translate = `0 ${-Math.round(clamp(wanted, 0, space))}px`;
}
