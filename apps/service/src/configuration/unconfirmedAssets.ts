import type { PricesConfiguration } from './pricesSchema.js';

/** An asset whose price nothing confirms, and why. */
export interface UnconfirmedAsset {
  readonly assetId: string;
  /** Place in the configuration. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Assets whose price has one source only: no guard, or one out of the same pools. A table is the
 * operator's own word and needs none.
 */
export function unconfirmedAssets(prices: PricesConfiguration): readonly UnconfirmedAsset[] {
  if (prices.source === 'fixed') return [];
  return Object.entries(prices.assets).flatMap(([assetId, { primary, guard }]) => {
    if (primary === 'fixed') return [];
    const path = `prices.assets.${assetId}.guard`;
    if (guard === undefined) return [{ assetId, path, reason: 'no feed guards the price' }];
    return chainOf(primary) !== undefined && chainOf(primary) === chainOf(guard)
      ? [{ assetId, path, reason: 'the guard reads the same pools as the price' }]
      : [];
  });
}

/** Chain of a feed as in `pool@base`. */
function chainOf(feed: string): string | undefined {
  return feed.split('@')[1];
}
