/** Positions and sizes on the page. Pure; lengths in CSS pixels. */

export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** A position as a share of the part in view. */
export function inView(position, [from, to]) {
  return (position - from) / (to - from);
}

/** Keeps a bubble inside a bar and `bleed` beyond, with its arrow on the position. */
export function placeBubble({ position, extent, width, bleed }) {
  const tip = Math.round(position * extent);
  const high = Math.max(Math.floor(extent + bleed - width), -bleed);
  const left = clamp(Math.round(tip - width / 2), -bleed, high);
  return { left, arrow: tip - left };
}

/** The width of previews: in steps, so that resizing asks for few. */
export function previewWidth(viewWidth, ratio, mediaWidth) {
  const shown = Math.ceil((viewWidth * ratio) / 160) * 160;
  return clamp(Math.min(shown, mediaWidth || shown), 160, 3840);
}
