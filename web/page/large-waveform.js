import '../elements/vernier-waveform.js';
import { adoptStyle } from './late-style.js';
import { load } from './load.js';

adoptStyle(`
  .stage > vernier-waveform {
    position: absolute; inset: 2.5rem 4px; height: auto; cursor: ew-resize;
    touch-action: none; user-select: none; -webkit-user-select: none;
  }
  .stage > vernier-waveform:not([known]) { display: none; }
  .stage:has(> vernier-waveform[known]) > vernier-view::part(sound) { display: none; }
  @media (max-width: 47.5em) { .stage > vernier-waveform { inset-inline: 20px; } }
`);

/** A waveform in place of the picture, on which the pointer drags and the wheel moves as on the bar. */
export default function large({ page: { bar, view } }) {
  const wave = document.createElement('vernier-waveform');
  wave.setAttribute('aria-hidden', 'true');
  wave.addEventListener('pointerdown', (event) => {
    bar.dispatchEvent(new PointerEvent(event.type, event));
  });
  wave.addEventListener('wheel', (event) => {
    event.preventDefault();
    load('elements/bar-wheel').then(({ handle }) => handle(bar, event), () => {});
  }, { passive: false });
  view.after(wave);
  return wave;
}
