// What a program in TypeScript may and may not say to the client. Compiled, never run.
import { decodePreview, retryDelay, VernierClient } from '../../web/vernier-client.js';

const client = new VernierClient('http://localhost:8080');

client.addEventListener('state', ({ detail }) => {
  const [frame, time]: number[] = [detail.target.frame, detail.target.time];
  const phase: 'idle' | 'scrubbing' = detail.phase;
  console.log(frame, time, phase, detail.stop ?? 'no stop');
});
client.addEventListener('preview', ({ detail }) => {
  const picture: Blob = detail.picture;
  client.painted(detail.seq);
  console.log(picture.size, detail.exact);
});
client.addEventListener('link', ({ detail }) => console.log(detail.link === 'open'), { once: true });

client.configure({ preview: { width: 640 }, press: 'jump', snap: { to: 'keyframe' } });
client.open('some-media');
client.open('some-media', 1);
client.begin({ x: 1, y: 2, extent: 800 });
const seq: number = client.move([[8, 3, 2], [16, 4, 2]]);
client.seek({ keyframe: 'next' });

const preview = decodePreview(new ArrayBuffer(32));
console.log(preview?.pts, retryDelay(1, 0.5), seq);

// @ts-expect-error a number of frames is a number
client.seek({ frames: '3' });
// @ts-expect-error there is no such place
client.seek({ keyframe: 'last' });
// @ts-expect-error a sample has three numbers
client.move([[1, 2]]);
// @ts-expect-error no such word
client.configure({ press: 'grab' });
