import { VernierClient } from './vernier/vernier-client.js';
import { reflect } from './vernier/elements/support.js';
import './vernier/elements/vernier-bar.js';
import './vernier/elements/vernier-view.js';

const [view, bar] = document.querySelectorAll('vernier-view, vernier-bar');
const client = new VernierClient();
const on = (target, type, handle) => target.addEventListener(type, ({ detail }) => handle(detail));
on(bar, 'scrubbegin', (drag) => client.begin(drag));
on(bar, 'scrubmove', ({ samples }) => client.move(samples));
for (const act of ['end', 'cancel']) on(bar, `scrub${act}`, () => client[act]());
on(bar, 'scrubseek', ({ to }) => client.seek(to));
on(client, 'preview', (preview) => view.show(preview));
on(view, 'pictureseen', ({ seq }) => client.painted(seq));
on(client, 'opened', ({ media: { frames, duration } }) => reflect(bar, { frames, duration }));
on(client, 'state', ({ position, target: { frame } }) => reflect(bar, { position, frame }));
client.configure({ preview: { width: 640 } });
const { media } = await (await fetch('/api/v1/media')).json();
client.open(media[0].id);
