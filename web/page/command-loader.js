/** Loads the commands with the first key or button that needs them. */

/** Keys whose browser default is prevented meanwhile. */
const taken = /^( |\/|Arrow\w+|Page\w+|Home|End)$/;

/** Passes events to the commands; sets the app's `perform` and `commands`. */
export function listen(app) {
  const early = [];
  app.perform = (action) => (
    import('./commands.js').then(({ perform }) => perform(app, action), () => {})
  );

  async function load() {
    try {
      app.commands = await import('./commands.js');
    } finally {
      for (const event of early.splice(0)) app.commands?.handle(app, event);
    }
  }

  function handle(event) {
    if (event.defaultPrevented) return;
    if (app.commands) return app.commands.handle(app, event);
    const { key, target } = event;
    if (event.type === 'click' && !target.closest('a, button')) return;
    if (taken.test(key) && target.matches('body, vernier-bar')) event.preventDefault();
    if (early.push(event) === 1) load().catch(() => {});
  }

  for (const type of ['keydown', 'click', 'change']) addEventListener(type, handle);
}
