import type { Chains } from '@portage/core/chain';
import type { PricesConfiguration } from './pricesSchema.js';

/** Assets of the chains for which a configuration names no price. */
export function unpricedAssets(
  prices: PricesConfiguration,
  { all }: Pick<Chains, 'all'>,
): readonly string[] {
  const priced = new Set(Object.keys(prices.source === 'fixed' ? prices.usd : prices.assets));
  return [...new Set(all.flatMap(({ assets }) => assets.map(({ id }) => id)))].filter(
    (id) => !priced.has(id),
  );
}
