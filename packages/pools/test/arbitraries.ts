import fc from 'fast-check';
import { createV2Pool } from '../src/v2/createV2Pool.js';
import { createTicks, type InitializedTick } from '../src/v3/createTicks.js';
import { createV3Pool } from '../src/v3/createV3Pool.js';
import type { PlainPool } from './plainSwap.js';
import { sqrtRatioAtTick } from '../src/v3/sqrtRatioAtTick.js';
import type { Pool } from '../src/pool.js';

/** Fee tiers of Uniswap V3. */
const tiers = [
  { feePips: 100, tickSpacing: 1 },
  { feePips: 500, tickSpacing: 10 },
  { feePips: 3_000, tickSpacing: 60 },
  { feePips: 10_000, tickSpacing: 200 },
] as const;

/** Amounts from one unit to more than any pool holds, every size as likely as any other. */
export const amounts: fc.Arbitrary<bigint> = fc
  .tuple(fc.integer({ min: 0, max: 118 }), fc.bigInt({ min: 1n, max: 1023n }))
  .map(([bits, digits]) => digits << BigInt(bits));

/** V3 pools of every tier, with positions wide and narrow, anywhere on the scale. */
export const v3Pools: fc.Arbitrary<PlainPool> = fc
  .record({
    tier: fc.constantFrom(...tiers),
    center: fc.double({ min: -0.95, max: 0.95, noNaN: true }),
    offset: fc.nat(199),
    part: fc.nat(1_000),
    positions: fc.array(fc.record({ below: widths(), above: widths(), liquidity: amounts }), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  .map(({ tier, center, offset, part, positions }) => {
    const { feePips, tickSpacing } = tier;
    const outermost = Math.floor(887_272 / tickSpacing);
    const middle = Math.trunc(center * outermost);
    const nets = new Map<number, bigint>();
    const add = (place: number, net: bigint): void =>
      void nets.set(place * tickSpacing, (nets.get(place * tickSpacing) ?? 0n) + net);
    for (const { below, above, liquidity } of positions) {
      add(Math.max(-outermost, middle - below), liquidity);
      add(Math.min(outermost, middle + 1 + above), -liquidity);
    }
    const ticks: readonly InitializedTick[] = [...nets]
      .map(([tick, liquidityNet]) => ({ tick, liquidityNet }))
      .sort((a, b) => a.tick - b.tick);
    const tick = middle * tickSpacing + (offset % tickSpacing);
    const [low, high] = [sqrtRatioAtTick(tick), sqrtRatioAtTick(tick + 1)];
    const sqrtPriceX96 = low + ((high - low) * BigInt(part)) / 1_001n;
    const liquidity = ticks.reduce(
      (sum, each) => (each.tick <= tick ? sum + each.liquidityNet : sum),
      0n,
    );
    return { sqrtPriceX96, tick, liquidity, tickSpacing, feePips, ticks };
  });

/** Ticks on the grid from the price to an end of a position: often few, sometimes all. */
function widths(): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.nat(3))
    .map(([bits, more]) => 2 ** bits + more);
}

/** The prepared pool of a plain one. */
export function prepare(plain: PlainPool, tokens: readonly [string, string], id = 'pool'): Pool {
  const { sqrtPriceX96, tick, liquidity } = plain;
  return createV3Pool({ id, tokens, sqrtPriceX96, tick, liquidity, ticks: createTicks(plain) });
}

/** Markets: V2 pools between five tokens, most of them near one price, and never two the same. */
export const v2Markets: fc.Arbitrary<readonly Pool[]> = fc
  .array(
    fc.record({
      a: fc.nat(4),
      b: fc.nat(4),
      depth: fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }),
      skewBps: fc.bigInt({ min: -200n, max: 200n }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((plans) =>
    plans.flatMap(({ a, b, depth, skewBps }, index) => {
      if (a === b) return [];
      const tokens = [Math.min(a, b), Math.max(a, b)].map((token) => `token${String(token)}`) as [
        string,
        string,
      ]; // Two by construction.
      return [
        createV2Pool({
          id: `pool${String(index)}`,
          tokens,
          reserves: [depth, (depth * (10_000n + skewBps)) / 10_000n],
        }),
      ];
    }),
  );
