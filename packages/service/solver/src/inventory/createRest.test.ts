import { systemClock } from '@portage/core';
import { expect, it } from 'vitest';
import { createRest } from './createRest.js';
import { defaultPolicy } from '../policy/solverPolicy.js';

it('rests where nothing was compared for long, until it is, and not for ever', () => {
  let now = 0;
  const clock = { ...systemClock, elapsed: () => now };
  const rest = createRest({
    clock,
    policy: {
      ...defaultPolicy,
      balances: { ...defaultPolicy.balances, restAfterMs: 1_000, restMsMax: 100 },
    },
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

it('rests sooner where somebody waits for a comparison, and seldom enough to go on paying', () => {
  let now = 0;
  const rest = createRest({
    clock: { ...systemClock, elapsed: () => now },
    policy: {
      ...defaultPolicy,
      balances: {
        ...defaultPolicy.balances,
        restAfterMs: 1_000_000,
        restMsMax: 100,
        comparisonAgeMsMax: 5_000,
      },
    },
  });
  const asked = (at: number): boolean => {
    now = at;
    rest.ask();
    rest.note('busy');
    return rest.isOn();
  };
  expect([asked(1_000), asked(1_099), asked(1_100), asked(5_999), asked(6_000)]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

it('CB1: signs nothing from the first reading that shows something missing until one shows it whole', () => {
  let now = 0;
  const rest = createRest({
    clock: { ...systemClock, elapsed: () => now },
    policy: {
      ...defaultPolicy,
      balances: { ...defaultPolicy.balances, restAfterMs: 1_000, restMsMax: 100 },
    },
  });
  const noted = (outcome: Parameters<typeof rest.note>[0]): boolean => {
    now += 10;
    rest.note(outcome);
    return rest.isOn();
  };
  expect(noted('compared')).toBe(false);
  expect((['short', 'failed', 'busy', 'again', 'short'] as const).map(noted)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(noted('compared')).toBe(false);
});
