import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Connection, retryDelay } from '../../web/connection.js';

class FakeSocket {
  static all = [];
  readyState = 0;
  sent = [];
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
    FakeSocket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept(opened = { type: 'opened', session: 'token' }) {
    this.readyState = 1;
    this.onopen();
    this.onmessage({ data: JSON.stringify(opened) });
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

let connection, links;
const last = () => FakeSocket.all.at(-1);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  FakeSocket.all = [];
  links = [];
  connection = new Connection('ws://host/api/v1/scrub', { WebSocket: FakeSocket, random: () => 0 });
  connection.addEventListener('link', ({ detail }) => links.push(detail.link));
});

test('the first message opens the media, with the pictures asked for', () => {
  const preview = { width: 640, quality: 80 };
  connection.configurePreview(preview);
  connection.open('m1');
  last().accept();
  assert.equal(last().protocol, 'vernier.v1');
  assert.deepEqual(last().sent, [{ type: 'open', media: 'm1', preview }]);
  assert.deepEqual(links, ['connecting', 'open']);
});

test('numbered messages count up, and painted keeps the number it is given', () => {
  connection.open('m1');
  last().accept();
  connection.send('begin', { gesture: 1 });
  connection.send('move', { gesture: 1 });
  connection.send('painted', { seq: 1 });
  connection.send('end', { gesture: 1 });
  assert.deepEqual(last().sent.slice(1).map(({ type, seq }) => [type, seq]), [
    ['begin', undefined], ['move', 1], ['painted', 1], ['end', 2],
  ]);
});

test('a lost socket is replaced, resumes, and numbers from the start', () => {
  connection.open('m1');
  last().accept();
  connection.send('seek', { to: { frame: 3 } });
  last().drop();
  connection.send('seek', { to: { frame: 4 } });
  mock.timers.tick(250);
  last().accept();
  assert.equal(FakeSocket.all.length, 2);
  connection.send('seek', { to: { frame: 5 } });
  assert.deepEqual(last().sent, [
    { type: 'open', media: 'm1', resume: 'token' },
    { type: 'seek', seq: 1, to: { frame: 5 } },
  ]);
  assert.deepEqual(links, ['connecting', 'open', 'lost', 'connecting', 'open']);
});

test('another media gets a socket of its own, and the old one is not taken for lost', () => {
  connection.open('m1');
  const first = last();
  first.accept();
  connection.open('m2');
  assert.equal(first.readyState, 3);
  assert.equal(first.onclose, null);
  last().accept();
  assert.deepEqual(last().sent, [{ type: 'open', media: 'm2' }]);
});

test('attempts come at growing distances until one succeeds', () => {
  connection.open('m1');
  for (const delay of [250, 500, 1000]) {
    last().drop();
    const count = FakeSocket.all.length;
    mock.timers.tick(delay - 1);
    assert.equal(FakeSocket.all.length, count);
    mock.timers.tick(1);
    assert.equal(FakeSocket.all.length, count + 1);
  }
  last().accept();
  last().drop();
  mock.timers.tick(250);
  assert.equal(FakeSocket.all.length, 5);
});

test('a full server is told from a lost one', () => {
  connection.open('m1');
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
