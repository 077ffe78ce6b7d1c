/** What a person chose, kept in this browser, and what follows from it. */

import { speak } from './texts.js';

/** Each setting and what it may be, first what it is until someone chooses. */
export const choices = {
  language: ['auto', 'en', 'ja'],
  theme: ['auto', 'light', 'dark'],
  snap: ['none', 'frame', 'keyframe', 'second', 'chapter'],
  when: ['live', 'release'],
  law: ['quadratic', 'linear', 'tiered', 'geometric', 'flat'],
  press: ['hold', 'jump'],
  loop: ['off', 'on'],
  speed: ['1', '0.25', '0.5', '2', '4', '8'],
  list: ['off', 'on'],
  tools: ['off', 'on'],
  fine: ['off', 'on'],
  panel: ['off', 'on'],
};

/** Reads JSON that may be missing, broken or out of reach. */
export function recall(name) {
  try {
    return Object(JSON.parse(localStorage.getItem(name)));
  } catch {
    return {};
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It holds until the page is left.
  }
}

/** What is stored, as far as it may be. Pure. */
export function valid(stored) {
  return Object.fromEntries(Object.entries(choices).map(
    ([name, values]) => [name, values.includes(stored[name]) ? stored[name] : values[0]],
  ));
}

const snapping = ({ snap: to, when }) => (
  { snap: to === 'second' ? { to: 'time', seconds: 1, when } : { to, when } }
);

/** What a server is told when one of the settings changes. Pure. */
export const configurations = {
  snap: snapping,
  when: snapping,
  law: ({ law: kind }) => ({ law: kind === 'geometric' ? { kind, floor: 'frame' } : { kind } }),
  press: ({ press }) => ({ press }),
};

const shown = (load, not = 'off') => async (app, value) => {
  if (value !== not) (await load()).default(app);
};

/** What else follows, at the first choice and at each change. */
const effects = {
  language: (_, wanted) => speak(wanted),
  theme: (_, theme) => {
    document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  },
  snap: shown(() => import('./features/residual.js'), 'none'),
  press: shown(() => import('./features/hover.js'), 'hold'),
  list: shown(() => import('./features/list.js')),
  tools: shown(() => import('./features/tools.js')),
  fine: shown(() => import('./features/fine.js')),
  panel: shown(() => import('./features/panel.js')),
};

export function set(app, name, value) {
  app.dispatch({ type: 'set', name, value });
  keep('vernier', app.state.settings);
  return apply(app, name, value);
}

function apply(app, name, value) {
  const change = configurations[name]?.(valid(app.state.settings));
  if (change) app.connection.configure(change);
  return effects[name]?.(app, value);
}

/** Applies what is stored. Who came without a `link` wants to see what there is. */
export function recallAll(app, link) {
  const stored = recall('vernier');
  const settings = valid({ list: link ? 'off' : 'on', ...stored });
  if (Object.keys(recall('vernier.marks')).length > 0) app.perform(['showMarks']);
  return Promise.all(Object.entries(settings).map(([name, value]) => {
    app.dispatch({ type: 'set', name, value });
    return value === choices[name][0] ? undefined : apply(app, name, value);
  }));
}
