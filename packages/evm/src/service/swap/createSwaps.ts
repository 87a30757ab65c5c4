import { createMarket, type Market } from '@portage/pools';
import type { SwapPool, SwapSource, Swaps } from '@portage/core';
import { quoteMarkets } from './quoteMarkets.js';

/** Joins sources: a swap is split across them where that pays. Plugins' sources take part like our own. */
export function createSwaps(sources: readonly SwapSource[]): Swaps {
  const markets = new Map<string, { readonly pools: readonly SwapPool[]; readonly market: Market }>();
  const marketOf = (id: string, pools: readonly SwapPool[]): Market => {
    const known = markets.get(id);
    if (known?.pools === pools) return known.market;
    const market = createMarket(id, pools);
    markets.set(id, { pools, market });
    return market;
  };
  return {
    sources,
    quote: (request) => {
      const { included, excluded } = request;
      const asked = sources.filter(({ id }) => included?.includes(id) !== false && excluded?.includes(id) !== true);
      const ready = asked.flatMap((source) => {
        const pools = source.pools();
        return pools === undefined ? [] : { id: source.id, pools: pools.value, observedAt: pools.observedAt };
      });
      const found = quoteMarkets(ready.map(({ id, pools }) => marketOf(id, pools)), request);
      return found === undefined ? undefined : { value: found, observedAt: Math.min(...ready.map(({ observedAt }) => observedAt)) };
    },
    build: (quote, terms) => sources.flatMap((source) => source.build(quote, terms)),
  };
}
