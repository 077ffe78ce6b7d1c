import { adoptStyle } from './dialog.js';

adoptStyle(`
  .wide { grid-column: 1 / -1; }
  .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
  .tools i { flex: 1; }
  .tools label {
    display: flex; align-items: center; gap: 0.5rem; margin-inline-end: 0.8rem;
    color: var(--ink-2); font-size: 0.87rem;
  }
  [aria-pressed='true'] { background: var(--selected); color: var(--accent); }
  @media (max-width: 560px) {
    .tools { justify-content: center; }
    .tools label { flex: 1; flex-direction: column; align-items: start; gap: 0; margin: 0; }
    .tools select { width: 100%; }
    .tools i { flex-basis: 100%; }
  }
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
      button.ariaPressed = String(settings[button.dataset.toggles] === 'on');
    }
  };
  app.watchers.add(show);
  show(app.state);
}
