import { systemClock } from '@portage/core';
import { expect, it } from 'vitest';
import { defaultPolicy } from '../context.js';
import { createRest } from './createRest.js';

it('rests where nothing was compared for long, until it is, and not for ever', () => {
  let now = 0;
  const clock = { ...systemClock, now: () => now };
  const rest = createRest({
    clock,
    policy: { ...defaultPolicy, restAfterMs: 1_000, restMsMax: 100 },
  });
  const noted = (at: number, outcome: Parameters<typeof rest.note>[0]): boolean => {
    now = at;
    rest.note(outcome);
    return rest.isOn();
  };
  expect([noted(500, 'busy'), noted(999, 'busy'), noted(1_000, 'busy')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([noted(1_050, 'busy'), noted(1_060, 'compared')]).toEqual([true, false]);
  expect([noted(2_059, 'busy'), noted(2_060, 'busy'), noted(2_159, 'busy')]).toEqual([
    false,
    true,
    true,
  ]);
  // The pause did not help: payments go on for a while.
  expect([noted(2_160, 'busy'), noted(3_159, 'failed'), noted(3_160, 'failed')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(noted(3_160, 'busy')).toBe(true);
});
