import { VernierClient } from './vernier/vernier-client.js';
import './vernier/elements/vernier-view.js';

const [view, slider, play, rest] = document.querySelectorAll('vernier-view, input, button');
const client = new VernierClient();
const on = (target, type, handle) => target.addEventListener(type, ({ detail }) => handle(detail));
let time = 0;
slider.oninput = () => client.seek({ position: slider.valueAsNumber });
play.onclick = () => view.play(time);
rest.onclick = () => view.rest();
on(client, 'opened', ({ media }) => view.load(media, `/api/v1/media/${media.id}/file`));
on(client, 'state', ({ target }) => { time = target.time; });
on(client, 'preview', (preview) => view.show(preview));
on(view, 'pictureseen', ({ seq }) => client.painted(seq));
on(view, 'playbackstopped', (stopped) => client.seek({ time: stopped.time + 0.002 }));
const width = () => Math.round(view.width * devicePixelRatio);
on(view, 'viewresize', () => client.configure({ preview: { width: width() } }));
const { media } = await (await fetch('/api/v1/media')).json();
client.open(media[0].id);
