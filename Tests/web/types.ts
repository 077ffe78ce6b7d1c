// What a program in TypeScript may and may not say to the client. Compiled, never run.
import { decodePreview, retryDelay, VernierClient } from '../../web/vernier-client.js';

const client = new VernierClient('http://localhost:8080');

client.addEventListener('state', ({ detail }) => {
  const frame: number | null = detail.target.frame;
  const time: number = detail.target.time;
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

client.addEventListener('marks', ({ detail: { version, segments } }) => {
  client.marks({ version, edit: { rename: { id: segments[0].id, name: 'Goal' } } });
  client.marks({ version, edit: { in: null } });
});
client.addEventListener('exports', ({ detail: { cuts } }) => {
  const planned = cuts.find(({ state }) => state === 'planned');
  if (planned && !planned.replaces) client.export({ start: planned.id });
});
client.marks();
client.export({ cut: { first: 1, last: 2, mode: 'smart', name: 'x.mp4' } });

const preview = decodePreview(new ArrayBuffer(32));
console.log(preview?.pts, retryDelay(1, 0.5), seq);

// @ts-expect-error a number of frames is a number
client.seek({ frames: '3' });
// @ts-expect-error there is no such place
client.seek({ keyframe: 'last' });
// @ts-expect-error a sample has three numbers
client.move([[1, 2]]);
// @ts-expect-error a change is made for a version
client.marks({ edit: { undo: true } });
// @ts-expect-error clearing all has to be confirmed
client.marks({ version: 1, edit: { clear: true } });
// @ts-expect-error no such mode
client.export({ cut: { first: 1, last: 2, mode: 'exact', name: 'x.mp4' } });
// @ts-expect-error no such word
client.configure({ press: 'grab' });
