import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { retryDelay, VernierClient } from '../../web/vernier-client.js';
import { FakeClock, FakeSocket } from './fake-socket.js';

let client, clock, links;
const last = () => FakeSocket.all.at(-1);

beforeEach(() => {
  clock = new FakeClock();
  clock.install();
  FakeSocket.all = [];
  links = [];
  globalThis.WebSocket = FakeSocket;
  mock.method(Math, 'random', () => 0);
  client = new VernierClient('http://host');
  client.addEventListener('link', ({ detail }) => links.push(detail.link));
});

test('the first message opens the media, with the pictures asked for', () => {
  const preview = { width: 640, quality: 80 };
  client.configure({ preview });
  client.open('m 1');
  last().accept();
  const address = 'ws://host/api/v1/scrub?media=m%201';
  assert.deepEqual([last().url, last().protocol], [address, 'vernier.v1']);
  assert.deepEqual(last().sent, [{ type: 'open', media: 'm 1', preview }]);
  assert.deepEqual(links, ['connecting', 'open']);
});

test('every message is told of once it is sent, and none while away', () => {
  const sent = [];
  client.addEventListener('sent', ({ detail }) => sent.push(detail));
  client.seek({ frame: 1 });
  client.open('m1');
  last().accept();
  client.seek({ frame: 7 });
  client.begin({ x: 0, y: 0, extent: 800 });
  last().drop();
  client.seek({ frame: 9 });
  assert.deepEqual(sent, [
    { type: 'seek', seq: 1, to: { frame: 7 } },
    { type: 'begin', gesture: 1, x: 0, y: 0, extent: 800 },
  ]);
});

test('numbered messages count up, and painted keeps the number it is given', () => {
  client.open('m1');
  last().accept();
  client.begin({ x: 0, y: 0, extent: 800 });
  assert.equal(client.move([[8, 1, 0]]), 1);
  client.painted(1);
  assert.equal(client.end(), 2);
  assert.deepEqual(last().sent.slice(1).map(({ type, seq }) => [type, seq]), [
    ['begin', undefined], ['move', 1], ['painted', 1], ['end', 2],
  ]);
});

test('a lost socket is replaced, resumes, and numbers from the start', () => {
  client.open('m1', 2);
  last().accept();
  client.seek({ frame: 3 });
  last().drop();
  assert.equal(client.seek({ frame: 4 }), 0);
  clock.tick(250);
  last().accept();
  assert.equal(FakeSocket.all.length, 2);
  client.seek({ frame: 5 });
  assert.deepEqual(last().sent, [
    { type: 'open', media: 'm1', stream: 2, resume: 'token' },
    { type: 'seek', seq: 1, to: { frame: 5 } },
  ]);
  assert.deepEqual(links, ['connecting', 'open', 'lost', 'connecting', 'open']);
});

test('another media gets a socket of its own, and the old one is not taken for lost', () => {
  client.open('m1');
  const first = last();
  first.accept();
  client.open('m2');
  assert.equal(first.readyState, 3);
  assert.equal(first.onclose, null);
  last().accept();
  assert.deepEqual(last().sent, [{ type: 'open', media: 'm2' }]);
});

test('nothing is sent before the media is open', () => {
  client.open('m1');
  last().readyState = 1;
  last().onopen();
  assert.equal(client.seek({ frame: 1 }), 0);
  client.begin({ x: 0, y: 0, extent: 800 });
  assert.deepEqual(last().sent.map(({ type }) => type), ['open']);
});

test('each gesture has a number of its own', () => {
  client.open('m1');
  last().accept();
  client.begin({ x: 0, y: 0, extent: 800 });
  client.cancel();
  client.begin({ control: 'dial', x: 0, y: -9, turn: { frames: 25 } });
  client.move([[8, 1, 0]]);
  assert.deepEqual(last().sent.slice(1), [
    { type: 'begin', gesture: 1, x: 0, y: 0, extent: 800 },
    { type: 'cancel', seq: 1, gesture: 1 },
    { type: 'begin', gesture: 2, control: 'dial', x: 0, y: -9, turn: { frames: 25 } },
    { type: 'move', seq: 2, gesture: 2, samples: [[8, 1, 0]] },
  ]);
});

test('a server that knows nothing of it hears the whole configuration, and no news twice', () => {
  client.configure({ press: 'jump', preview: { width: 320 } });
  client.open('m1');
  last().accept();
  client.configure({ press: 'jump' });
  client.configure({ law: { kind: 'flat' } });
  last().drop();
  client.configure({ preview: { width: 640 } });
  clock.tick(250);
  last().accept();
  const sent = FakeSocket.all.map((socket) => socket.sent.map(({ resume, ...rest }) => rest));
  assert.deepEqual(sent, [
    [
      { type: 'open', media: 'm1', preview: { width: 320 } },
      { type: 'configure', press: 'jump' },
      { type: 'configure', law: { kind: 'flat' } },
    ],
    [
      { type: 'open', media: 'm1', preview: { width: 640 } },
      { type: 'configure', press: 'jump', law: { kind: 'flat' } },
    ],
  ]);
});

