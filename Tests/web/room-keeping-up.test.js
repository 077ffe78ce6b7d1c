import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerClock } from '../../web/page/room-clock.js';
import { KeepingUp } from '../../web/page/room-keeping-up.js';
import { Telling } from '../../web/page/room-telling.js';

const media = { frameRate: [30, 1], framesOnTrack: 18000, duration: 600 };
const frame = 1 / 30;

/** The same numbers in 0..<1 each time (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A player whose jumps take a while: nothing comes into view until then. */
class Player {
  #place = 0;
  #rate = 0;
  #now = 0;
  #ready = 0;
  jumps = 0;

  constructor(costs) {
    this.costs = costs;
  }

  play(place, rate, now) {
    const cost = this.costs[Math.min(this.jumps, this.costs.length - 1)];
    [this.#place, this.#rate, this.#now, this.#ready] = [place, rate, now + cost, now + cost];
    this.jumps += 1;
  }

  pace(rate, now) {
    [this.#place, this.#rate, this.#now] = [this.place(now), rate, Math.max(now, this.#ready)];
  }

  place(now) {
    return this.#place + (this.#rate * Math.max(0, now - this.#now)) / 1000;
  }

  /** The frame in view and since when, on a page that shows one in so many milliseconds. */
  seen(now, every) {
    const shown = now - (now % every);
    if (shown <= this.#ready || this.#rate === 0) return null;
    const time = Math.floor(this.place(shown) / frame + 1e-6) * frame;
    return { time, at: shown - ((this.place(shown) - time) * 1000) / this.#rate };
  }

  get rate() {
    return this.#rate;
  }
}

/** Two pages and a server, in steps of a millisecond of its clock; each page has another one. */
class Room {
  #random;
  #queue = [];
  now = 0;
  leader = new Player([200]);
  telling = new Telling();
  keeping = new KeepingUp();
  clock = new ServerClock();
  /** The leader's clock is the server's, but for what it takes to be asked. */
  lag = new ServerClock();
  rested = null;

  constructor({ costs = [200], delay = () => 1, every = [17, 17], from = 0, seed = 1 }) {
    this.#random = chance(seed);
    Object.assign(this, { delay, every });
    this.follower = new Player(costs);
    this.leader.play(from, 1, 0);
  }

  /** Passes something on after a delay. */
  #send(take) {
    this.#queue.push({ due: this.now + this.delay(this.#random()), take });
  }

  tell(message, wait = 0) {
    this.#queue.push({
      due: this.now + wait,
      take: () => this.#send(() => {
        const at = this.now;
        this.#send(() => this.#act(this.keeping.hear({ ...message, at }, media, this.#server)));
      }),
    });
  }

  /** The follower's clock is wrong by seven seconds. */
  get #own() {
    return this.now - 7000;
  }

  get #server() {
    this.clock.hear(-Infinity, 0);
    return this.clock.of(this.#own);
  }

  #ping() {
    const sent = this.now;
    this.#send(() => {
      const at = this.now;
      this.#send(() => this.clock.answer({ t: sent - 7000, at }, this.#own));
      this.#send(() => this.lag.answer({ t: sent, at }, this.now));
    });
  }

  #act(action) {
    if (!action) return;
    if (action.rest !== undefined) this.rested = action.rest;
    else if (action.play === undefined) this.follower.pace(action.rate, this.now);
    else this.follower.play(action.play, action.rate, this.now);
  }

  #step() {
    this.now += 1;
    const due = this.#queue.filter((one) => one.due <= this.now);
    this.#queue = this.#queue.filter((one) => one.due > this.now);
    for (const { take } of due) take();
    if (this.now < 900 && this.now % 120 === 1) this.#ping();
    const [ours, theirs] = this.every;
    const led = this.now % ours === 0 && this.leader.seen(this.now, ours);
    const told = led && this.telling.seen(led, this.leader.rate, media, this.now, this.lag.lag);
    if (told) this.tell(told.message, told.wait);
    const own = this.now % theirs === 0 && this.follower.seen(this.now, theirs);
    if (own) this.#act(this.keeping.seen({ time: own.time, at: this.clock.of(own.at - 7000) }, this.#server));
  }

  run(time) {
    for (const end = this.now + time; this.now < end;) this.#step();
  }

  /** By how many frames the follower is behind. */
  get behind() {
    return (this.leader.place(this.now) - this.follower.place(this.now)) / frame;
  }

  keepsUp(time = 2000) {
    for (let passed = 0; passed < time; passed += 50) {
      this.run(50);
      assert.ok(Math.abs(this.behind) <= 1, `${this.behind} frames behind at ${this.now} ms`);
    }
  }
}

const slow = { costs: [2600, 300], delay: (random) => (random < 0.85 ? 3 : 250 * random) };
const rooms = {
  'an idle machine': {},
  'a player that starts late': { costs: [2300, 200] },
  'a player that starts very late': { costs: [6000, 200] },
  'a player whose every jump takes long': { costs: [1700] },
  'a player whose jumps take another time each time': { costs: [1500, 100, 1400, 90, 900, 200] },
  'a connection that is slow': { delay: () => 150 },
  'a connection that is slow at times': { delay: (random) => (random < 0.85 ? 2 : 400 * random) },
  'a page that shows few frames': { every: [17, 170] },
  'a leader\'s page that shows few frames': { every: [130, 17] },
  'all of this': { ...slow, every: [90, 120] },
};
for (const [name, room] of Object.entries(rooms)) {
  test(`after ten seconds the players differ by a frame at most: ${name}`, () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const one = new Room({ ...room, seed });
      one.run(10_000);
      one.keepsUp();
    }
  });
}

