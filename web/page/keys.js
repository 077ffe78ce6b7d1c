/** The key bindings, which the help lists. Pure. */

const seek = (to) => ['seek', to];
const skip = (by) => ['skip', by];
const digits = Array.from({ length: 10 }, (_, i) => [i, seek({ position: i / 10 })]);

/** By the name in the help: each key with its command and arguments. */
export const bindings = {
  play: { ' ': ['toggle'] },
  shuttle: { j: ['shuttle', -1], k: ['shuttle', 0], l: ['shuttle', 1] },
  skip: { ArrowLeft: skip(-1), ArrowRight: skip(1), ArrowDown: skip(-1), ArrowUp: skip(1) },
  skipTen: {
    'Shift+ArrowLeft': skip(-10), 'Shift+ArrowRight': skip(10),
    'Shift+ArrowDown': skip(-10), 'Shift+ArrowUp': skip(10),
  },
  frame: { ',': seek({ frames: -1 }), '.': seek({ frames: 1 }) },
  keyframe: {
    'Alt+ArrowLeft': seek({ keyframe: 'previous' }), 'Alt+ArrowRight': seek({ keyframe: 'next' }),
  },
  page: { PageUp: ['page', 1], PageDown: ['page', -1] },
  ends: { Home: seek({ position: 0 }), End: seek({ position: 1 }) },
  tenths: Object.fromEntries(digits),
  goTo: { g: ['goTo'] },
  undo: { 'Shift+Backspace': ['undo'], 'Alt+Shift+Backspace': ['redo'] },
  cancel: { Escape: ['cancel'] },
  marks: { i: ['mark', 'in'], o: ['mark', 'out'] },
  goToMark: { 'Shift+i': ['goToMark', 'in'], 'Shift+o': ['goToMark', 'out'] },
  segment: { n: ['segment'] },
  undoMarks: { u: ['editMarks', { undo: true }], 'Shift+u': ['editMarks', { redo: true }] },
  marksFiles: { 'Shift+m': ['marksFiles'] },
  export: { x: ['export'] },
  loop: { r: ['loop'] },
  snap: { s: ['choose', 'snap'] },
  when: { w: ['choose', 'when'] },
  law: { 'Shift+s': ['choose', 'law'] },
  sound: { h: ['choose', 'sound'] },
  waveform: { v: ['choose', 'waveform'] },
  fine: { f: ['fine'] },
  zoom: { '+': ['zoom', 2], '=': ['zoom', 2], '-': ['zoom', -2] },
  zoomOut: { a: ['zoom', null] },
  picture: { z: ['picture'] },
  pan: {
    'Alt+Shift+ArrowLeft': ['pan', 0.1, 0], 'Alt+Shift+ArrowRight': ['pan', -0.1, 0],
    'Alt+Shift+ArrowUp': ['pan', 0, 0.1], 'Alt+Shift+ArrowDown': ['pan', 0, -0.1],
  },
  room: { y: ['room'] },
  copy: { c: ['copy', 'picture'], 'Shift+c': ['copy', 'link'] },
  list: { m: ['list'] },
  search: { '/': ['search'] },
  tools: { t: ['tools'] },
  panel: { d: ['panel'] },
  settings: { e: ['settings'] },
  help: { '?': ['help'] },
};

export const actions = Object.assign({}, ...Object.values(bindings));

/** The command of a key event, unless that belongs to the browser or another control. */
export function actionFor(event) {
  if (event.ctrlKey || event.metaKey) return undefined;
  const { tagName } = event.composedPath?.()[0] ?? event.target;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName)) return undefined;
  if (event.key === ' ' && /^(BUTTON|SUMMARY)$/.test(tagName)) return undefined;
  const action = actions[nameOf(event)];
  return event.repeat && !/^(seek|skip|page|zoom|pan)$/.test(action?.[0]) ? undefined : action;
}

/** A sign includes its Shift; a letter's case may come from Caps Lock. */
function nameOf({ key, shiftKey, altKey }) {
  const small = key.length === 1 ? key.toLowerCase() : key;
  const isSign = key.length === 1 && small === key.toUpperCase();
  return `${altKey ? 'Alt+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${small}`;
}
