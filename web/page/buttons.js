import { make } from '../elements/support.js';
import { text } from '../texts.js';

const paths = {
  undo: 'M9 7 4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 8h-2',
  redo: 'm15 7 4.500 4.500L15 16m4-4.500h-9a5 5 0 0 0 0 8h2',
  start: 'M11 5H6v14h5m4-11-4 4 4 4m-4-4h8',
  end: 'M13 5h5v14h-5M9 8l4 4-4 4m4-4H5',
  write: 'M12 4v10m-4-3.500 4 4 4-4M5 19h14',
  files: 'M7 3.500h7l4 4V20.500H7zM14 3.500v4h4M10 12h5m-5 4h5',
  remove: 'M5 7h14M10 7V5h4v2m-7.500 0 1 12h9l1-12',
};

/** A button with an icon; its name is its tooltip and its label for screen readers. */
export function iconButton(name, icon, act, values) {
  const button = wordButton('', act);
  const path = `<path d="${paths[icon]}"/>`;
  button.className = 'icon';
  button.title = button.ariaLabel = text(name, values);
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
  return button;
}

/** A button with a text. */
export function wordButton(words, act) {
  const button = Object.assign(make('button', '', words), { type: 'button' });
  button.addEventListener('click', act);
  return button;
}
