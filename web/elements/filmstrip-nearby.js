import { loadedCells } from './picture-cells.js';
import { make } from './support.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .nearby { position: absolute; inset: 0; width: 100%; height: 100%; background: #000; }
`);

/** How much of a picture is seen that may be another frame's. */
const faint = 0.65;
/** CSS pixels: the height of a number, its distance from the corner, and the space around it. */
const [letters, corner, around] = [10, 3, 3];

/**
 * Draws what a strip shows of frames whose own pictures are still to come: the nearest picture of
 * those along the bar and of that in view, faint, with the number of its frame. `cell` is the width
 * of a frame.
 */
export function draw(strip, cell) {
  const root = strip.shadowRoot;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  const canvas = root.querySelector('.nearby') ?? make('canvas', 'nearby');
  // Below the strip's own.
  if (!canvas.isConnected) root.prepend(canvas);
  const [source, version] = ['source', 'version'].map((name) => strip.getAttribute(name));
  const pictures = [...loadedCells(source, version), ...inView(strip.view, source)];
  const cells = pictures.length === 0 ? [] : cellsOf(strip, cell, pictures);
  canvas.dataset.frames = cells.map(({ frame }) => frame).join(' ');
  paint(canvas, cell, cells);
}

/** The picture in a view, where it is of this source. */
function inView(view, source) {
  const canvas = view?.shadowRoot.querySelector('canvas');
  const isOurs = view?.source?.startsWith(`${source}/`) && Number(canvas.dataset.frame) >= 0;
  if (!isOurs) return [];
  const { width, height, dataset } = canvas;
  return [{ frame: Number(dataset.frame), image: canvas, x: 0, width, height }];
}

/** The cells in view: the number of each, where it begins, and the picture in it with its frame. */
function cellsOf(strip, cell, pictures) {
  const [middle, frames] = ['frame', 'frames'].map((name) => Number(strip.getAttribute(name)));
  const half = Math.ceil(strip.clientWidth / cell / 2);
  const first = Math.max(middle - half, 0);
  const count = Math.max(Math.min(middle + half, frames - 1) - first + 1, 0);
  return Array.from({ length: count }, (_, i) => {
    const number = first + i;
    const left = strip.clientWidth / 2 + (number - middle - 0.5) * cell;
    return { ...nearest(number, pictures), number, left };
  });
}

/** The picture whose frame is nearest to a number, the earlier of two. Pure. */
export function nearest(number, pictures) {
  const off = ({ frame }) => Math.abs(frame - number);
  return pictures.reduce((best, one) => {
    const by = off(one) - off(best);
    return by < 0 || (by === 0 && one.frame < best.frame) ? one : best;
  });
}

function paint(canvas, cell, cells) {
  const { clientWidth, clientHeight } = canvas;
  // Setting a size clears the canvas.
  Object.assign(canvas, {
    width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio,
  });
  const context = canvas.getContext('2d');
  context.scale(devicePixelRatio, devicePixelRatio);
  Object.assign(context, { font: `${letters}px system-ui, sans-serif`, textBaseline: 'bottom' });
  for (const { number, left, frame, image, x, width, height } of cells) {
    context.globalAlpha = faint;
    context.drawImage(image, x, 0, width, height, left, 0, cell, clientHeight);
    context.globalAlpha = 1;
    if (frame !== number) label(context, String(frame), left + corner, clientHeight - corner);
  }
}

function label(context, words, x, y) {
  const { width } = context.measureText(words);
  context.fillStyle = '#000';
  context.fillRect(x, y - letters - around, width + 2 * around, letters + around);
  context.fillStyle = '#fff';
  context.fillText(words, x + around, y);
}
