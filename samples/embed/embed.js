// A slider over the first media, and the picture under it.
import { VernierClient } from './vernier/vernier-client.js';

const [slider, image] = ['input', 'img'].map((name) => document.querySelector(name));
const client = new VernierClient();

client.addEventListener('preview', ({ detail: { picture, seq, frame, exact } }) => {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(picture);
  image.title = `frame ${frame}${exact ? '' : ', nearby'}`;
  client.painted(seq);
});
slider.addEventListener('input', () => client.seek({ position: slider.valueAsNumber }));

const { media } = await (await fetch('/api/v1/media')).json();
client.configure({ preview: { width: 640 } });
client.open(media[0].id);
