import './vernier-waveform.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .all > vernier-waveform {
    inset: 3px 1px; height: auto; transform: none; opacity: 0.72; color: var(--ink, CanvasText);
    pointer-events: none;
  }
  .all:has(> [known]) > .pictures { opacity: 0.45; }
  .all > :is(.ticks, .ghost, .hairline) { z-index: 1; }
  @media (forced-colors: active) { .all > vernier-waveform { color: CanvasText; } }
`);

/** Puts a waveform along a bar, over the pictures and the track; returns it. */
export function along(bar) {
  const { shadowRoot: root } = bar;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  const wave = document.createElement('vernier-waveform');
  // The bar mirrors all that is on it by itself.
  wave.dir = 'ltr';
  root.querySelector('.track').after(wave);
  return wave;
}