test('who keeps up is let alone: one jump, and no other rate', () => {
  const room = new Room({});
  room.run(10_000);
  assert.equal(room.follower.jumps, 1);
  for (let passed = 0; passed < 20_000; passed += 100) {
    room.run(100);
    assert.equal(room.follower.rate, 1);
  }
});

test('who was slow once, and then is not, waits for the leader or jumps once more', () => {
  const room = new Room({ costs: [2600, 150] });
  room.run(8000);
  assert.ok(room.follower.jumps <= 3);
  room.keepsUp();
});

test('no machine is kept busy with jumps that do not suffice', () => {
  const room = new Room({ costs: [1500, 2900, 30, 2700, 80, 2999, 50] });
  room.follower.costs = new Proxy([], { get: (_, key) => (key === 'length' ? 1e9 : (key % 2 ? 2900 : 5900)) });
  room.run(60_000);
  assert.ok(room.follower.jumps < 8, `${room.follower.jumps} jumps`);
});

test('it takes part in another rate, and in a jump', () => {
  const room = new Room({ from: 20 });
  room.run(8000);
  room.leader.pace(2, room.now);
  room.run(5000);
  assert.equal(room.follower.jumps, 1);
  room.keepsUp();
  for (const place of [100, 5, 6]) {
    room.leader.play(place, 2, room.now);
    room.run(6000);
    room.keepsUp();
  }
});

test('a jump that has begun is ended, however often the leader goes elsewhere', () => {
  const room = new Room({ costs: [2000] });
  for (let place = 100; place < 400; place += 50) {
    room.leader.play(place, 1, room.now);
    room.run(900);
  }
  assert.ok(room.follower.jumps <= 3 && room.follower.place(room.now) > 200);
  room.run(10_000);
  room.keepsUp();
});

test('who follows a loop on an idle machine is within it each time', () => {
  const room = new Room({ from: 20, costs: [200] });
  room.run(3000);
  for (let turns = 0; turns < 10; turns += 1) {
    room.leader.play(20, 1, room.now);
    room.run(1500);
    room.keepsUp(500);
  }
});

test('a follower waits for a leader whose player stands still again and again', () => {
  const room = new Room({ costs: [2500] });
  for (let passed = 0; passed < 20; passed += 1) {
    room.leader.play(room.leader.place(room.now), 1, room.now + 1200 - 200);
    room.run(2200);
  }
  assert.ok(room.follower.jumps < 8, `${room.follower.jumps} jumps`);
});

test('it follows a leader whose player has stood still for a moment', () => {
  for (const still of [100, 200, 400, 800, 3000]) {
    const room = new Room({});
    room.run(10_000);
    room.leader.play(room.leader.place(room.now), 1, room.now + still - 200);
    room.run(still + 8000);
    room.keepsUp();
  }
});

test('a rest is passed on with its frame, and ends what was under way', () => {
  const room = new Room({ costs: [3000] });
  room.run(1000);
  room.leader.pace(0, room.now);
  room.tell(room.telling.rests(3, media));
  room.run(5000);
  assert.equal(room.rested, 90);
  assert.equal(room.follower.jumps, 1);
});

const told = (fields) => ({ state: 'playing', rate: 1, frame: 300, at: 1000, ...fields });

test('who comes while it plays begins ahead of the leader by what a jump is taken to need', () => {
  assert.deepEqual(new KeepingUp().hear(told({}), media, 3000), { play: 12.25, rate: 1 });
  assert.deepEqual(new KeepingUp().hear(told({ rate: 2 }), media, 3000), { play: 14.5, rate: 2 });
});

test('what no player plays is shown by pictures', () => {
  assert.deepEqual(new KeepingUp().hear(told({ rate: -1 }), media, 1000), { rest: 300 });
  assert.equal(new KeepingUp().hear(told({ rate: 64 }), media, 1000).rate, 16);
});

test('nobody starts at the very end, nor again after it', () => {
  const end = told({ frame: 17995 });
  assert.equal(new KeepingUp().hear(end, media, 1000), null);
  const keeping = new KeepingUp();
  keeping.hear(told({ frame: 17900 }), media, 1000);
  keeping.stopped();
  assert.equal(keeping.hear(told({ frame: 17998, at: 4200 }), media, 4200), null);
});

test('a player that has stopped by itself is started by what is told next', () => {
  const keeping = new KeepingUp();
  keeping.hear(told({}), media, 1000);
  keeping.stopped();
  assert.equal(keeping.seen({ time: 10, at: 1100 }, 1100), null);
  assert.deepEqual(keeping.hear(told({ frame: 360, at: 3000 }), media, 3000), { play: 12.25, rate: 1 });
});
