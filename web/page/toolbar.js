import { adoptStyle } from './late-style.js';

adoptStyle(`
  .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; }
  .tools i { flex: 1; }
  .tools label {
    display: flex; align-items: center; gap: 0.5rem; min-width: 0; margin-inline-end: 0.8rem;
    color: var(--ink-2); font-size: 0.87rem;
  }
  [aria-pressed='true'] { background: var(--selected); color: var(--accent); }
  /* One row, in which the room around the pictures of the buttons gives way. */
  @media (min-width: 76em) {
    .tools { flex-wrap: nowrap; }
    .tools label { flex: none; }
    .tools select { padding-inline: 0.5rem; }
    .tools button { flex: 0 1 max(44px, 2.7rem); min-width: 2.1rem; }
  }
  /* Without room for them, the names of the choices are for screen readers. */
  @media (min-width: 76em) and (max-width: 78em) {
    .tools label { gap: 0; margin-inline-end: 4px; }
    .tools label span { width: 0; overflow: hidden; }
  }
  @media (min-width: 76em) and (max-width: 90em) {
    body:has(#media:not([hidden])) .tools label { gap: 0; margin-inline-end: 4px; }
    body:has(#media:not([hidden])) .tools label span { width: 0; overflow: hidden; }
  }
  @media (max-width: 35em) {
    .tools { display: grid; grid-template-columns: repeat(10, minmax(0, 1fr)); gap: 4px 0; }
    .tools label {
      grid-column: span 5; flex-direction: column; align-items: start; gap: 0; margin: 0;
      padding-inline-end: 4px;
    }
    .tools select { width: 100%; }
    .tools i { display: none; }
    .tools button { grid-column: span 2; justify-self: center; max-width: 100%; }
  }
  @media (max-width: 22em) { .tools label { grid-column: 1 / -1; } }
`);

let watching = false;

/** The toolbar, while it is switched on. */
export default function tools(app) {
  if (watching) return;
  watching = true;
  const { page } = app;
  const show = ({ settings }) => {
    page.tools.hidden = settings.tools !== 'on';
    page['open-tools'].ariaExpanded = String(settings.tools === 'on');
    for (const choice of page.tools.querySelectorAll('select')) {
      choice.value = settings[choice.name] ?? choice.options[0].value;
    }
    for (const button of page.tools.querySelectorAll('[data-toggles]')) {
      button.ariaPressed = String((settings[button.dataset.toggles] ?? 'off') !== 'off');
    }
  };
  app.watchers.add(show);
  show(app.state);
  // After the setting itself, which the window has heard of by then.
  addEventListener('change', ({ target }) => page.tools.contains(target) && askForStops(app, target));
}

/** Stops that are to be listed have to be written first. */
function askForStops(app, { name, value }) {
  if (name === 'snap' && value === 'stops' && !app.state.settings.stops) app.perform(['settings']);
}
