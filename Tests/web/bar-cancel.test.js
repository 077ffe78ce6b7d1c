import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CancelWatch } from '../../web/elements/bar-cancel.js';

/** What a drag is told, whose places are `[distance, rest in ms, fine]`. */
function offers(places, wasFar = 0) {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const offered = [];
  const change = (cancels) => offered.push(cancels);
  const watch = new CancelWatch({ farthest: wasFar, distance: () => now, change });
  for (const [distance, rest, isFine = false] of places) {
    now = distance;
    watch.follow(distance, isFine);
    mock.timers.tick(rest);
  }
  watch.stop();
  mock.timers.reset();
  return offered.includes(true);
}

test('only a pointer that was far away, has come back and rests is offered to cancel', () => {
  const cases = [
    ['far away, back, at rest', [[60, 0], [2, 400]], true],
    ['far away before anyone watched', [[2, 400]], true, 60],
    ['never far away', [[40, 0], [2, 400]], false],
    ['on its way through', [[60, 0], [5, 100], [0, 100], [5, 100], [60, 900]], false],
    ['at rest beside it', [[60, 0], [7, 900]], false],
    ['finely', [[60, 0], [2, 900, true]], false],
    ['at rest elsewhere', [[60, 900]], false],
  ];
  for (const [what, places, expected, wasFar] of cases) {
    assert.equal(offers(places, wasFar), expected, what);
  }
});
