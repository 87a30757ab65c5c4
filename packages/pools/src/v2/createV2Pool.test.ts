import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createV2Pool } from './createV2Pool.js';

const reserves = fc.bigInt({ min: 1n, max: (1n << 112n) - 1n });
const amounts = fc.bigInt({ min: 1n, max: (1n << 112n) - 1n });

test('trades as the router says', () => {
  const pool = createV2Pool({
    id: 'pool',
    tokens: ['weth', 'usdc'],
    reserves: [4_000n * 10n ** 18n, 10_000_000n * 10n ** 6n],
  });
  expect(pool.quoteExactInput('weth', 10n ** 18n)).toEqual({ amount: 2_491_878_899n, gas: 70_000 });
  expect(pool.quoteExactOutput('usdc', 2_491_878_899n)?.amount).toBe(999_999_999_925_989_883n);
  expect([
    pool.quoteExactInput('weth', 0n),
    pool.quoteExactInput('usdc', 1n),
    pool.quoteExactOutput('usdc', 10_000_000n * 10n ** 6n),
    pool.quoteExactInput('weth', 1n << 112n),
  ]).toEqual([undefined, { amount: 398_799_999n, gas: 70_000 }, undefined, undefined]);
});

test('the product never falls, and a trade back never pays', () => {
  fc.assert(
    fc.property(reserves, reserves, amounts, (reserve0, reserve1, amount) => {
      const pool = createV2Pool({ id: 'pool', tokens: ['a', 'b'], reserves: [reserve0, reserve1] });
      const sold = pool.quoteExactInput('a', amount)?.amount;
      if (sold === undefined) return;
      expect((reserve0 + amount) * (reserve1 - sold)).toBeGreaterThanOrEqual(reserve0 * reserve1);
      expect(pool.quoteExactOutput('b', sold)?.amount ?? 0n).toBeLessThanOrEqual(amount + 1n);
      const after = createV2Pool({
        id: 'pool',
        tokens: ['a', 'b'],
        reserves: [reserve0 + amount, reserve1 - sold],
      });
      expect(after.quoteExactInput('b', sold)?.amount ?? 0n).toBeLessThanOrEqual(amount);
    }),
  );
});

test('what is bought costs enough to be sold', () => {
  fc.assert(
    fc.property(reserves, reserves, amounts, (reserve0, reserve1, wanted) => {
      const pool = createV2Pool({ id: 'pool', tokens: ['a', 'b'], reserves: [reserve0, reserve1] });
      const cost = pool.quoteExactOutput('b', wanted)?.amount;
      if (cost === undefined) return;
      expect(pool.quoteExactInput('a', cost)?.amount).toBeGreaterThanOrEqual(wanted);
    }),
  );
});

test('a pool without reserves trades nothing', () => {
  const pool = createV2Pool({ id: 'pool', tokens: ['a', 'b'], reserves: [0n, 0n] });
  expect([pool.quoteExactInput('a', 1n), pool.quoteExactOutput('a', 1n)]).toEqual([
    undefined,
    undefined,
  ]);
  const oneSided = createV2Pool({ id: 'pool', tokens: ['a', 'b'], reserves: [0n, 1_000n] });
  expect([oneSided.quoteExactInput('a', 5n), oneSided.quoteExactOutput('b', 5n)]).toEqual([
    undefined,
    undefined,
  ]);
});
