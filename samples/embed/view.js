import { VernierClient } from './vernier/vernier-client.js';
import './vernier/elements/vernier-view.js';

const view = document.querySelector('vernier-view');
const [play, pause] = document.querySelectorAll('button');
const client = new VernierClient();
const on = (target, type, hear) => target.addEventListener(type, ({ detail }) => hear(detail));
let time = 0;
on(client, 'state', ({ target }) => { time = target.time; });
on(client, 'preview', (preview) => view.show(preview));
on(view, 'pictureseen', ({ seq }) => client.painted(seq));
on(view, 'playbackstopped', (stopped) => client.seek({ time: stopped.time + 0.001 }));
on(view, 'viewresize', () => client.configure({ preview: { width: Math.round(view.width * devicePixelRatio) } }));
on(client, 'opened', ({ media }) => view.load(media, `/api/v1/media/${media.id}/file`));
play.onclick = () => view.play(time);
pause.onclick = () => view.pause();
const { media } = await (await fetch('/api/v1/media')).json();
client.open(media[0].id);
