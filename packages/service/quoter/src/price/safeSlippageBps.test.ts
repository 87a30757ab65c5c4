import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeSlippageBps } from './safeSlippageBps.js';

/** Pool of equal reserves whose fee is in basis points; it answers what a swap brings. */
interface Pool {
  readonly reserve: bigint;
  readonly feeBps: bigint;
}

/** Sells an amount into reserves, and returns what comes out and what they are then. */
function sell(
  [x, y]: readonly [bigint, bigint],
  amount: bigint,
  { feeBps }: Pool,
): { readonly out: bigint; readonly reserves: readonly [bigint, bigint] } {
  const net = (amount * (10_000n - feeBps)) / 10_000n;
  const out = (y * net) / (x + net);
  return { out, reserves: [x + amount, y - out] };
}

function depthOf(pool: Pool, amountIn: bigint, attackCost: bigint) {
  const start = [pool.reserve, pool.reserve] as const;
  const part = amountIn / 64n;
  const partOut = sell(start, part, pool).out;
  return {
    amountIn,
    amountOut: sell(start, amountIn, pool).out,
    part,
    partOut,
    partBack: sell(start, partOut, pool).out,
    attackCost,
  };
}

/**
 * Profit of the best sandwich, before gas, that leaves its victim within a tolerance, in basis
 * points of the output that it expects: sizes are tried in steps until one does not.
 */
function bestSandwich(pool: Pool, amountIn: bigint, toleranceBps: bigint): bigint {
  const start = [pool.reserve, pool.reserve] as const;
  const expected = sell(start, amountIn, pool).out;
  const least = expected - (expected * toleranceBps) / 10_000n;
  let best = 0n;
  for (let step = 1n; step <= 400n; step += 1n) {
    const attack = (pool.reserve * toleranceBps * step) / (10_000n * 400n);
    const front = sell(start, attack, pool);
    const victim = sell(front.reserves, amountIn, pool);
    if (victim.out < least) break;
    const [x, y] = victim.reserves;
    const earned = sell([y, x], front.out, pool).out - attack;
    if (earned > best) best = earned;
  }
  return best;
}

const million = 1_000_000_000_000n; // Six decimals.

describe('a safe slippage tolerance', () => {
  it('does not matter where the fee of the pool is more than a trade moves it', () => {
    const pool = { reserve: 10n * million, feeBps: 30n };
    expect(safeSlippageBps(depthOf(pool, 10_000_000n, 10_000n))).toBeUndefined();
    expect(bestSandwich(pool, 10_000_000n, 200n)).toBe(0n);
  });

  it('leaves no more than its gas to the best sandwich', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 100n).map((millions) => millions * million),
        fc.constantFrom(1n, 5n, 30n, 100n),
        fc.integer({ min: 1, max: 200 }),
        fc.bigInt(10_000n, 500_000_000n),
        (reserve, feeBps, partsPerThousand, gas) => {
          const pool = { reserve, feeBps };
          const amountIn = (reserve * BigInt(partsPerThousand)) / 1_000n;
          const safe = safeSlippageBps(depthOf(pool, amountIn, gas));
          if (safe === undefined) return bestSandwich(pool, amountIn, 100n) <= amountIn / 1_000n;
          if (safe > 300n) return true;
          return bestSandwich(pool, amountIn, safe) <= (gas * 13n) / 10n;
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it('falls as the trade grows, and rises with what an attack costs', () => {
    const pool = { reserve: 10n * million, feeBps: 30n };
    const safe = (amountIn: bigint, gas: bigint): bigint =>
      safeSlippageBps(depthOf(pool, amountIn, gas)) ?? 10_000n;
    expect(safe(million, 100_000_000n)).toBeLessThan(safe(million / 10n, 100_000_000n));
    expect(safe(million, 100_000_000n)).toBeGreaterThan(safe(million, 10_000_000n));
  });
});
