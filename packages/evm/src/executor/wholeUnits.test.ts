import { Money } from '@portage/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeUnits } from './wholeUnits.js';

it('writes amounts as Money.format does', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.integer({ min: 0, max: 77 }),
      (a, d) => {
        expect(wholeUnits(a, d)).toBe(Money.format(a, d));
      },
    ),
  );
  for (const amount of [0n, 1n, 10n, 100n, 1_000_000n])
    expect(wholeUnits(amount, 0)).toBe(String(amount));
});
