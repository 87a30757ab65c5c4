import { Money } from '@portage/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseCollateral } from './chooseCollateral.js';

const usd = (micro: bigint): Money.Price => ({ usdE12: micro * 10n ** 6n });

test('the first currencies are taken first, and no more than is needed', () => {
  const earnings = [
    { asset: '1:usdc', amount: 5_000_000n, decimals: 6, price: usd(1_000_000n) },
    { asset: '1:eth', amount: 10n ** 18n, decimals: 18, price: usd(2_000_000_000n) },
  ];
  expect(chooseCollateral(earnings, 3_000_000n)).toEqual([{ asset: '1:usdc', amount: 3_000_000n }]);
  expect(chooseCollateral(earnings, 7_000_000n)).toEqual([
    { asset: '1:usdc', amount: 5_000_000n },
    { asset: '1:eth', amount: 10n ** 15n },
  ]);
  expect(chooseCollateral(earnings, 2_005_000_001n)).toBeUndefined();
  expect(chooseCollateral([], 1n)).toBeUndefined();
  expect(chooseCollateral([{ ...earnings[0]!, price: usd(0n) }], 1n)).toBeUndefined();
});

test('INV-S2: what is held is worth at least what is needed, and is never more than there is', () => {
  const earning = fc.record({
    asset: fc.uuid(),
    amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    decimals: fc.integer({ min: 0, max: 24 }),
    price: fc.record({ usdE12: fc.bigInt({ min: 1n, max: 10n ** 18n }) }),
  });
  fc.assert(
    fc.property(
      fc.array(earning, { maxLength: 6 }),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (earnings, needed) => {
        const chosen = chooseCollateral(earnings, needed);
        const worth = (parts: readonly { readonly asset: string; readonly amount: bigint }[]) =>
          parts.reduce((sum, { asset, amount }) => {
            const { decimals, price } = earnings.find((each) => each.asset === asset)!;
            return sum + Money.usdDown(amount, decimals, price);
          }, 0n);
        if (chosen === undefined) {
          const all = earnings.reduce(
            (sum, { amount, decimals, price }) => sum + Money.usdDown(amount, decimals, price),
            0n,
          );
          expect(all).toBeLessThan(needed);
          return;
        }
        expect(worth(chosen)).toBeGreaterThanOrEqual(needed);
        for (const { asset, amount } of chosen) {
          expect(amount).toBeLessThanOrEqual(earnings.find((each) => each.asset === asset)!.amount);
          expect(amount).toBeGreaterThan(0n);
        }
      },
    ),
  );
});
