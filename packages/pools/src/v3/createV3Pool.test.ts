import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts, prepare, v3Pools } from '../../test/arbitraries.js';
import { createTicks } from './createTicks.js';
import { createV3Pool } from './createV3Pool.js';
import { plainSwap } from '../../test/plainSwap.js';

const tokens = ['a', 'b'] as const;

describe('any pool', () => {
  test('trades as the plain steps do, to the unit, however many trades it saw before', () => {
    let traded = 0;
    fc.assert(
      fc.property(
        v3Pools,
        fc.array(fc.tuple(amounts, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 8 }),
        (plain, trades) => {
          const pool = prepare(plain, tokens);
          for (const [amount, isToken0In, isExactInput] of trades) {
            const [tokenIn, tokenOut] = isToken0In ? tokens : (['b', 'a'] as const);
            const prepared = isExactInput
              ? pool.quoteExactInput(tokenIn, amount)
              : pool.quoteExactOutput(tokenOut, amount);
            const expected = plainSwap(plain, {
              isToken0In,
              amount: isExactInput ? amount : -amount,
            });
            // A pool would take an input for nothing; ours calls that no trade.
            expect(prepared?.amount ?? 0n).toBe(expected ?? 0n);
            if (prepared !== undefined) traded += 1;
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(traded).toBeGreaterThan(400);
  });

  test('gives no more than it was paid for, and more for more', () => {
    fc.assert(
      fc.property(
        v3Pools,
        amounts,
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.boolean(),
        (plain, amount, more, isToken0In) => {
          const pool = prepare(plain, tokens);
          const [tokenIn, tokenOut] = isToken0In ? tokens : (['b', 'a'] as const);
          const sold = pool.quoteExactInput(tokenIn, amount);
          if (sold === undefined) return;
          // The chain rounds each step's output down, and takes a whole step for an output that
          // comes to the same. So the last unit may cost the rest of a step, but the unit before
          // never does.
          const bought = pool.quoteExactOutput(tokenOut, sold.amount - 1n);
          expect(bought?.amount ?? 0n).toBeLessThanOrEqual(amount);
          expect(pool.quoteExactInput(tokenOut, sold.amount)?.amount ?? 0n).toBeLessThan(amount);
          const grown = pool.quoteExactInput(tokenIn, amount + more);
          if (grown !== undefined) expect(grown.amount).toBeGreaterThanOrEqual(sold.amount);
        },
      ),
    );
  });
});

describe('a pool of one wide position', () => {
  const ticks = createTicks({
    tickSpacing: 10,
    feePips: 500,
    ticks: [
      { tick: -887270, liquidityNet: 10n ** 18n },
      { tick: 887270, liquidityNet: -(10n ** 18n) },
    ],
  });
  const pool = createV3Pool({
    id: 'pool',
    tokens,
    sqrtPriceX96: 1n << 96n,
    tick: 0,
    liquidity: 10n ** 18n,
    ticks,
  });

  test('trades near its price', () => {
    expect(pool.quoteExactInput('a', 1_000_000n)).toEqual({ amount: 999_499n, gas: 95_000 });
    expect(pool.quoteExactOutput('b', 999_499n)?.amount).toBe(1_000_000n);
  });

  test('cannot give what it does not have, nor trade nothing', () => {
    expect([
      pool.quoteExactInput('a', 0n),
      pool.quoteExactInput('a', -1n),
      pool.quoteExactOutput('b', 10n ** 18n),
      pool.quoteExactInput('a', 10n ** 40n),
      pool.quoteExactInput('a', 1n << 255n),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test('knows its liquidity at each tick', () => {
    expect([-887271, -887270, 0, 887269, 887270].map((tick) => ticks.liquidityAt(tick))).toEqual([
      0n,
      10n ** 18n,
      10n ** 18n,
      10n ** 18n,
      0n,
    ]);
  });
});

test('a pool without liquidity trades nothing', () => {
  const pool = createV3Pool({
    id: 'pool',
    tokens,
    sqrtPriceX96: 1n << 96n,
    tick: 0,
    liquidity: 0n,
    ticks: createTicks({ tickSpacing: 10, feePips: 500, ticks: [] }),
  });
  expect([
    pool.quoteExactInput('a', 1n),
    pool.quoteExactOutput('a', 1n),
    pool.quoteExactInput('b', 1n),
  ]).toEqual([undefined, undefined, undefined]);
});

test('each tick that a trade crosses adds to its gas', () => {
  const ticks = createTicks({
    tickSpacing: 10,
    feePips: 500,
    ticks: [-20, -10, 10, 20].map((tick) => ({
      tick,
      liquidityNet: tick < 0 ? 10n ** 18n : -(10n ** 18n),
    })),
  });
  const pool = createV3Pool({
    id: 'pool',
    tokens,
    sqrtPriceX96: 1n << 96n,
    tick: 0,
    liquidity: 2n * 10n ** 18n,
    ticks,
  });
  expect([
    pool.quoteExactInput('a', 10n ** 14n)?.gas,
    pool.quoteExactInput('a', 12n * 10n ** 14n)?.gas,
  ]).toEqual([95_000, 117_000]);
});
