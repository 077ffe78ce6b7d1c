import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModel } from './load-model.js';

const flat = { law: { kind: 'flat' } };
const bar = { x: 0, y: 0, extent: 100 };
const along = (...places) => places.map((x, i) => [8 * i, x, 0]);

/** The position after a drag on the bar through these places. */
async function dragged(configuration, places, marks) {
  const model = await loadModel();
  assert.equal(model.configure({ ...flat, ...configuration }, marks), true);
  model.begin(bar);
  model.move(along(...places));
  return model.state.position;
}

test('a pointer that goes off the bar moves finer, by the standard law', async () => {
  const model = await loadModel();
  model.begin(bar);
  model.move([[0, 10, 0], [8, 20, 50]]);
  const { scrubbing, position, raw, gain, stop } = model.state;
  const way = 0.1 + (0.1 * (1 - 2500 / 10000));
  assert.deepEqual([scrubbing, raw, gain, stop], [true, position, 0.75, null]);
  assert.ok(Math.abs(position - way) < 1e-15);
});

test('a gesture is ended, or taken back', async () => {
  const model = await loadModel();
  model.begin(bar);
  model.move(along(25));
  model.end();
  assert.deepEqual([model.state.position, model.state.scrubbing], [0.25, false]);
  model.begin(bar);
  model.move(along(50));
  assert.equal(model.state.position, 0.75);
  model.cancel();
  assert.deepEqual([model.state.position, model.state.scrubbing], [0.25, false]);
});

test('each law has its gain at a distance', async () => {
  const laws = [
    [{ kind: 'quadratic', falloff: 1000, floor: 0.2 }, 0.2],
    [{ kind: 'linear', reach: 200, floor: 0.01 }, 0.5],
    [{ kind: 'linear', reach: 50, floor: 'frame' }, 100 / 4000],
    [{ kind: 'geometric', from: 0, reach: 200, floor: 0.25 }, 0.5],
    [{ kind: 'tiered', tiers: [[0, 1], [50, 0.3], [200, 0.2]], hysteresis: 5 }, 0.3],
    [{ kind: 'flat' }, 1],
  ];
  for (const [law, gain] of laws) {
    const model = await loadModel();
    model.frames = 1000;
    assert.equal(model.configure({ law }), true);
    model.begin(bar);
    model.move([[0, 0, 100]]);
    assert.equal(model.state.gain, gain, law.kind);
  }
});

test('each snap has its stops', async () => {
  const marks = [0, 0.2, 0.9];
  const snaps = [
    [{ to: 'none' }, 0.33], [{ to: 'step', step: 0.25 }, 0.25], [{ to: 'count', count: 5 }, 0.4],
    [{ to: 'stops', stops: [0.1, 0.5] }, 0.5], [{ to: 'time', seconds: 1 }, 0.2],
    [{ to: 'frame' }, 0.2], [{ to: 'chapter' }, 0.2],
    [{ to: 'keyframe', rule: 'after' }, 0.9], [{ to: 'keyframe', rule: 'before' }, 0.2],
  ];
  for (const [snap, position] of snaps) {
    assert.equal(await dragged({ snap }, [33], marks), position, JSON.stringify(snap));
  }
});

test('a snap on release waits until the pointer lets go', async () => {
  const model = await loadModel();
  model.configure({ ...flat, snap: { to: 'step', step: 0.25, when: 'release' } });
  model.begin(bar);
  model.move(along(33));
  assert.equal(model.state.position, 0.33);
  model.end();
  assert.deepEqual([model.state.position, model.state.raw], [0.25, 0.25]);
});

test('overshoot is forgotten, and a press jumps, where asked', async () => {
  assert.equal(await dragged({ overshoot: 'accumulate' }, [150, 120]), 1);
  assert.equal(await dragged({ overshoot: 'clamp' }, [150, 120]), 0.7);
  const model = await loadModel();
  model.configure({ press: 'jump' });
  model.begin({ ...bar, x: 40 });
  assert.equal(model.state.position, 0.4);
});

test('stops that nobody named, and invalid values, leave everything as it was', async () => {
  const model = await loadModel();
  assert.equal(model.configure({ press: 'jump', snap: { to: 'keyframe' } }), false);
  assert.equal(model.configure({ press: 'jump', snap: { to: 'count', count: 2.5 } }), false);
  assert.equal(model.configure({ press: 'jump', law: { kind: 'unheard of' } }), false);
  const law = { kind: 'linear', reach: -1, floor: 1 };
  assert.equal(model.configure({ press: 'jump', law }), false);
  model.begin({ ...bar, x: 40 });
  model.move(along(73));
  assert.equal(model.state.position, 0.33);
});

test('more stops fit than the memory had room for', async () => {
  const stops = Array.from({ length: 100_001 }, (_, i) => i / 100_000);
  assert.equal(await dragged({ snap: { to: 'stops', stops } }, [33.3334]), stops[33333]);
});

test('a dial turns, by a share of the track, by frames, or to an angle', async () => {
  const quarter = [[0, 10, 0]];
  const cases = [
    [{ turn: { position: 1 } }, 0.25], [{ turn: { frames: 100 } }, 0.025],
    [{ turn: { position: 2 }, mode: 'absolute' }, 0.5],
  ];
  for (const [fields, position] of cases) {
    const model = await loadModel();
    model.frames = 1000;
    model.begin({ control: 'dial', x: 0, y: -10, ...fields });
    model.move(quarter);
    assert.equal(model.state.position, position, JSON.stringify(fields));
  }
});

test('a knob confirms at its end, or beyond seven tenths when let go, once', async () => {
  const model = await loadModel();
  const hold = () => model.begin({ control: 'confirm', x: 0, y: 0, extent: 100 });
  hold();
  model.move(along(50, 100, 20));
  assert.deepEqual([model.state.decision, model.state.share], ['confirmed', 0.2]);
  model.end();
  assert.equal(model.state.decision, null);
  for (const [x, decision] of [[70, 'confirmed'], [69, 'declined']]) {
    hold();
    model.move(along(x));
    assert.equal(model.state.decision, null);
    model.end();
    assert.equal(model.state.decision, decision);
  }
  hold();
  model.move(along(90));
  model.cancel();
  assert.equal(model.state.decision, 'declined');
});

test('a seek goes to a position, or by stops, and to nothing else', async () => {
  const model = await loadModel();
  model.configure({ snap: { to: 'count', count: 4 } });
  model.seek({ position: 0.6 });
  assert.equal(model.state.position, 0.6);
  model.seek({ step: 1 });
  assert.equal(model.state.position, 0.75);
  model.seek({ frames: 1 });
  assert.equal(model.state.position, 0.75);
});

test('two models on one page know nothing of each other', async () => {
  const [one, other] = [await loadModel(), await loadModel()];
  one.place(0.5);
  assert.deepEqual([one.state.position, other.state.position], [0.5, 0]);
});