test('a picture size that changes while the media is being opened is not forgotten', () => {
  client.configure({ preview: { width: 320 } });
  client.open('m1');
  last().onopen();
  client.configure({ preview: { width: 640 } });
  last().accept();
  assert.deepEqual(last().sent.at(-1), { type: 'configure', preview: { width: 640 } });
});

test('every message is an event, of its type too', () => {
  const heard = [];
  for (const type of ['message', 'opened', 'state']) {
    client.addEventListener(type, ({ detail }) => heard.push([type, detail.type]));
  }
  client.open('m1');
  last().accept();
  last().onmessage({ data: '{"type":"state","seq":1}' });
  assert.deepEqual(heard, [
    ['message', 'opened'], ['opened', 'opened'], ['message', 'state'], ['state', 'state'],
  ]);
});

test('a picture is an event, and what is none is not', () => {
  const pictures = [];
  client.addEventListener('preview', ({ detail }) => pictures.push(detail.frame));
  client.open('m1');
  last().accept();
  const header = [0x56, 0x4e, 1, 1, ...Array(12).fill(0), 0, 0, 0x02, 0x58, ...Array(12).fill(0)];
  last().onmessage({ data: new Uint8Array([...header, 0xff]).buffer });
  last().onmessage({ data: new Uint8Array([1, 2, 3]).buffer });
  assert.deepEqual(pictures, [600]);
});

test('a closed client stays away', () => {
  client.open('m1');
  last().drop();
  client.close();
  clock.tick(10000);
  client.retry();
  assert.equal(FakeSocket.all.length, 1);
});

test('attempts come at growing distances until one succeeds', () => {
  client.open('m1');
  for (const delay of [250, 500, 1000]) {
    last().drop();
    const count = FakeSocket.all.length;
    clock.tick(delay - 1);
    assert.equal(FakeSocket.all.length, count);
    clock.tick(1);
    assert.equal(FakeSocket.all.length, count + 1);
  }
  last().accept();
  last().drop();
  clock.tick(250);
  assert.equal(FakeSocket.all.length, 5);
});

test('marks and exports are numbered with everything else, and nothing is sent while it is lost', () => {
  client.open('m1');
  last().accept();
  const numbers = [
    client.marks(), client.seek({ frame: 3 }), client.marks({ version: 4, edit: { in: null } }),
    client.export({ start: 7 }),
  ];
  assert.deepEqual(numbers, [1, 2, 3, 4]);
  assert.deepEqual(last().sent.slice(1), [
    { type: 'marks', seq: 1 }, { type: 'seek', seq: 2, to: { frame: 3 } },
    { type: 'marks', seq: 3, version: 4, edit: { in: null } }, { type: 'export', seq: 4, start: 7 },
  ]);
  last().drop();
  assert.equal(client.marks(), 0);
});

test('a server that stops is left for another at once, and only once', () => {
  mock.method(Math, 'random', () => 0.5);
  client.open('m1');
  last().accept();
  last().drop(1012);
  clock.tick(99);
  assert.equal(FakeSocket.all.length, 1);
  clock.tick(1);
  assert.equal(FakeSocket.all.length, 2);
  last().drop(1012);
  clock.tick(374);
  assert.equal(FakeSocket.all.length, 2);
  clock.tick(1);
  assert.equal(FakeSocket.all.length, 3);
});

test('the newest drag alone is one that goes on', () => {
  const resumed = (gesture) => (
    { type: 'opened', session: 'token', resumed: { seq: 3, drag: { gesture, x: 5, y: 6 } } }
  );
  client.open('m1');
  last().accept();
  assert.equal(client.interrupted, null);
  client.begin({ x: 0, y: 0, extent: 800 });
  last().drop(1012);
  clock.tick(0);
  last().accept(resumed(1));
  assert.deepEqual(client.interrupted, { gesture: 1, x: 5, y: 6 });
  last().drop(1012);
  // One that began while there was no server has another number.
  client.begin({ x: 0, y: 0, extent: 800 });
  clock.tick(0);
  last().accept(resumed(1));
  assert.equal(client.interrupted, null);
});

test('a full server is told from a lost one', () => {
  client.open('m1');
  last().drop(1013);
  assert.equal(links.at(-1), 'full');
});

test('the wait stays between a quarter of a second and eight', () => {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    for (const random of [0, 0.5, 0.999]) {
      const delay = retryDelay(attempt, random);
      assert.ok(delay >= 250 && delay <= 8000);
    }
  }
  assert.equal(retryDelay(3, 0), 2000);
  assert.equal(retryDelay(3, 0.5), 1500);
});
