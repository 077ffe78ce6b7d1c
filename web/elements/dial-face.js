import { make } from './support.js';

export const gearStyle = `
  .middle { container-type: inline-size; align-content: center; }
  .gears {
    display: flex; flex-wrap: wrap; justify-content: center; gap: round(2cqi, 1px);
    width: 26cqi;
    color: var(--ink-2, GrayText); font-size: 11cqi; line-height: 1.15;
  }
  .gears:empty { display: none; }
  .gears b { width: 100%; font-weight: 600; }
  .gears i { width: round(3cqi, 1px); aspect-ratio: 1; border: 1px solid; border-radius: 50%; }
  .gears .on { background: currentColor; }
  :host([gear]) .gears { color: var(--accent, #e0740c); }
  :host([gear]) .gears b { animation: gear 0.16s ease-out; }
  @keyframes gear { from { transform: scale(1.35); } }
  @media (prefers-reduced-motion: reduce) { .gears b { animation: none !important; } }
  @media (forced-colors: active) {
    :host([gear]) .gears { color: Highlight; }
    .gears .on { background: CanvasText; }
  }
`;

/** Shows the gears of a dial as dots, and what the one that counts is worth. */
export function showGears(root, gears, gear) {
  const dots = gears.map((_, i) => make('i', i <= gear ? 'on' : ''));
  root.replaceChildren(...(gears.length > 1 ? [make('b', '', `×${gears[gear]}`), ...dots] : []));
}
