/** The settings: kept in this browser, and applied. */

import { speak } from '../texts.js';
import { load } from './load.js';

/** Each setting that is chosen, and its values, the default first; `stops` is written. */
export const choices = {
  language: ['auto', 'en', 'ja'],
  theme: ['auto', 'light', 'dark'],
  snap: ['none', 'frame', 'keyframe', 'second', 'chapter', 'marks', 'stops', 'tenth', 'twentieth'],
  when: ['live', 'release'],
  law: ['quadratic', 'linear', 'tiered', 'geometric', 'flat'],
  press: ['hold', 'jump'],
  overshoot: ['accumulate', 'clamp'],
  loop: ['off', 'on'],
  sound: ['off', 'frame', 'grain'],
  rest: ['off', 'on'],
  waveform: ['linear', 'decibels', 'off'],
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
    // Without storage it lasts until the page is left.
  }
}

/** The settings in what is stored, with defaults for what is invalid. Pure. */
export function valid(stored) {
  const chosen = Object.entries(choices).map(
    ([name, values]) => [name, values.includes(stored[name]) ? stored[name] : values[0]],
  );
  return { ...Object.fromEntries(chosen), stops: String(stored.stops ?? '') };
}

/** What the server is told of when it changes. */
const told = ['snap', 'when', 'press', 'overshoot'];

const feature = (name, not = 'off') => async (app, value) => {
  if (value !== not) (await load(`page/${name}`)).default(app);
};

/** What else a setting does, at the start and at each change. */
const effects = {
  language: (_, wanted) => speak(wanted),
  theme: (_, theme) => {
    document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  },
  snap: feature('snap-distance', 'none'),
  press: feature('hover', 'hold'),
  sound: feature('hearing'),
  list: feature('media-list'),
  tools: feature('toolbar'),
  fine: feature('jog-drawer'),
  panel: feature('panel'),
};

/** Changes a setting; it stays as it was if what it needs cannot be loaded. */
export async function set(app, name, value) {
  const before = app.state.settings[name];
  change(app, name, value);
  try {
    await apply(app, name, value);
  } catch (error) {
    change(app, name, before);
    throw error;
  }
}

function change(app, name, value) {
  app.dispatch({ type: 'set', name, value });
  keep('vernier', app.state.settings);
}

async function apply(app, name, value) {
  if (told.includes(name)) (await load('page/configurations')).tell(app, name);
  return effects[name]?.(app, value);
}

/** Applies what is stored. Without a `link` to a media, the list is open at first. */
export function recallAll(app, link) {
  const stored = recall('vernier');
  const settings = valid({ list: link ? 'off' : 'on', ...stored });
  if (Object.keys(recall('vernier.marks')).length > 0) app.perform(['showMarks']);
  return Promise.all(Object.entries(settings).map(([name, value]) => {
    app.dispatch({ type: 'set', name, value });
    return value === choices[name]?.[0] ? undefined : apply(app, name, value);
  }));
}
