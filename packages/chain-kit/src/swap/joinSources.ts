import { createMarket, type Market } from '@portage/pools';
import type { SwapPool, SwapSource, Swaps } from '@portage/core/chain';
import { quoteMarkets } from './quoteMarkets.js';

/**
 * Quotes through all sources together, from memory: a swap is split across them where that pays.
 * Plugins' sources take part like those of a family.
 *
 * @example
 * ```ts
 * import { joinSources } from '@portage/chain-kit/swap';
 *
 * const quote = joinSources(sources);
 * quote({ tokenIn, tokenOut, type: 'EXACT_INPUT', amount: 1_000_000n })?.value.amountOut;
 * ```
 */
export function joinSources(sources: readonly SwapSource[]): Swaps['quote'] {
  const markets = new Map<
    string,
    { readonly pools: readonly SwapPool[]; readonly market: Market }
  >();
  const marketOf = (id: string, pools: readonly SwapPool[]): Market => {
    const known = markets.get(id);
    if (known?.pools === pools) return known.market;
    const market = createMarket(id, pools);
    markets.set(id, { pools, market });
    return market;
  };
  return (request) => {
    const { included, excluded } = request;
    const asked = sources.filter(
      ({ id }) => included?.includes(id) !== false && excluded?.includes(id) !== true,
    );
    const ready = asked.flatMap((source) => {
      const pools = source.pools();
      return pools === undefined
        ? []
        : { id: source.id, pools: pools.value, observedAt: pools.observedAt };
    });
    const found = quoteMarkets(
      ready.map(({ id, pools }) => marketOf(id, pools)),
      request,
    );
    return found === undefined
      ? undefined
      : { value: found, observedAt: Math.min(...ready.map(({ observedAt }) => observedAt)) };
  };
}
