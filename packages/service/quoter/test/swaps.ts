import { createMarket, createV2Pool, findSwap, type Market } from '@portage/pools';
import type { SwapQuote, SwapRequest, Swaps } from '@portage/core/chain';
import { gem, testNow, stuck, usdcToken, weth } from './chains.js';

/** Pools of a test chain by source: two tokens, and how much of each there is. */
export type TestPools = Readonly<
  Record<string, readonly (readonly [string, bigint, string, bigint])[]>
>;

/** STUCK is a dollar and GEM 60000; what is not named by a pool cannot be swapped. */
export function dollarPools(usdc: string): TestPools {
  const million = 10n ** 12n;
  return {
    deep: [
      [usdc, 10n * million, stuck, 10n * million],
      [usdc, 6n * million, gem, 10_000_000_000n],
    ],
    wide: [
      [weth, 1_000n * 10n ** 18n, stuck, 2n * million],
      [weth, 30_000n * 10n ** 18n, gem, 100_000_000_000n],
    ],
  };
}

/** Swaps over constant-product pools, as a real chain answers them. */
export function testSwaps(pools: TestPools = dollarPools(usdcToken.base), ageMs = 10): Swaps {
  const observedAt = testNow - ageMs;
  const sources = Object.entries(pools).map(([id, list]) => ({
    id,
    pools: list.map(([a, reserveA, b, reserveB], index) =>
      createV2Pool({ id: `${id}${String(index)}`, tokens: [a, b], reserves: [reserveA, reserveB] }),
    ),
  }));
  const markets = sources.map((source) => createMarket(source.id, source.pools));
  const search = (chosen: readonly Market[], request: SwapRequest): SwapQuote | undefined => {
    const { tokenIn, tokenOut, type } = request;
    const found = findSwap(chosen, request);
    if (found === undefined) return undefined;
    const parts = found.parts.map(({ path, amountIn, amountOut }) => ({
      source: path.source,
      amountIn,
      amountOut,
      hops: path.hops.map(({ pool, ...hop }) => ({ ...hop, pool: pool.id })),
    }));
    return {
      tokenIn,
      tokenOut,
      type,
      amountIn: found.amountIn,
      amountOut: found.amountOut,
      gas: found.gas,
      parts,
    };
  };
  const asked = ({ included, excluded }: SwapRequest): readonly Market[] =>
    markets.filter(
      ({ source }) => included?.includes(source) !== false && excluded?.includes(source) !== true,
    );
  return {
    sources: sources.map((source) => ({
      id: source.id,
      pools: () => ({ value: source.pools, observedAt }),
      quote: () => undefined,
      build: () => [],
    })),
    wrapped: weth,
    quote: (request) => {
      const value = search(asked(request), request);
      return value === undefined ? undefined : { value, observedAt };
    },
    // One call each part, whose data tells the test what it was built from.
    build: (quote, terms) =>
      quote.parts.map((part) => ({
        to: weth,
        value: 0n,
        data: JSON.stringify({ type: quote.type, ...terms, limit: terms.limit.toString() }),
        token: quote.tokenIn,
        allowance: part.amountIn,
      })),
  };
}
