import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as Money from './Money.js';

it('parts of a fee add up to it, and nobody but the first bears more than its weight', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), weights, (fee, list) => {
      const total = list.reduce((sum, weight) => sum + weight, 0n);
      if (total === 0n) return;
      const parts = Money.split(fee, list);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(fee);
      parts.slice(1).forEach((part, index) => {
        expect(part).toBe((fee * (list[index + 1] ?? 0n)) / total);
      });
      expect(parts[0]! - (fee * list[0]!) / total < BigInt(list.length)).toBe(true);
    }),
  );
});

it('what pays nobody is borne by the first', () => {
  expect(Money.split(7n, [1n, 0n, 0n])).toEqual([7n, 0n, 0n]);
});
