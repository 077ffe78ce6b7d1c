import { make, reflect } from '../elements/support.js';
import { text } from '../texts.js';
import { hasArrived } from './arrival.js';
import { adoptStyle } from './late-style.js';
import { play } from './player.js';
import { choices, set } from './settings.js';
import '../elements/vernier-stops.js';

adoptStyle(`
  #drawer .stops {
    display: grid; flex: 0 1 46rem; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    gap: 0 1.5rem; min-width: 0;
  }
  #drawer .stops div:has(> [hidden]) { display: none; }
  /* Above the track, which is in the middle of a larger target. */
  #drawer .stops span { display: block; margin-block-end: -4px; padding-inline: 16px; font-size: 0.8rem; }
`);

const speeds = choices.speed.toSorted((one, other) => one - other);
/** How strongly a drag snaps: not at all, when it ends, or all along. */
const strengths = ['none', ...choices.when.toReversed()];

/** The drawer's sliders with stops: the speed, how strongly drags snap, and the chapters. */
export function fineStops(app) {
  const sliders = [speed(app), strength(app), chapters(app)];
  const element = make('div', 'stops');
  element.append(...sliders.map(({ slider }) => captioned(slider)));
  const show = (state) => {
    // In a drag a slider is where the pointer is.
    for (const { slider, shown } of sliders) {
      if (!slider.hasAttribute('dragging')) reflect(slider, shown(state));
    }
  };
  return { element, show };
}

function sliderOf(name, labels) {
  const slider = make('vernier-stops', '');
  slider.ariaLabel = text(name);
  // Follows the language.
  slider.dataset.label = name;
  reflect(slider, { labels: labels.join(',') });
  return slider;
}

/** A slider below its name, which screen readers have from itself. */
function captioned(slider) {
  const caption = Object.assign(make('span', '', slider.ariaLabel), { ariaHidden: 'true' });
  caption.dataset.text = slider.dataset.label;
  const element = make('div', '');
  element.append(caption, slider);
  return element;
}

function speed(app) {
  const slider = sliderOf('speed', speeds.map((one) => `×${one}`));
  slider.addEventListener('change', ({ detail }) => {
    const chosen = speeds[detail.value];
    if (chosen === app.state.settings.speed) return;
    set(app, 'speed', chosen);
    if (app.state.playback) play(app, undefined, Number(chosen));
  });
  return { slider, shown: ({ settings }) => ({ value: String(speeds.indexOf(settings.speed ?? '1')) }) };
}

function strength(app) {
  const slider = sliderOf('strength', ['snap-none', 'when-release', 'strength-live'].map((one) => text(one)));
  let last = 'keyframe';
  slider.addEventListener('change', async ({ detail }) => {
    const when = strengths[detail.value];
    const { snap } = app.state.settings;
    if (when !== 'none') await app.perform(['set', 'when', when]);
    const wanted = when === 'none' ? 'none' : snap === 'none' ? last : snap;
    if (wanted !== snap) await app.perform(['set', 'snap', wanted]);
  });
  const shown = ({ settings: { snap, when } }) => {
    if (snap && snap !== 'none') last = snap;
    return { value: String(last === snap ? strengths.indexOf(when) : 0) };
  };
  return { slider, shown };
}

function chapters(app) {
  const slider = sliderOf('chapters', []);
  slider.addEventListener('input', ({ detail }) => {
    const chapter = app.state.media?.chapters[detail.value];
    if (chapter) app.seek({ frame: chapter.frame });
  });
  const shown = ({ media, scrub }) => {
    const all = media?.chapters ?? [];
    if (all.length < 2) return { hidden: true };
    const labels = all.map((_, i) => i + 1).join(',');
    // Until a step is answered, the next one goes on from it.
    if (!hasArrived(app)) return { hidden: false, labels };
    const at = all.findLastIndex(({ frame }) => frame <= scrub.target.frame);
    return { hidden: false, labels, value: String(Math.max(at, 0)) };
  };
  return { slider, shown };
}
