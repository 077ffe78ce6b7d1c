import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prediction } from '../../web/client/prediction.js';
import { ScrubModel } from '../../web/client/scrub-model.js';
import { loadModel } from './load-model.js';

const configuration = {
  law: { kind: 'flat' }, snap: { to: 'none', when: 'live' }, overshoot: 'accumulate', press: 'hold',
};
const begin = { type: 'begin', x: 0, y: 0, extent: 100 };
const move = (seq, x) => ({ type: 'move', seq, samples: [[0, x, 0]] });
const state = (seq, position, phase = 'scrubbing') => (
  { type: 'state', seq, phase, position, raw: position });
const opened = (position = 0) => (
  { type: 'opened', configuration, media: { framesOnTrack: 600 }, state: state(0, position, 'idle') });

/** A prediction that has heard and sent these messages: what is sent has no phase in it. */
async function after(...messages) {
  const prediction = new Prediction();
  prediction.adopt(await loadModel());
  for (const message of messages) tell(prediction, message);
  return prediction;
}

function tell(prediction, message) {
  const isHeard = ['opened', 'configured', 'state', 'index'].includes(message.type);
  if (isHeard) prediction.received(message);
  else prediction.sent(message);
}

test('the position follows what is sent, before anything is answered', async () => {
  const prediction = await after(opened(0.5), begin, move(1, 10), move(2, 20));
  assert.equal(prediction.position, 0.7);
});

test('an old answer that agrees does not pull the position back', async () => {
  const prediction = await after(opened(), begin, move(1, 10), move(2, 20), state(1, 0.1));
  assert.equal(prediction.position, 0.2);
  tell(prediction, state(2, 0.2));
  assert.equal(prediction.position, 0.2);
});

test('a state from before the gesture does not move it', async () => {
  const prediction = await after(opened(), { type: 'seek', seq: 1, to: { position: 0.5 } });
  for (const message of [state(1, 0.5, 'idle'), begin, state(1, 0.5, 'idle')]) {
    tell(prediction, message);
  }
  tell(prediction, move(2, 10));
  assert.equal(prediction.position, 0.6);
});

test('an answer that disagrees moves what came after it by as much', async () => {
  const prediction = await after(opened(), begin, move(1, 10), move(2, 20), state(1, 0.3));
  assert.equal(prediction.position, 0.4);
  tell(prediction, state(2, 0.4));
  assert.equal(prediction.position, 0.4);
});

test('the last answer is the truth, in every bit', async () => {
  const prediction = await after(opened(), begin, move(1, 10), { type: 'end', seq: 2 });
  tell(prediction, state(2, 1 / 3, 'idle'));
  assert.equal(prediction.position, 1 / 3);
});

test('an end that moves while the pointer rests takes the position along', async () => {
  const prediction = await after(opened(), begin, move(1, 40), state(1, 0.4), state(1, 0.2));
  assert.equal(prediction.position, 0.2);
  tell(prediction, move(2, 50));
  assert.ok(Math.abs(prediction.position - 0.3) < 1e-15);
});

test('a gesture that is taken back is back at once', async () => {
  const prediction = await after(opened(0.5), begin, move(1, 10), { type: 'cancel', seq: 2 });
  assert.equal(prediction.position, 0.5);
});

test('a drag right after keys goes on from where they lead', async () => {
  const prediction = await after(opened(), { type: 'seek', seq: 1, to: { frames: 1 } });
  for (const message of [begin, move(2, 10)]) tell(prediction, message);
  tell(prediction, state(1, 0.25, 'idle'));
  assert.equal(prediction.position, 0.35);
});

test('without a model there is no prediction, and one that comes late waits for rest', async () => {
  const prediction = new Prediction();
  for (const message of [opened(), begin, move(1, 10)]) tell(prediction, message);
  assert.equal(prediction.position, null);
  prediction.adopt(await loadModel());
  for (const message of [move(2, 20), state(1, 0.1), state(2, 0.2)]) tell(prediction, message);
  assert.equal(prediction.position, null);
  for (const message of [{ type: 'end', seq: 3 }, state(3, 0.2, 'idle')]) tell(prediction, message);
  assert.equal(prediction.position, 0.2);
});

test('stops that only the server knows are left to the server', async () => {
  const snap = { to: 'keyframe', rule: 'nearest', when: 'live' };
  const prediction = await after(opened(), { type: 'configure', snap });
  assert.equal(prediction.position, null);
  tell(prediction, { type: 'configured', configuration: { ...configuration, snap } });
  for (const message of [begin, move(1, 10)]) tell(prediction, message);
  assert.equal(prediction.position, null);
});

const snap = { to: 'keyframe', rule: 'nearest', when: 'live' };

