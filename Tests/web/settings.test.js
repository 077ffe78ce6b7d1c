import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurations } from '../../web/page/configurations.js';
import { choices, keep, recall, valid } from '../../web/page/settings.js';
import { pick } from '../../web/texts.js';

const chosen = Object.fromEntries(
  Object.entries(choices).map(([name, values]) => [name, values[0]]),
);
const defaults = { ...chosen, stops: '' };

test('what is stored counts as far as it may be', () => {
  assert.deepEqual(valid({}), defaults);
  assert.deepEqual(valid({ snap: 'keyframe', law: 'magic', other: 1 }), {
    ...defaults, snap: 'keyframe',
  });
  assert.equal(valid({ stops: 'f1, 50 %' }).stops, 'f1, 50 %');
  assert.equal(valid({ stops: 7 }).stops, '7');
});

test('a store that is missing, broken or closed leaves the defaults', () => {
  const closed = () => { throw new Error('closed'); };
  const stores = [
    undefined, { getItem: () => null }, { getItem: () => '{"snap":' }, { getItem: () => '7' },
    { getItem: closed, setItem: closed },
  ];
  for (const store of stores) {
    globalThis.localStorage = store;
    assert.deepEqual(valid(recall('vernier')), defaults);
    assert.doesNotThrow(() => keep('vernier', {}));
  }
  delete globalThis.localStorage;
});

test('the server is told of a setting in the words of the protocol', () => {
  for (const when of choices.when) {
    const told = (snap) => ['snap', 'when'].map((name) => configurations[name]({ snap, when }));
    const second = { snap: { to: 'time', seconds: 1, when } };
    assert.deepEqual(told('second'), [second, second]);
    for (const to of ['none', 'frame', 'keyframe', 'chapter']) {
      assert.deepEqual(told(to), [{ snap: { to, when } }, { snap: { to, when } }]);
    }
  }
  // What is marked or listed is not known here.
  for (const snap of ['marks', 'stops']) {
    assert.deepEqual(configurations.snap({ snap, when: 'live' }), {});
  }
  const parts = {
    tenth: { to: 'count', count: 10 }, twentieth: { to: 'step', step: 0.05 },
  };
  for (const [snap, stops] of Object.entries(parts)) {
    assert.deepEqual(configurations.snap({ snap, when: 'live' }), { snap: { ...stops, when: 'live' } });
  }
  assert.deepEqual(configurations.overshoot({ overshoot: 'clamp' }), { overshoot: 'clamp' });
  assert.deepEqual(configurations.press({ press: 'jump' }), { press: 'jump' });
});

test('the language is the first that is wanted and known', () => {
  const cases = [
    ['auto', ['ja-JP', 'en'], 'ja'], ['auto', ['de', 'ja'], 'ja'], ['auto', ['de'], 'en'],
    ['en', ['ja'], 'en'], ['ja', ['en'], 'ja'], ['auto', [], 'en'],
  ];
  for (const [wanted, preferred, found] of cases) assert.equal(pick(wanted, preferred), found);
});
