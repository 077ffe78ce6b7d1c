// What a notebook gives a widget: the state it shares with Python, and messages both ways.
globalThis.notebook = async (source, state) => {
  const handlers = new Map();
  const on = (name) => handlers.get(name) ?? handlers.set(name, new Set()).get(name);
  const model = {
    get: (name) => state[name],
    set: (name, value) => { changes[name] = value; state[name] = value; },
    save_changes: () => { toPython('save', changes); changes = {}; },
    send: (message) => toPython('message', message),
    on: (name, handle) => on(name).add(handle),
    off: (name, handle) => on(name).delete(handle),
  };
  let changes = {};
  globalThis.fromPython = (kind, value, picture) => {
    if (kind === 'message') {
      const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
      for (const handle of on('msg:custom')) handle(value, [new DataView(bytes.buffer)]);
      return;
    }
    Object.assign(state, value);
    for (const name of Object.keys(value)) for (const handle of on(`change:${name}`)) handle();
  };
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { default: widget } = await import(blob);
  for (const el of document.querySelectorAll('main')) await widget.render({ model, el });
};
