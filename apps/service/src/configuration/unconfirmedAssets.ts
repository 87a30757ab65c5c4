import type { PricesConfiguration } from './pricesSchema.js';
import { sourceOf } from './sourceOf.js';

/** An asset whose price nothing confirms, and why. */
export interface UnconfirmedAsset {
  readonly assetId: string;
  /** Place in the configuration. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Assets whose price has one source only: no guard, or one of the same pools or operators. A table
 * is the operator's own word and needs none.
 */
export function unconfirmedAssets(prices: PricesConfiguration): readonly UnconfirmedAsset[] {
  if (prices.source === 'fixed') return [];
  return Object.entries(prices.assets).flatMap(([assetId, { primary, guard }]) => {
    if (primary === 'fixed') return [];
    const path = `prices.assets.${assetId}.guard`;
    if (guard === undefined) return [{ assetId, path, reason: 'no feed guards the price' }];
    return sourceOf(primary) === sourceOf(guard)
      ? [{ assetId, path, reason: `the guard reads the same ${nounOf(primary)} as the price` }]
      : [];
  });
}

function nounOf(feed: string): string {
  return sourceOf(feed) === 'chainlink' ? 'operators of Chainlink' : 'pools';
}
