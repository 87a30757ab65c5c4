import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pool } from '../pool.js';
import { v2Markets } from '../../test/arbitraries.js';
import { createV2Pool } from '../v2/createV2Pool.js';
import { createMarket } from './createMarket.js';
import { findPaths } from './findPaths.js';
import { findSwap, type SwapSearch } from './findSwap.js';
import { exactOutputAlong, exactInputAlong, type Hop } from './path.js';

const trades = fc.record({
  type: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT'),
  amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
});
const ends = { tokenIn: 'token0', tokenOut: 'token1' };

/** Every path without a token twice. */
function everyPath(
  pools: readonly Pool[],
  from: string,
  to: string,
  hopsMax: number,
  visited: readonly string[] = [from],
): readonly (readonly Hop[])[] {
  if (hopsMax === 0) return [];
  return pools.flatMap((pool) => {
    if (!pool.tokens.includes(from)) return [];
    const next = pool.tokens[0] === from ? pool.tokens[1] : pool.tokens[0];
    const hop = { pool, tokenIn: from, tokenOut: next };
    if (next === to) return [[hop]];
    if (visited.includes(next)) return [];
    return everyPath(pools, next, to, hopsMax - 1, [...visited, next]).map((rest) => [
      hop,
      ...rest,
    ]);
  });
}

describe('paths', () => {
  test('none is better than the best one found, up to three hops', () => {
    fc.assert(
      fc.property(v2Markets, trades, (pools, trade) => {
        const found = findPaths(createMarket('v2', pools), { ...ends, ...trade, hopsMax: 3 });
        const all = everyPath(pools, 'token0', 'token1', 3).flatMap(
          (hops) =>
            (trade.type === 'EXACT_INPUT' ? exactInputAlong : exactOutputAlong)(
              { source: 'v2', hops },
              trade.amount,
            ) ?? [],
        );
        for (const hops of [1, 2, 3]) {
          const outcomes = all
            .filter(({ path }) => path.hops.length === hops)
            .map(({ amountIn, amountOut }) => amountOut - amountIn);
          const ours = found.find(({ path }) => path.hops.length === hops);
          const best = outcomes.reduce<bigint | undefined>(
            (most, each) => (most === undefined || each > most ? each : most),
            undefined,
          );
          expect(ours === undefined ? undefined : ours.amountOut - ours.amountIn).toBe(best);
          if (ours !== undefined)
            expect(
              (trade.type === 'EXACT_INPUT' ? exactInputAlong : exactOutputAlong)(
                ours.path,
                trade.amount,
              ),
            ).toEqual(ours);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('swaps', () => {
  test('parts add up, share no pool, and are never worse than one path', () => {
    fc.assert(
      fc.property(
        v2Markets,
        trades,
        fc.integer({ min: 0, max: 1_000 }),
        (pools, trade, gasPrice) => {
          const market = createMarket('v2', pools);
          const costOfGas = (units: number): bigint =>
            BigInt(Math.floor((units * gasPrice) / 1_000_000));
          const search: SwapSearch = { ...ends, ...trade, costOfGas };
          const found = findSwap([market], search);
          const single = findSwap([market], { ...search, partsMax: 1 });
          if (found === undefined) {
            expect(single).toBeUndefined();
            return;
          }
          const used = found.parts.flatMap(({ path }) => path.hops.map(({ pool }) => pool.id));
          expect(new Set(used).size).toBe(used.length);
          for (const member of ['amountIn', 'amountOut'] as const)
            expect(found.parts.reduce((sum, part) => sum + part[member], 0n)).toBe(found[member]);
          expect(trade.type === 'EXACT_INPUT' ? found.amountIn : found.amountOut).toBe(
            trade.amount,
          );
          if (single === undefined) return;
          const net = (swap: typeof found): bigint =>
            swap.amountOut - swap.amountIn - costOfGas(swap.gas);
          expect(net(found)).toBeGreaterThanOrEqual(net(single));
        },
      ),
      { numRuns: 300 },
    );
  });

  const even = (id: string): Pool =>
    createV2Pool({ id, tokens: ['token0', 'token1'], reserves: [10n ** 9n, 10n ** 9n] });
  const swap = { ...ends, type: 'EXACT_INPUT', amount: 10n ** 8n } as const;

  test('are split evenly over equal pools of two sources, where that pays for the gas', () => {
    const markets = [createMarket('a', [even('pool1')]), createMarket('b', [even('pool2')])];
    const split = findSwap(markets, swap);
    // A hundred million do not divide by the number of slices: the last one is larger by the rest.
    expect(split?.parts.map(({ path, amountIn }) => [path.source, amountIn])).toEqual([
      ['a', 49_999_992n],
      ['b', 50_000_008n],
    ]);
    expect(findSwap(markets, { ...swap, costOfGas: () => 0n })?.parts).toHaveLength(2);
    expect(
      findSwap(markets, { ...swap, costOfGas: (units) => BigInt(units) * 100n })?.parts,
    ).toHaveLength(1);
    expect(findSwap(markets, { ...swap, partsMax: 1 })?.parts).toHaveLength(1);
  });

  test('that no single pool can take are split', () => {
    const small = (id: string): Pool =>
      createV2Pool({ id, tokens: ['token0', 'token1'], reserves: [1_000n, 1_000n] });
    const markets = [createMarket('a', [small('pool1'), small('pool2')])];
    const wanted = { ...ends, type: 'EXACT_OUTPUT', amount: 1_200n } as const;
    expect(findSwap(markets, { ...wanted, partsMax: 1 })).toBeUndefined();
    expect(findSwap(markets, wanted)?.amountOut).toBe(1_200n);
    expect(findSwap(markets, { ...wanted, amount: 3_000n })).toBeUndefined();
  });

  test('between unknown tokens, of nothing, or of a token for itself are none', () => {
    const markets = [createMarket('a', [even('pool1')])];
    expect([
      findSwap(markets, { ...swap, tokenIn: 'token7' }),
      findSwap(markets, { ...swap, amount: 0n }),
      findSwap(markets, { ...swap, tokenOut: 'token0' }),
      findSwap([], swap),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('go no further than allowed', () => {
    const link = (a: string, b: string): Pool =>
      createV2Pool({ id: a + b, tokens: [a, b], reserves: [10n ** 9n, 10n ** 9n] });
    const markets = [
      createMarket('a', [
        link('token0', 'token2'),
        link('token2', 'token3'),
        link('token1', 'token3'),
      ]),
    ];
    expect(findSwap(markets, swap)?.parts[0]?.path.hops.map(({ pool }) => pool.id)).toEqual([
      'token0token2',
      'token2token3',
      'token1token3',
    ]);
    expect(findSwap(markets, { ...swap, hopsMax: 2 })).toBeUndefined();
  });
});
