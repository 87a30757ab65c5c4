import { expect, it } from 'vitest';
import { createTip } from './createTip.js';

const hour = 3_600_000;

it('is as young as the last time that it was told, however long no block comes', () => {
  let now = 0;
  const tip = createTip<{ readonly hash: string }>(() => now);
  expect(tip.latest()).toBeUndefined();
  tip.tell({ hash: 'one' }, 0);
  now = hour;
  tip.tell({ hash: 'one' }, now - 5);
  expect(tip.latest()).toEqual({ value: { hash: 'one' }, observedAt: now - 5 });
  // What another process told later, it told earlier.
  tip.tell({ hash: 'one' }, now - 50);
  expect(tip.latest()?.observedAt).toBe(now - 5);
});

it('is as old as its block where none came for two hours: endpoints stand still', () => {
  let now = 0;
  const tip = createTip<{ readonly hash: string }>(() => now);
  tip.tell({ hash: 'one' }, 0);
  now = 2 * hour + 1;
  tip.tell({ hash: 'one' }, now);
  expect(tip.latest()?.observedAt).toBe(0);
  tip.tell({ hash: 'two' }, now);
  expect(tip.latest()).toEqual({ value: { hash: 'two' }, observedAt: now });
});
