import { make, reflect } from '../elements/support.js';
import { clock } from '../format.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';
import { fineStops } from './fine-stops.js';
import '../elements/vernier-dial.js';

adoptStyle(`
  #drawer {
    display: flex; flex: none; flex-wrap: wrap; align-items: center; justify-content: center;
    gap: 0.5rem 1.5rem; padding: 8px; border: 1px solid var(--line); border-radius: 14px;
  }
  #drawer vernier-dial { width: 7.5rem; }
`);

let watching = false;

/** The drawer with a coarse dial, a jog wheel and sliders with stops, while it is switched on. */
export default function jogDrawer(app) {
  if (watching) return;
  watching = true;
  const coarse = dialFor(app, 'dialCoarse', { mode: 'absolute' });
  const jog = dialFor(app, 'dial', { gears: '1 4 16' });
  const stops = fineStops(app);
  app.page.drawer.append(jog, coarse, stops.element);
  app.connection.addEventListener('opened', () => {
    for (const dial of [jog, coarse]) dial.restart(app.connection.interrupted);
  });
  const show = (state) => {
    app.page.drawer.hidden = state.settings.fine !== 'on';
    for (const dial of [jog, coarse]) turn(dial, state, app.prediction.position);
    stops.show(state);
  };
  app.watchers.add(show);
  show(app.state);
}

function dialFor(app, name, attributes) {
  const dial = make('vernier-dial', '');
  dial.ariaLabel = text(name);
  reflect(dial, attributes);
  app.follow(dial);
  return dial;
}

function turn(dial, { media, scrub }, predicted) {
  reflect(dial, { disabled: !media });
  if (!media) return;
  const { frame, time } = scrub.target;
  reflect(dial, {
    position: predicted ?? scrub.position,
    frame: frame ?? Math.round(scrub.position * media.framesOnTrack),
    frames: media.framesOnTrack,
    valuetext: text('spoken', { frame: frame ?? '–', time: clock(time, media.duration) }),
  });
}
