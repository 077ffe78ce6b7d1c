// The bar, its bubble and its ruler in a page that is not ours. The address says what it shows.
import { VernierClient } from './vernier-client.js';
import { clock } from './format.js';
import './elements/vernier-bar.js';
import './elements/vernier-bubble.js';
import './elements/vernier-ruler.js';
import './elements/vernier-view.js';

const [bar, bubble, ruler, view] = ['bar', 'bubble', 'ruler', 'view']
  .map((name) => document.querySelector(`vernier-${name}`));
const { media: id, direction = 'ltr', attributes = {}, stops = [], snap } = JSON.parse(
  decodeURIComponent(location.hash.slice(1)));
const client = new VernierClient();
const set = (element, values) => {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
};

document.dir = direction;
set(bar, attributes);
bar.stops = stops;
window.wishes = [];

function show({ position, target: { frame, time } }) {
  set(bar, { position, frame, valuetext: `Frame ${frame}` });
  set(bubble, { position, time: clock(time), frame: `frame ${frame}`, number: frame });
}

client.addEventListener('opened', ({ detail: { media, state } }) => {
  const { frames, keyframes, duration } = media;
  const source = `/api/v1/media/${media.id}`;
  set(bar, { frames, keyframes, duration, source });
  set(bubble, { source });
  set(ruler, { duration });
  bar.chapters = media.chapters;
  view.load(media, `${source}/file`);
  show(state);
});
client.addEventListener('state', ({ detail }) => show(detail));
client.addEventListener('preview', ({ detail }) => view.show(detail));
view.addEventListener('pictureseen', ({ detail }) => client.painted(detail.seq));
bar.addEventListener('scrubbegin', ({ detail }) => {
  set(bubble, { open: '' });
  client.begin(detail);
});
bar.addEventListener('scrubmove', ({ detail }) => client.move(detail.samples));
bar.addEventListener('scrublift', ({ detail }) => set(bubble, detail));
bar.addEventListener('scrubend', () => client.end());
bar.addEventListener('scrubcancel', () => client.cancel());
bar.addEventListener('scrubseek', ({ detail: { to } }) => {
  window.wishes.push(to);
  client.seek(to);
});
bar.addEventListener('scrubrange', ({ detail: { range } }) => {
  for (const one of [bubble, ruler]) one.setAttribute('range', range ?? '0 1');
});
client.configure({ preview: { width: 320 }, ...(snap && { snap }) });
client.open(id);