/** The same model, which snaps to the known stops from when there are any. */
function knowing({ wasm }, known) {
  const model = new ScrubModel(wasm);
  const { configure } = model;
  model.configure = (one) => configure.call(model, one, known.stops ?? null);
  return model;
}

test('stops that come in mid-drag are followed from then on', async () => {
  const known = {};
  const prediction = new Prediction();
  prediction.adopt(knowing(await loadModel(), known));
  tell(prediction, { ...opened(), configuration: { ...configuration, snap } });
  for (const message of [begin, move(1, 30), move(2, 40)]) tell(prediction, message);
  assert.equal(prediction.position, null);
  known.stops = [0, 0.25, 0.5, 0.75];
  prediction.learned();
  assert.equal(prediction.position, 0.5);
  // What was sent before is no measure for its answer.
  tell(prediction, { ...state(1, 0.25), raw: 0.3 });
  assert.equal(prediction.position, 0.5);
  tell(prediction, move(3, 70));
  assert.equal(prediction.position, 0.75);
  tell(prediction, { ...state(3, 0.75), raw: 0.7 });
  assert.equal(prediction.position, 0.75);
});

test('a snap whose code comes in mid-drag is followed from then on', async () => {
  const model = await loadModel();
  const prediction = new Prediction();
  prediction.adopt(model);
  for (const message of [opened(), begin, move(1, 30)]) tell(prediction, message);
  assert.equal(prediction.position, 0.3);
  for (const message of [{ type: 'configure', snap }, move(2, 40)]) tell(prediction, message);
  assert.equal(prediction.position, null);
  prediction.adopt(knowing(model, { stops: [0, 0.25, 0.5, 0.75] }));
  prediction.learned();
  // The server has not yet said that it snaps.
  assert.equal(prediction.position, 0.5);
  tell(prediction, { type: 'configured', configuration: { ...configuration, snap } });
  tell(prediction, { ...state(2, 0.5), raw: 0.4 });
  for (const message of [move(3, 60), move(4, 70)]) tell(prediction, message);
  assert.equal(prediction.position, 0.75);
});

test('a snap that comes while the pointer rests moves nothing', async () => {
  const model = await loadModel();
  const prediction = new Prediction();
  prediction.adopt(model);
  for (const message of [opened(), begin, move(1, 30), { type: 'configure', snap }]) {
    tell(prediction, message);
  }
  prediction.adopt(knowing(model, { stops: [0, 0.25, 0.5, 0.75] }));
  prediction.learned();
  assert.equal(prediction.position, 0.3);
  tell(prediction, move(2, 31));
  assert.equal(prediction.position, 0.25);
});

test('a choice that needs no stops is followed again in mid-drag', async () => {
  const prediction = await after(opened(), begin, move(1, 30), { type: 'configure', snap });
  assert.equal(prediction.position, null);
  const count = { to: 'count', count: 5, when: 'live' };
  for (const message of [{ type: 'configure', snap: count }, move(2, 55)]) tell(prediction, message);
  assert.equal(prediction.position, 0.6);
});

test('a model that comes at rest is followed at once', async () => {
  const prediction = new Prediction();
  tell(prediction, opened(0.5));
  prediction.adopt(await loadModel());
  for (const message of [begin, move(1, 10)]) tell(prediction, message);
  assert.equal(prediction.position, 0.6);
});

test('what snaps on release moves freely until the server says where it has landed', async () => {
  const snap = { to: 'keyframe', rule: 'nearest', when: 'release' };
  const end = { type: 'end', seq: 2 };
  const prediction = await after({ ...opened(0.5), configuration: { ...configuration, snap } });
  for (const message of [begin, move(1, 10), end]) tell(prediction, message);
  assert.equal(prediction.position, 0.6);
  tell(prediction, state(2, 0.75, 'idle'));
  assert.equal(prediction.position, 0.75);
  for (const message of [begin, move(3, 10)]) tell(prediction, message);
  assert.equal(prediction.position, 0.85);
});

test('a law applies from the message on that asks for it', async () => {
  const law = { kind: 'tiered', tiers: [[0, 0.5]], hysteresis: 0 };
  const prediction = await after(opened(), begin, move(1, 10), { type: 'configure', law });
  tell(prediction, move(2, 20));
  assert.equal(prediction.position, 0.15);
});

test('a new socket forgets what the old one did not answer', async () => {
  const prediction = await after(opened(), begin, move(1, 90), opened(0.25));
  assert.equal(prediction.position, 0.25);
  for (const message of [begin, move(1, 10), state(1, 0.35)]) tell(prediction, message);
  assert.equal(prediction.position, 0.35);
});
