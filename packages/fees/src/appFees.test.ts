import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Money } from '@portage/core';
import { splitAppFees } from './index.js';

const amount = fc.bigInt(0n, 2n ** 200n);
const fee = fc.record({
  recipient: fc.constantFrom('a', 'b', 'c', 'd'),
  bpsE24: fc.bigInt(0n, Money.wholeBpsE24),
});
/** Fees that add up to the whole input at the most, as requests must. */
const fees = fc.array(fee, { maxLength: 32 }).map((list) => {
  let left = Money.wholeBpsE24;
  return list.map(({ recipient, bpsE24 }) => {
    const taken = bpsE24 < left ? bpsE24 : left;
    left -= taken;
    return { recipient, bpsE24: taken };
  });
});

it('U7: gives each recipient the floor of its share, and all of them no more than the input', () => {
  fc.assert(
    fc.property(amount, fees, (amountIn, list) => {
      const { shares, total } = splitAppFees(amountIn, list);
      expect(new Set(shares.map(({ recipient }) => recipient)).size).toBe(shares.length);
      for (const recipient of ['a', 'b', 'c', 'd']) {
        const bpsE24 = list
          .filter((one) => one.recipient === recipient)
          .reduce((sum, one) => sum + one.bpsE24, 0n);
        const share = shares.find((one) => one.recipient === recipient)?.amount ?? 0n;
        expect(
          share * Money.wholeBpsE24 <= amountIn * bpsE24 &&
            (share + 1n) * Money.wholeBpsE24 > amountIn * bpsE24,
        ).toBe(true);
      }
      expect(total).toBe(shares.reduce((sum, share) => sum + share.amount, 0n));
      expect(total <= amountIn && shares.every((share) => share.amount > 0n)).toBe(true);
    }),
  );
});

it('does not depend on how fees of one recipient are written down', () => {
  fc.assert(
    fc.property(amount, fees, (amountIn, list) => {
      const merged = [...new Map(list.map(({ recipient }) => [recipient, recipient])).values()].map(
        (recipient) => ({
          recipient,
          bpsE24: list
            .filter((one) => one.recipient === recipient)
            .reduce((sum, one) => sum + one.bpsE24, 0n),
        }),
      );
      expect(splitAppFees(amountIn, list)).toEqual(splitAppFees(amountIn, merged));
    }),
  );
});

it('refuses fees of more than the input', () => {
  expect(() => splitAppFees(1n, [{ recipient: 'a', bpsE24: Money.wholeBpsE24 + 1n }])).toThrow(
    'Assertion failed',
  );
  expect(() => splitAppFees(1n, [{ recipient: 'a', bpsE24: -1n }])).toThrow('Assertion failed');
});
