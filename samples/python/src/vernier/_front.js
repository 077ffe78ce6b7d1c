/**
 * The front of the notebook widget. Before this come `files`, the modules of the server's page by
 * path: text, or `{ type, base64 }` for what is no module. A notebook's page has no address for
 * them, so each becomes a blob, whose imports are those of the blobs of others.
 */
const registry = (globalThis[Symbol.for('vernier.modules')] ??= { blobs: new Map(), files: {} });
Object.assign(registry.files, files);
registry.load = (path, relative) => import(address(resolved(path, relative)));

function resolved(path, relative) {
  return new URL(relative, `file:///${path}`).pathname.slice(1);
}

/** The address of a file, in which every reference is an address too. */
function address(path) {
  if (!registry.blobs.has(path)) {
    const file = registry.files[path];
    if (file === undefined) throw new Error(`the widget lacks ${path}`);
    const blob = file.base64
      ? new Blob([Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0))], { type: file.type })
      : new Blob([file.text ?? linked(path, file)], { type: file.type ?? 'text/javascript' });
    registry.blobs.set(path, URL.createObjectURL(blob));
  }
  return registry.blobs.get(path);
}

function linked(path, source) {
  const here = (relative) => `'${address(resolved(path, relative))}'`;
  return source
    .replace(/^(import|export)( [^;]*?from)? '(\.[^']+)'/gm, (_, verb, names = '', to) => `${verb}${names} ${here(to)}`)
    .replace(/\bimport\(/g, `globalThis[Symbol.for('vernier.modules')].load('${path}', `)
    .replace(/new URL\('([^']+)', import\.meta\.url\)/g, (_, to) => here(to));
}

const style = `
  .vernier-widget { max-width: 100%; font: 14px system-ui, sans-serif; color: inherit; }
  .vernier-widget vernier-view { width: 100%; }
  .vernier-widget vernier-bar { margin: 4px 0; }
  .vernier-widget footer { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
  .vernier-widget output { font-variant-numeric: tabular-nums; flex: 1; }
`;

function make(name, parent, attributes = {}) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** Milliseconds without a change after which the playhead is at rest. */
const restTime = 200;

/** Sends what the elements report to Python, and shows what comes back. */
class Front {
  constructor(model, el) {
    const root = make('div', el, { class: 'vernier-widget' });
    // The notebook's own keys would take I and O for themselves.
    root.dataset.lmSuppressShortcuts = 'true';
    make('style', root).textContent = style;
    this.model = model;
    this.view = make('vernier-view', root, { role: 'img', 'aria-label': 'Picture' });
    this.bar = make('vernier-bar', root, { tap: 'seek', tabindex: 0, role: 'slider', 'aria-label': 'Position' });
    this.footer = make('footer', root);
    this.output = make('output', this.footer);
    this.button('In', 'i', () => { this.from = this.model.get('frame'); this.tell(); });
    this.button('Out', 'o', () => this.mark());
    this.button('Clear', 'x', () => this.save([]));
    root.addEventListener('keydown', (event) => this.press(event));
    this.listen();
    this.load();
  }

  button(name, key, act) {
    const button = make('button', this.footer, { type: 'button', 'aria-keyshortcuts': key });
    button.textContent = name;
    button.addEventListener('click', act);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.footer.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`)?.click();
  }

  listen() {
    const on = (target, type, act) => target.addEventListener(type, ({ detail }) => act(detail));
    const send = (type, fields) => this.model.send({ type, ...fields });
    on(this.bar, 'scrubbegin', ({ x, y, extent }) => send('begin', { x, y, extent }));
    on(this.bar, 'scrubmove', ({ samples }) => send('move', { samples }));
    for (const act of ['end', 'cancel']) {
      on(this.bar, `scrub${act}`, () => {
        send(act);
        this.rest();
      });
    }
    on(this.bar, 'scrubseek', ({ to }) => send('seek', { to }));
    on(this.view, 'pictureseen', ({ seq }) => send('painted', { seq }));
    this.heard = (message, buffers) => this.hear(message, buffers);
    this.changed = () => {
      this.tell();
      this.rest();
    };
    this.model.on('msg:custom', this.heard);
    for (const name of ['frame', 'position', '_segments']) this.model.on(`change:${name}`, this.changed);
  }

  load() {
    const media = this.model.get('_media');
    this.view.load(media);
    for (const name of ['frames', 'duration']) this.bar.setAttribute(name, media[name]);
    this.tell();
    this.model.send({ type: 'shown' });
  }

  hear(message, buffers) {
    if (message.type === 'preview') {
      this.view.show({ ...message, picture: new Blob([buffers[0]], { type: `image/${message.format}` }) });
    } else if (message.type === 'restart') this.bar.cancel();
  }

  tell() {
    const [frame, timecode] = [this.model.get('frame'), this.model.get('_timecode')];
    this.bar.setAttribute('position', this.model.get('position'));
    this.bar.setAttribute('frame', frame);
    this.bar.setAttribute('valuetext', `${timecode}, frame ${frame}`);
    const segments = this.model.get('_segments');
    if (segments) this.bar.setAttribute('segments', segments);
    else this.bar.removeAttribute('segments');
    const from = this.from === undefined ? '' : `, from ${this.from}`;
    this.output.textContent = `${timecode}  frame ${frame}${from}`;
  }

  /** Tells cells that read the widget once the playhead rests. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.bar.dragging) return;
      this.model.set('_rests', this.model.get('_rests') + 1);
      this.model.save_changes();
    }, restTime);
  }

  mark() {
    const at = this.model.get('frame');
    const [first, last] = [this.from ?? at, at].sort((one, other) => one - other);
    delete this.from;
    const marks = this.model.get('marks');
    this.save([...marks, { name: `${marks.length + 1}`, first, last }]);
  }

  save(marks) {
    this.model.set('marks', marks);
    this.model.save_changes();
    this.tell();
  }

  leave() {
    clearTimeout(this.resting);
    this.model.off('msg:custom', this.heard);
    for (const name of ['frame', 'position', '_segments']) this.model.off(`change:${name}`, this.changed);
  }
}

async function render({ model, el }) {
  for (const name of ['bar', 'view']) await registry.load('elements/', `vernier-${name}.js`);
  const front = new Front(model, el);
  return () => front.leave();
}

export default { render };
