import { make } from './support.js';

/** CSS pixels that a label takes with some air, and the fewest between two ticks. */
const [labelWidth, least] = [48, 4];

export const tickStyle = `
  .tick {
    top: 26px; width: 2px; height: 6px; margin-inline-start: -1px; background: var(--ink-2, #888);
  }
  .tick span {
    top: 8px; left: 1px; transform: translateX(-50%);
    color: var(--ink-2, currentColor); white-space: nowrap;
  }
  .tick[data-current] span { color: inherit; font-weight: 600; }
`;

/** A tick for each stop, if they can be told apart, with as many labels as stay readable. */
export function stopTicks(count, labels, extent) {
  const room = extent / count;
  const every = Math.ceil(labelWidth / room);
  return Array.from({ length: room < least ? 0 : count + 1 }, (_, i) => {
    const tick = make('div', 'tick');
    tick.part = 'tick';
    tick.style.insetInlineStart = `${(i / count) * 100}%`;
    if (i % every === 0 && labels[i]) tick.append(make('span', '', labels[i]));
    return tick;
  });
}
